import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Name of the file in `dist/` that says of which sources it was made. */
export const STAMP = 'sources.sha256';

/** The generated types of the interface, which the bundle has no part of. */
export const INTERFACE_TYPES = 'src/web/admin/client/interface/openapi.d.ts';

/** Returns the digest of all that the bundle is made of: sources, their build, and the versions of libraries. */
export function stampOf(root: string): string {
  const digest = createHash('sha256').update(process.version);
  const files = globSync(['src/**/*', 'build/**/*', 'package*.json', 'tsconfig*.json'], {
    cwd: root,
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => file !== path.join(root, INTERFACE_TYPES))
    .sort();
  for (const file of files) digest.update(`${path.relative(root, file)}\n`).update(readFileSync(file));
  return digest.digest('hex');
}
