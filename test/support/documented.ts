import { AssertionError } from 'node:assert';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type Exchange, setObserver } from './client.ts';
import { VARIABLES } from './engine.ts';
import { at, isObject, type Json, type JsonObject, parseJson } from './json.ts';

/** The description of the service, and what has been compiled of it. */
interface Description {
  document: JsonObject;
  /** Paths in the order of the document, each as an expression for addresses. */
  paths: { path: string; pattern: RegExp; item: JsonObject }[];
  ajv: Ajv2020;
  checks: Map<string, ValidateFunction>;
  /** The same by their schemas as JSON: hundreds of answers share a few of them. */
  compiled: Map<string, ValidateFunction>;
}

const made = process.env[VARIABLES.description];
/** A whole run makes it once: that takes half a second, and the whole interface. */
const makeDocument = made ? undefined : (await import('./description.ts')).makeDescription;

function readDocument(): JsonObject {
  const document = makeDocument?.() ?? parseJson(readFileSync(made ?? '', 'utf8'));
  if (!isObject(document)) throw new AssertionError({ message: 'The description is no object.' });
  return document;
}

let description: Description | undefined;

/** Forbids members that the description does not name, so that it has to name all. */
function closed(value: Json): Json {
  if (Array.isArray(value)) return value.map(closed);
  if (!isObject(value)) return value;
  const { example: _, examples: __, ...rest } = value;
  const out = Object.fromEntries(Object.entries(rest).map(([name, member]) => [name, closed(member)]));
  return value['type'] === 'object' && value['additionalProperties'] === undefined
    ? { ...out, additionalProperties: false }
    : out;
}

function describeService(): Description {
  const document = readDocument();
  // What is compiled here is run a few times; what many operations refer to is compiled once.
  const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false, code: { optimize: false } });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'doc', components: closed(document['components'] ?? {}) });
  const paths: Description['paths'] = [];
  for (const [path, item] of Object.entries(document['paths'] ?? {})) {
    const pattern = path
      .replace(/\{slug\}/g, '[^/.]+')
      .replace('.{form}', '\\.[a-z]+')
      .replace(/\{\w+\}/g, '\\d+');
    if (isObject(item)) paths.push({ path, pattern: new RegExp(`^${pattern}$`, 'i'), item });
  }
  return { document, paths, ajv, checks: new Map(), compiled: new Map() };
}

// Read from the names of the catalogues: those themselves take as long to import as all else here.
const languages = globSync('src/foundation/i18n/??.json', {
  cwd: join(import.meta.dirname, '..', '..'),
});
const LANGUAGE = new RegExp(
  `^/(?:${languages.map((file) => basename(file, '.json')).join('|')})(?=/|$)`,
  'i',
);

/** The operation that an address and a method belong to, with its place in the document. */
function findOperation(
  { paths }: Description,
  method: string,
  url: URL,
): { path: string; operation: Json } | undefined {
  const based = url.pathname.replace(LANGUAGE, '').replace(/\/$/, '');
  const routed = based.replace(/^\/wp-json(?=\/)/i, '');
  const inside = routed.replace(/^\/(calendar|tribe)\/events\/v1(?=\/|$)/i, '');
  const wanted = inside === '' && routed !== '' ? '/' : inside;
  for (const { path, pattern, item } of paths) {
    if (!pattern.test(wanted)) continue;
    const operation = item[method.toLowerCase()];
    if (operation !== undefined) return { path, operation };
  }
  return undefined;
}

/** Tells whether a request changes the shape of its answer: a selection of fields, an envelope, a page. */
function isReshaped(url: URL, headers: Record<string, string>): boolean {
  const type = headers['content-type'] ?? '';
  return (
    url.searchParams.has('_fields') ||
    [...url.searchParams.keys()].some((name) => name.startsWith('_fields[')) ||
    url.searchParams.has('_envelope') ||
    url.searchParams.has('rest_route') ||
    !type.startsWith('application/json')
  );
}

function methodOf({ method, url, requestHeaders }: Exchange): string {
  const asked = new URL(url).searchParams.get('_method') ?? requestHeaders['x-http-method-override'] ?? '';
  return /^(POST|PUT|PATCH|DELETE)$/i.test(asked) ? asked.toUpperCase() : method === 'HEAD' ? 'GET' : method;
}

const refer = (document: JsonObject, value: Json | undefined): Json | undefined => {
  const reference = isObject(value) ? value['$ref'] : undefined;
  return typeof reference === 'string' ? at(document, reference.slice(2).replaceAll('/', '.')) : value;
};

/** Pointers of the operation's own schemas, into the document as a whole. */
function inDocument(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(inDocument);
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([name, member]) => [
      name,
      name === '$ref' && typeof member === 'string' ? `doc${member}` : inDocument(member),
    ]),
  );
}

function compile({ ajv, compiled }: Description, schema: Json): ValidateFunction {
  const text = JSON.stringify(schema);
  const check = compiled.get(text) ?? ajv.compile(inDocument(closed(schema)) as object);
  compiled.set(text, check);
  return check;
}

/** Fails where an answer is not as the service itself describes it: its status, and every member of its body. */
export function expectDocumented(exchange: Exchange): void {
  const url = new URL(exchange.url);
  const method = methodOf(exchange);
  const { answer } = exchange;
  if (method === 'OPTIONS' || answer.at('code') === 'rest_no_route') return;
  description ??= describeService();
  const { document, ajv, checks } = description;
  const found = findOperation(description, method, url);
  // Of what is only tried out and would be new neither ID nor address is known.
  if (!found || isReshaped(url, answer.headers) || answer.at('dry_run') === true) return;
  const where = `${method} ${found.path} answering ${answer.status}`;
  const answers = isObject(found.operation) ? found.operation['responses'] : undefined;
  const described = refer(document, isObject(answers) ? answers[String(answer.status)] : undefined);
  if (described === undefined)
    throw new AssertionError({ message: `${where} is not documented: ${answer.text.slice(0, 500)}` });
  if (answer.body === undefined) return;
  const schema = isObject(described) ? at(described, 'content.application/json.schema') : undefined;
  if (schema === undefined) throw new AssertionError({ message: `${where} has no documented body` });
  const check = checks.get(where) ?? compile(description, schema);
  checks.set(where, check);
  if (!check(answer.body))
    throw new AssertionError({
      message: `${where} is not as documented: ${ajv.errorsText(check.errors)}; ${answer.text.slice(0, 1000)}`,
    });
}

setObserver(expectDocumented);
