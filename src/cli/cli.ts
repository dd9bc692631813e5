import { keepCompiled } from './compiled.ts';

// Before anything else is read, so that all of it is compiled once and not at each start.
keepCompiled();
await import('./program.ts');
