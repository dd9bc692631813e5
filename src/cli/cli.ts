import { enableCompilationCache } from './compilation-cache.ts';

// Before anything else is read, so that all of it is compiled once and not at each start.
enableCompilationCache();
await import('./program.ts');
