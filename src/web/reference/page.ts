import type { Call } from '#context.ts';
import { memoizeBy } from '#foundation/memoize/memoize.ts';
import { assetPath } from '#web/assets/assets.ts';
import { samePath } from '#web/html/alternates.ts';
import { type Html, html } from '#web/html/html.ts';
import { blocks, inline } from '#web/html/markdown.ts';
import { type HtmlPage, pageAddress, translateText } from '#web/html/page.ts';
import { curlExample, sampleValues } from '#web/openapi/curl.ts';
import type { SampleTargets } from '#web/openapi/store.ts';
import {
  type OpenApi,
  type Operation,
  type PathItem,
  type Schema,
  type Verb,
  verbs,
} from '#web/openapi/types.ts';
import { answerRows, commonCodes, type ErrorCodesByStatus, errorSection } from './errors.ts';
import { bodyTable, isReference, memberRows, parameterRow, table } from './tables.ts';

/** An operation with its path and all methods that do the same. */
interface OperationEntry {
  path: string;
  item: PathItem;
  verb: Verb;
  methods: { verb: Verb; id: string }[];
  operation: Operation;
}

/** The data from which all parts of the page are rendered. */
interface ReferenceContext {
  call: Call;
  document: OpenApi;
  common: ErrorCodesByStatus;
  sampled: SampleTargets;
}

/** Returns operations by tag; updates by several methods count as one. */
function byTag(document: OpenApi): Map<string, OperationEntry[]> {
  const groups = new Map<string, OperationEntry[]>();
  for (const [path, item] of Object.entries(document.paths)) {
    const here: OperationEntry[] = [];
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

const addressOf = ({ item, path }: OperationEntry) =>
  item.servers ? path : `/calendar/events/v1${path === '/' ? '' : path}`;

/** Renders the button below which script builds the form of a request; without script it isn't there. */
function tryButton(call: Call, { path, methods, operation }: OperationEntry, sampled: SampleTargets): Html {
  const values = JSON.stringify(sampleValues(path, sampled));
  return html`<p class="try-b" hidden><button type="button" class="btn btn-quiet" aria-expanded="false" data-try="${methods.map(({ verb }) => verb).join(' ')}" data-path="${path}" data-values="${values}">${translateText(call, 'docs.try')}<span class="vh">: ${operation.summary}</span></button></p>`;
}

/** The targets of links lie inside what is folded, so that browsers unfold it for them. */
const targets = (ids: readonly string[]) => ids.map((id) => html`<span class="here" id="${id}"></span>`);

function showOperation({ call, document, common, sampled }: ReferenceContext, shown: OperationEntry): Html {
  const { operation, methods } = shown;
  const own = (operation.parameters ?? []).flatMap((p) => (isReference(p) ? [] : [parameterRow(p)]));
  const parameters = translateText(call, 'docs.parameters');
  const open = operation.security.some((scheme) => Object.keys(scheme).length === 0);
  return html`
<details class="op"><summary><h3>${operation.summary}</h3> <span class="call"><span class="verb">${methods.map(({ verb }) => verb.toUpperCase()).join(', ')}</span> <code>${addressOf(shown)}</code></span></summary>
<article aria-label="${operation.summary}">${targets(methods.map(({ id }) => id))}
${blocks(operation.description)}
${open ? '' : html`<p class="soft">${translateText(call, 'docs.credentials')}</p>`}
<h4>${translateText(call, 'docs.sample')}</h4>
<pre><code>${curlExample(document, shown, sampled)}</code></pre>
${tryButton(call, shown, sampled)}
${own.length > 0 ? html`<h4>${parameters}</h4>${table(call, parameters, own)}` : ''}
${bodyTable(call, document, operation)}
<h4>${translateText(call, 'docs.answers')}</h4>
${answerRows(call, document, operation, common)}
</article></details>`;
}

function showSchema(call: Call, name: string, schema: Schema): Html {
  const [example] = schema.examples ?? [];
  // Required members matter only in bodies.
  const isBody = schema.description === undefined;
  const rows = memberRows(schema).map((row) => ({ ...row, required: isBody && row.required }));
  return html`
<details class="op schema"><summary><h3>${name}</h3></summary>
<article aria-label="${name}">${targets([`schema-${name}`])}
${schema.description ? html`<p>${inline(schema.description)}</p>` : ''}
${table(call, name, rows)}
${example === undefined ? '' : html`<details><summary>${translateText(call, 'docs.example')}</summary><pre><code>${JSON.stringify(example, null, 2)}</code></pre></details>`}
</article></details>`;
}

/** Texts of requests that are tried; "%" stands for what only the browser knows. */
const tryTexts = (call: Call) => {
  const text = (key: Parameters<typeof translateText>[1], values?: Parameters<typeof translateText>[2]) =>
    translateText(call, key, values);
  return {
    close: text('docs.try.close'),
    credentials: text('docs.security'),
    login: text('docs.try.login'),
    token: text('docs.try.token'),
    memory: text('docs.try.memory'),
    optional: text('docs.try.optional'),
    needed: text('docs.required'),
    address: text('docs.try.address'),
    method: text('docs.try.method'),
    parameters: text('docs.parameters'),
    body: text('docs.try.body'),
    file: text('docs.try.file'),
    dryRun: text('docs.try.dry_run'),
    writes: text('docs.try.writes'),
    send: text('docs.try.send'),
    sending: text('docs.try.sending'),
    answer: text('docs.try.answer'),
    headers: text('docs.try.headers'),
    noBody: text('docs.try.no_body'),
    binary: text('docs.try.binary', { size: '%' }),
    cut: text('docs.try.cut', { size: '%' }),
    redirected: text('docs.try.redirected', { address: '%' }),
    json: text('docs.try.json', { reason: '%' }),
    noAnswer: text('docs.try.no_answer'),
    noDocument: text('docs.try.no_document'),
    hint: text('docs.try.hint_token'),
  };
};

/** Renders the search, which keeps its place until script fills it with life; without script it isn't there. */
function searchForm(call: Call): Html {
  const [label, hint, found, none] = (
    ['docs.find', 'docs.find.hint', 'docs.found', 'docs.found.none'] as const
  ).map((key) => translateText(call, key));
  return html`<form class="find is-coming" id="find" role="search" data-found="${found}" data-none="${none}" data-in="${translateText(call, 'docs.of_operation')}">
<label for="find-text">${label}</label><input type="search" id="find-text" dir="auto" autocomplete="off" spellcheck="false" placeholder="${hint}" aria-describedby="find-told">
<a class="to" href="#contents">${translateText(call, 'docs.contents')}</a>
<p id="find-told" class="soft" role="status"></p><ol id="find-list" aria-label="${found}"></ol>
<button type="button" class="btn btn-quiet btn-s" id="open-all" data-open="${translateText(call, 'docs.open_all')}" data-close="${translateText(call, 'docs.close_all')}" aria-pressed="false">${translateText(call, 'docs.open_all')}</button></form>`;
}

const bodyOf = memoizeBy(
  (_document: OpenApi, { language, links, services }: Call, sampled: SampleTargets) => {
    const { bodyLimit, uploadLimit, answerLimit } = services.config;
    return `${language} ${links.root} ${bodyLimit} ${uploadLimit} ${answerLimit} ${JSON.stringify(sampled)}`;
  },
  (document, call, sampled): Html => write({ document, call, sampled, common: commonCodes(document) }),
  { maxEntries: 6 },
);

/**
 * Returns the reference page of the interface, rendered from the OpenAPI document.
 * @param sampled resources that the sample calls name
 */
export function documentPage(document: OpenApi, call: Call, sampled: SampleTargets): HtmlPage {
  return {
    title: document.info.title,
    body: bodyOf(document, call, sampled),
    paths: samePath('docs'),
    head: html`<link rel="stylesheet" href="${assetPath('docs.css')}">`,
    scripts: ['docs.js'],
  };
}

function contents(call: Call, groups: ReadonlyMap<string, OperationEntry[]>, tags: OpenApi['tags']): Html {
  const sections = [
    ['window', 'docs.window'],
    ['credentials', 'docs.security'],
    ['everywhere', 'docs.everywhere'],
  ] as const;
  return html`<nav class="contents" aria-labelledby="contents"><h2 id="contents">${translateText(call, 'docs.contents')}</h2>
<ul>${sections.map(([id, key]) => html`<li><a href="#${id}">${translateText(call, key)}</a></li>`)}
${tags.map(
  ({ name }) =>
    html`<li><details><summary>${name}</summary><ul><li><a href="#group-${name}">${translateText(call, 'docs.overview')}<span class="vh">: ${name}</span></a></li>${(
      groups.get(name) ?? []
    ).map(
      ({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`,
    )}</ul></details></li>`,
)}
<li><a href="#errors">${translateText(call, 'docs.errors')}</a></li>
<li><a href="#schemas">${translateText(call, 'docs.schemas')}</a></li></ul></nav>`;
}

/** Renders contents and search beside the sections: folded operations, all errors once, and all schemas. */
function write(context: ReferenceContext): Html {
  const { call, document, common } = context;
  const groups = byTag(document);
  const tags = document.tags.filter(({ name }) => groups.has(name));
  const everywhere = translateText(call, 'docs.everywhere');
  const zone = call.services.config.timezone;
  return html`<div class="docs" data-document="${call.links.root}/doc" data-texts="${JSON.stringify(tryTexts(call))}">
<div class="intro">
<h1>${document.info.title}</h1>
${blocks(document.info.description)}
<p>${translateText(call, 'docs.address')} <code>${document.servers[0]?.url}</code> \u00b7 <a href="${call.links.root}/doc">${translateText(call, 'docs.openapi')}</a> \u00b7 <span class="soft">${document.info.version}</span></p>
<p><a href="${pageAddress(call, 'docs/guides')}">${translateText(call, 'docs.guides.link')}</a></p>
<p class="soft">${inline(translateText(call, 'docs.samples.text'))}</p>
</div>
<aside id="tools">${searchForm(call)}${contents(call, groups, tags)}</aside>
<div class="told">
<section aria-labelledby="window"><h2 id="window">${translateText(call, 'docs.window')}</h2>
<p>${inline(translateText(call, 'docs.window.default', { zone }))}</p><p>${inline(translateText(call, 'docs.window.dates'))}</p><p>${inline(translateText(call, 'docs.window.strict'))}</p></section>
<section aria-labelledby="credentials"><h2 id="credentials">${translateText(call, 'docs.security')}</h2>
<dl>${Object.entries(document.components.securitySchemes).map(([name, scheme]) => html`<dt>${name}</dt><dd>${inline(scheme.description)}</dd>`)}</dl></section>
<section aria-labelledby="everywhere"><h2 id="everywhere">${everywhere}</h2>
${table(call, everywhere, Object.values(document.components.parameters).map(parameterRow))}</section>
${tags.map(
  ({
    name,
    description,
  }) => html`<section aria-labelledby="group-${name}"><h2 id="group-${name}">${name}</h2><p>${description}</p>
${(groups.get(name) ?? []).map((shown) => showOperation(context, shown))}</section>`,
)}
${errorSection(call, document, common)}
<section aria-labelledby="schemas"><h2 id="schemas">${translateText(call, 'docs.schemas')}</h2>
${Object.entries(document.components.schemas).map(([name, schema]) => showSchema(call, name, schema))}</section>
</div></div>`;
}
