import assert from 'node:assert/strict';
import { test } from 'node:test';
import ts from 'typescript5';
import { typesOf } from '../../build/interface-types.ts';
import { makeDescription } from '../support/description.ts';
import { at, isObject, type Json } from '../support/json.ts';

/** Returns what TypeScript finds wrong in a module beside the types of an interface. */
function problemsOf(types: string, program: string): string[] {
  const texts = new Map([
    ['/types.ts', types],
    ['/program.ts', program],
  ]);
  const options = { strict: true, noEmit: true, types: [], lib: ['lib.es2022.d.ts'] };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => texts.has(name) || fileExists(name);
  host.getSourceFile = (name, target) => {
    const text = texts.get(name);
    return text === undefined ? getSourceFile(name, target) : ts.createSourceFile(name, text, target);
  };
  const found = ts.getPreEmitDiagnostics(ts.createProgram([...texts.keys()], options, host));
  return found.map(({ messageText, file, start = 0 }) => {
    const line = file?.text.slice(0, start).split('\n').length ?? 0;
    return `${file?.fileName}:${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}

test('types that openapi-typescript makes by itself take a body with what is required and nothing else', async () => {
  const document = makeDescription();
  const types = await typesOf(JSON.stringify(document));
  const schemas = at(document, 'components.schemas');
  const lines: string[] = ["import type { components, paths } from './types.ts';"];
  const paths = at(document, 'paths');
  assert.ok(isObject(paths) && isObject(schemas));
  const least = (schema: Json | undefined, example: Json | undefined): Json | undefined => {
    const name =
      String(at(schema, '$ref') ?? '')
        .split('/')
        .at(-1) ?? '';
    const { required, properties } = Object(name === '' ? schema : schemas[name]);
    const values = ((required ?? []) as string[]).map((field) => {
      const [sample] = (at(properties, `${field}.examples`) as Json[] | undefined) ?? [];
      return [field, at(example, field) ?? sample] as const;
    });
    return values.some(([, value]) => value === undefined)
      ? undefined
      : JSON.parse(JSON.stringify(Object.fromEntries(values)));
  };
  let checked = 0;
  for (const [path, item] of Object.entries(paths))
    for (const verb of ['post', 'put', 'patch']) {
      const json = at(Object(item), `${verb}.requestBody.content`);
      const content = isObject(json) ? json['application/json'] : undefined;
      const body = least(at(content, 'schema'), at(content, 'example'));
      if (!isObject(content) || body === undefined) continue;
      checked += 1;
      const type = `NonNullable<paths['${path}']['${verb}']['requestBody']>['content']['application/json']`;
      lines.push(`export const body${checked}: ${type} = ${JSON.stringify(body)};`);
    }
  const TIMES = { start_date: '2027-01-01 10:00', end_date: '2027-01-01 11:00' };
  const bodies = {
    CreateEvent: {
      title: 'Breakfast',
      ...TIMES,
      venue: [{ venue: 'Yard' }],
      organizer: [{ organizer: 'Row' }],
    },
    CreateVenue: { venue: 'Yard' },
    CreateOrganizer: { organizer: 'Row' },
    CreateCategory: { name: 'Food' },
    CreateTag: { name: 'free' },
  };
  for (const [name, body] of Object.entries(bodies))
    lines.push(`export const least${name}: components['schemas']['${name}'] = ${JSON.stringify(body)};`);
  assert.ok(checked > 60, String(checked));
  assert.deepEqual(problemsOf(types, lines.join('\n')), []);
});
