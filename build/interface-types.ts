// `npm run types` writes the types of our own interface for the client of the administration and for those who install the
// package. An installation and `npm run check` do so too, so that they are of the sources as they are. Git has none of them.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { makeDescription } from '../test/support/description.ts';
import { isObject, type Json } from '../test/support/json.ts';
import { INTERFACE_TYPES } from './source-stamp.ts';

/** Texts of the document are for people, and examples too: neither is a type. */
function withoutTexts(value: Json | undefined, isNamed = false): Json | undefined {
  if (Array.isArray(value)) return value.map((one) => withoutTexts(one) ?? null);
  if (!isObject(value)) return value;
  const texts = isNamed ? [] : ['description', 'summary', 'example', 'examples', 'default'];
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !texts.includes(key))
      .map(([key, one]) => [key, withoutTexts(one, !isNamed && key === 'properties') ?? null]),
  );
}

/** Returns the types of a document of an interface, as a module. */
export async function typesOf(document: string): Promise<string> {
  // The generator builds on TypeScript's own interface, which the version that checks here no longer has.
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier === 'typescript' ? 'typescript5' : specifier, context),
  });
  const { default: generate, astToString } = await import('openapi-typescript');
  hooks.deregister();
  return astToString(await generate(document));
}

/** Writes the types of the interface, unless they are there. */
export async function writeInterfaceTypes(): Promise<void> {
  const file = path.join(import.meta.dirname, '..', INTERFACE_TYPES);
  const document = JSON.stringify(withoutTexts(makeDescription()));
  const head = `// Made by npm run types of ${createHash('sha256').update(document).digest('hex')}.\n`;
  if (existsSync(file) && readFileSync(file, 'utf8').startsWith(head)) return;
  // Another one may be reading it.
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, head + (await typesOf(document)));
  renameSync(unfinished, file);
}

if (process.argv[1] === import.meta.filename) await writeInterfaceTypes();
