import { enableCompilationCache } from './compilation-cache.ts';

// Must run before any other module is loaded.
enableCompilationCache();
await import('./program.ts');
