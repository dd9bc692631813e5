// `npm run types` writes the types of our own interface for the client of the administration, from the document of the service.
import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { isObject, type Json, parseJson } from './json.ts';
import { startService } from './service.ts';

/** The generated file. */
export const TYPES = path.join(
  import.meta.dirname,
  '..',
  '..',
  'src',
  'web',
  'admin',
  'client',
  'interface',
  'openapi.d.ts',
);

// The generator builds on TypeScript's own interface, which the version that checks here no longer has.
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === 'typescript' ? 'typescript5' : specifier, context),
});

/** Texts of the document are for people, and examples too: neither is a type. */
function withoutTexts(value: Json | undefined, isNamed = false): Json | undefined {
  if (Array.isArray(value)) return value.map((one) => withoutTexts(one) ?? null);
  if (!isObject(value)) return value;
  const told = isNamed ? [] : ['description', 'summary', 'example', 'examples', 'default'];
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !told.includes(key))
      .map(([key, one]) => [key, withoutTexts(one, !isNamed && key === 'properties') ?? null]),
  );
}

/** Returns the document of a started service. */
async function readDocument(): Promise<Json> {
  const service = await startService();
  try {
    const answer = await fetch(`${service.url}/calendar/events/v1/doc`);
    return parseJson(await answer.text()) ?? null;
  } finally {
    await service.stop();
  }
}

/** Returns types of a document. */
async function typesOf(document: Json | undefined): Promise<string> {
  const { default: generate, astToString } = await import('openapi-typescript');
  return astToString(await generate(JSON.stringify(document)));
}

/** Returns the types of the interface that a started service describes. */
export const interfaceTypes = async (): Promise<string> =>
  `// Made by npm run types.\n${await typesOf(withoutTexts(await readDocument()))}`;

/** Returns the document of a started service, and the types that others get of it. */
export async function defaultTypes(): Promise<{ readonly document: Json; readonly types: string }> {
  const document = await readDocument();
  return { document, types: await typesOf(document) };
}

if (process.argv[1] === import.meta.filename) writeFileSync(TYPES, await interfaceTypes());
