import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import path from 'node:path';

/**
 * Keeps compiled code beside the installed packages, so that a start reads it instead of compiling again. Where the
 * folder can't be written, everything works without.
 */
export function enableCompilationCache(): void {
  // Two folders above as a source file, one as part of the bundle.
  const packages = ['..', '../..']
    .map((above) => path.join(import.meta.dirname, above, 'node_modules'))
    .find((folder) => existsSync(folder));
  if (packages) enableCompileCache(path.join(packages, '.cache', 'kalends'));
}
