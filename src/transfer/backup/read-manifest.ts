import { createHash } from 'node:crypto';
import { message } from '#foundation/i18n/catalogue.ts';
import { UserFacingError } from '#foundation/i18n/user-facing-error.ts';
import { isTooDeep } from '#foundation/text/syntax.ts';
import { KEY_FILE, SETTINGS_FILE } from '#store/data-folder.ts';
import { compareForms, refuseNewer } from '#store/db/migrate.ts';
import type { Archive, ArchiveMember, ReadableMember } from './archive.ts';
import { FORMAT, formatOf, isManifest, MANIFEST, type Manifest } from './manifest.ts';
import { holdsRows } from './table-parts.ts';

const MOST_MANIFEST_BYTES = 256 * 1024 * 1024;
const MEDIA = /^media\/((?:[^./\\:\p{Cc}][^/\\:\p{Cc}]*\/)*[^./\\:\p{Cc}][^/\\:\p{Cc}]*)$/u;

/**
 * Returns the path below the media folder of the picture in a member of this name; undefined if it is not a picture.
 */
export const picturePathOf = (name: string): string | undefined => MEDIA.exec(name)?.[1];

/** Returns the name of the file of settings, or of the key, in a member of this name; undefined if it is neither. */
export const settingsFileOf = (name: string): string | undefined =>
  [SETTINGS_FILE, KEY_FILE].find((file) => name === `settings/${file}`);

/**
 * Reads a backup completely, verifies all its digests, and returns its manifest. `progress` gets bytes.
 * @throws UserFacingError if a byte has changed, the file is not a backup, or a newer version made it
 */
export async function readManifest(
  archive: Archive,
  progress: (done: number, total: number) => void,
): Promise<Manifest> {
  let done = 0;
  const total = 2 * archive.bytes;
  const count = (bytes: number) => {
    done += bytes;
    progress(Math.min(done, total), total);
  };
  const { members, manifest } = await readMembers(archive, count);
  const isIntact = await archive.isIntact(count);
  progress(total, total);
  const { file } = archive;
  if (manifest === undefined)
    throw new UserFacingError(message(isIntact ? 'backup.foreign' : 'backup.damaged', { file }));
  const format = formatOf(manifest);
  // Nothing else is known about a newer format.
  if (isIntact && format !== undefined && format > FORMAT)
    throw new UserFacingError(message('backup.newer_format', { file, format }));
  if (!isManifest(manifest))
    throw new UserFacingError(message('backup.damaged_in', { file, where: MANIFEST }));
  const where = firstDifference(members, manifest.members);
  if (where !== undefined) throw new UserFacingError(message('backup.damaged_in', { file, where }));
  if (!isIntact) throw new UserFacingError(message('backup.damaged', { file }));
  refuseNewer(compareForms(manifest.migrations));
  return manifest;
}

/** Digests all members, and parses the manifest. */
async function readMembers(
  archive: Archive,
  count: (bytes: number) => void,
): Promise<{ members: ArchiveMember[]; manifest: unknown }> {
  const members: ArchiveMember[] = [];
  let manifest: unknown;
  for await (const member of archive.members()) {
    if (member.name === MANIFEST) manifest = await jsonIn(archive, member);
    else members.push({ name: member.name, size: member.size, sha256: await digest(member, count) });
  }
  return { members, manifest };
}

async function digest(member: ReadableMember, count: (bytes: number) => void): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of member.read()) {
    hash.update(part);
    count(part.length);
  }
  return hash.digest('hex');
}

async function jsonIn({ file }: Archive, member: ReadableMember): Promise<unknown> {
  try {
    if (member.size > MOST_MANIFEST_BYTES) throw new RangeError('Too large.');
    const parts: Buffer[] = [];
    for await (const part of member.read()) parts.push(part);
    const text = Buffer.concat(parts).toString('utf8');
    if (isTooDeep(text)) throw new RangeError('Nested too deep.');
    return JSON.parse(text);
  } catch (error) {
    throw new UserFacingError(message('backup.damaged_in', { file, where: MANIFEST }), { cause: error });
  }
}

/** Returns the name of the first member that differs from its entry in the manifest; undefined if none does. */
function firstDifference(
  found: readonly ArchiveMember[],
  listed: readonly ArchiveMember[],
): string | undefined {
  const length = Math.max(found.length, listed.length);
  for (let at = 0; at < length; at++) {
    const [one, other] = [found[at], listed[at]];
    if (!one || !other || one.name !== other.name || one.size !== other.size || one.sha256 !== other.sha256)
      return other?.name ?? one?.name;
    if (
      !holdsRows(one.name) &&
      settingsFileOf(one.name) === undefined &&
      picturePathOf(one.name) === undefined
    )
      return one.name;
  }
  return undefined;
}
