import { enableCompileCache } from 'node:module';

// Before anything else is read, so that all of it is compiled once and not at each start.
enableCompileCache();
await import('./program.ts');
