import type { Call } from '#http/call.ts';
import { samePath } from '#web/alternates.ts';
import { type Html, html } from '#web/html.ts';
import { blocks, inline } from '#web/inline.ts';
import { type Page, say } from '#web/page.ts';
import { curlExample } from './curl.ts';

import {
  type DocumentedAnswer,
  type DocumentedParameter,
  type OpenApi,
  type Operation,
  type PathItem,
  type Reference,
  type Schema,
  type Verb,
  verbs,
} from './types.ts';

/** An operation with where it is and every method that does the same. */
interface Shown {
  path: string;
  item: PathItem;
  verb: Verb;
  methods: { verb: Verb; id: string }[];
  operation: Operation;
}

const nameOf = ({ $ref }: Reference) => $ref.slice($ref.lastIndexOf('/') + 1);
const isReference = (value: object): value is Reference => '$ref' in value;

/** Operations by group, updates by several methods as one. */
function byTag(document: OpenApi): Map<string, Shown[]> {
  const groups = new Map<string, Shown[]>();
  for (const [path, item] of Object.entries(document.paths)) {
    const here: Shown[] = [];
    for (const verb of verbs) {
      const operation = item[verb];
      if (!operation) continue;
      const id = operation.operationId;
      const same = here.find((shown) => id.startsWith(`${shown.operation.operationId}By`));
      if (same) same.methods.push({ verb, id });
      else here.push({ path, item, verb, methods: [{ verb, id }], operation });
    }
    for (const shown of here) {
      const tag = shown.operation.tags[0] ?? '';
      groups.set(tag, [...(groups.get(tag) ?? []), shown]);
    }
  }
  return groups;
}

/** A type in words: `integer`, `list of Event`, `text or null`. */
function typeOf(call: Call, schema: Schema): Html {
  if (schema.$ref) {
    const name = nameOf({ $ref: schema.$ref });
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  const some = schema.anyOf ?? schema.allOf;
  if (some)
    return html`${some.map((one, index) => html`${index > 0 ? ` ${say(call, 'docs.or')} ` : ''}${typeOf(call, one)}`)}`;
  if (schema.items) return html`${say(call, 'docs.list_of')} ${typeOf(call, schema.items)}`;
  const types = [schema.type ?? say(call, 'docs.any')].flat();
  return html`${types.join(` ${say(call, 'docs.or')} `)}`;
}

/** Bounds, default and allowed values. */
function limitsOf(call: Call, schema: Schema): Html {
  const notes: Html[] = [];
  const note = (key: Parameters<typeof say>[1], value: unknown) =>
    notes.push(html`<br><span class="soft">${say(call, key)}</span> <code>${JSON.stringify(value)}</code>`);
  if (schema.default !== undefined) note('docs.default', schema.default);
  for (const value of schema.enum ? [schema.enum.filter((one) => one !== null)] : [])
    notes.push(
      html`<br><span class="soft">${say(call, 'docs.one_of')}</span> ${value.map((one, index) => html`${index > 0 ? ', ' : ''}<code>${String(one)}</code>`)}`,
    );
  for (const [key, keyword] of [
    ['docs.at_least', 'minimum'],
    ['docs.at_most', 'maximum'],
    ['docs.longest', 'maxLength'],
    ['docs.most', 'maxItems'],
  ] as const)
    if (typeof schema[keyword] === 'number') note(key, schema[keyword]);
  const [example] = schema.examples ?? [];
  if (example !== undefined && typeof example !== 'object') note('docs.example', example);
  return html`${notes}`;
}

interface Row {
  name: string;
  schema: Schema;
  description: string;
  required: boolean;
}

function table(call: Call, caption: string, rows: readonly Row[]): Html {
  return html`<div class="wide" tabindex="0" role="region" aria-label="${caption}"><table>
<thead><tr><th scope="col">${say(call, 'docs.name')}</th><th scope="col">${say(call, 'docs.type')}</th><th scope="col">${say(call, 'docs.meaning')}</th></tr></thead>
<tbody>${rows.map(
    ({ name, schema, description, required }) => html`
<tr><th scope="row"><code>${name}</code>${required ? html`<br><span class="needed">${say(call, 'docs.required')}</span>` : ''}</th><td>${typeOf(call, schema)}</td><td>${inline(description)}${limitsOf(call, schema)}</td></tr>`,
  )}
</tbody></table></div>`;
}

const parameterRow = ({ name, schema, description, required }: DocumentedParameter): Row => ({
  name,
  schema,
  description,
  required,
});

function memberRows(schema: Schema): Row[] {
  return Object.entries(schema.properties ?? {}).map(([name, member]) => ({
    name,
    schema: member,
    description: member.description ?? '',
    required: schema.required?.includes(name) ?? false,
  }));
}

function bodyTable(call: Call, document: OpenApi, { operation }: Shown): Html | '' {
  const content = Object.values(operation.requestBody?.content ?? {})[0];
  if (!content?.schema) return '';
  const { $ref } = content.schema;
  const schema = $ref ? (document.components.schemas[nameOf({ $ref })] ?? {}) : content.schema;
  const title = say(call, 'docs.body');
  const types = Object.keys(operation.requestBody?.content ?? {}).map(
    (type, index) => html`${index > 0 ? ', ' : ''}<code>${type}</code>`,
  );
  return html`<h4>${title}</h4><p class="soft">${types}</p>${table(call, title, memberRows(schema))}`;
}

function answerRow(call: Call, document: OpenApi, status: string, given: DocumentedAnswer | Reference): Html {
  const answer = isReference(given) ? document.components.responses[nameOf(given)] : given;
  if (!answer) return html``;
  const schema = status < '300' ? answer.content?.['application/json']?.schema : undefined;
  return html`<dt><code>${status}</code></dt><dd>${schema ? html`${typeOf(call, schema)} ` : ''}${blocks(answer.description)}</dd>`;
}

function showOperation(call: Call, document: OpenApi, shown: Shown): Html {
  const { operation, methods, item, path } = shown;
  const own = (operation.parameters ?? []).flatMap((p) => (isReference(p) ? [] : [parameterRow(p)]));
  const parameters = say(call, 'docs.parameters');
  const open = operation.security.some((scheme) => Object.keys(scheme).length === 0);
  const anchors = methods.slice(1).map(({ id }) => html`<span id="${id}"></span>`);
  return html`
<article id="${operation.operationId}" aria-labelledby="${operation.operationId}-title">${anchors}
<h3 id="${operation.operationId}-title">${operation.summary}</h3>
<p><span class="verb">${methods.map(({ verb }) => verb.toUpperCase()).join(', ')}</span> <code>${item.servers ? path : `/calendar/events/v1${path === '/' ? '' : path}`}</code></p>
${blocks(operation.description)}
${open ? '' : html`<p class="soft">${say(call, 'docs.credentials')}</p>`}
${own.length > 0 ? html`<h4>${parameters}</h4>${table(call, parameters, own)}` : ''}
${bodyTable(call, document, shown)}
<h4>${say(call, 'docs.answers')}</h4>
<dl>${Object.entries(operation.responses).map(([status, answer]) => answerRow(call, document, status, answer))}</dl>
<h4>${say(call, 'docs.try')}</h4>
<pre tabindex="0"><code>${curlExample(document, shown.item, path, shown.verb, operation)}</code></pre>
</article>`;
}

function showSchema(call: Call, name: string, schema: Schema): Html {
  const [example] = schema.examples ?? [];
  return html`
<section aria-labelledby="schema-${name}"><h3 id="schema-${name}">${name}</h3>
${schema.description ? html`<p>${inline(schema.description)}</p>` : ''}
${table(call, name, memberRows(schema))}
${example === undefined ? '' : html`<details><summary>${say(call, 'docs.example')}</summary><pre tabindex="0"><code>${JSON.stringify(example, null, 2)}</code></pre></details>`}
</section>`;
}

const KEPT = 6;
const kept = new Map<string, Html>();

/** The document for people, kept by language and address: it is long, and changes with the program alone. */
export function documentPage(document: OpenApi, call: Call): Page {
  const key = `${call.language} ${call.links.root}`;
  const body = kept.get(key) ?? write(document, call);
  if (kept.size >= KEPT) kept.clear();
  kept.set(key, body);
  return { title: document.info.title, body, paths: samePath('docs') };
}

/** Contents, operations with parameters, bodies, answers and a call of curl, and all schemas. */
function write(document: OpenApi, call: Call): Html {
  const groups = byTag(document);
  const tags = document.tags.filter(({ name }) => groups.has(name));
  const contents = tags.map(
    ({ name }) =>
      html`<li><a href="#group-${name}">${name}</a><ul>${(groups.get(name) ?? []).map(
        ({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`,
      )}</ul></li>`,
  );
  const everywhere = say(call, 'docs.everywhere');
  return html`
<h1>${document.info.title}</h1>
${blocks(document.info.description)}
<p>${say(call, 'docs.address')} <code>${document.servers[0]?.url}</code></p>
<p><a href="${call.links.root}/doc">${say(call, 'docs.openapi')}</a></p>
<nav class="contents" aria-labelledby="contents"><h2 id="contents">${say(call, 'docs.contents')}</h2><ul>${contents}<li><a href="#everywhere">${everywhere}</a></li><li><a href="#schemas">${say(call, 'docs.schemas')}</a></li></ul></nav>
<section aria-labelledby="credentials"><h2 id="credentials">${say(call, 'docs.security')}</h2>
<dl>${Object.entries(document.components.securitySchemes).map(([name, scheme]) => html`<dt>${name}</dt><dd>${inline(scheme.description)}</dd>`)}</dl></section>
<section aria-labelledby="everywhere"><h2 id="everywhere">${everywhere}</h2>
${table(call, everywhere, Object.values(document.components.parameters).map(parameterRow))}</section>
${tags.map(
  ({
    name,
    description,
  }) => html`<section aria-labelledby="group-${name}"><h2 id="group-${name}">${name}</h2><p>${description}</p>
${(groups.get(name) ?? []).map((shown) => showOperation(call, document, shown))}</section>`,
)}
<section aria-labelledby="schemas"><h2 id="schemas">${say(call, 'docs.schemas')}</h2>
${Object.entries(document.components.schemas).map(([name, schema]) => showSchema(call, name, schema))}</section>`;
}
