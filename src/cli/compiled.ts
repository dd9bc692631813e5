import { enableCompileCache } from 'node:module';
import path from 'node:path';

/**
 * Keeps compiled code beside the installed packages, so that a start reads it instead of compiling again. Where the
 * folder can't be written, everything works without.
 */
export function keepCompiled(): void {
  enableCompileCache(path.join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'kalends'));
}
