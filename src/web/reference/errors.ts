import type { Call } from '#context.ts';
import { type ErrorCode, errorStatus } from '#errors.ts';
import { type Html, html } from '#web/html/html.ts';
import { blocks, inline } from '#web/html/markdown.ts';
import { translateText } from '#web/html/page.ts';
import { errorText, samplesOf } from '#web/openapi/errors.ts';
import type { DocumentedResponse, OpenApi, Operation, Reference } from '#web/openapi/types.ts';
import { verbs } from '#web/openapi/types.ts';
import { isReference, nameOf, typeOf } from './tables.ts';

/** The error codes of an operation, by status. */
export type ErrorCodesByStatus = ReadonlyMap<string, readonly ErrorCode[]>;

const isCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(errorStatus, code);

function answerAt(document: OpenApi, given: DocumentedResponse | Reference): DocumentedResponse | undefined {
  return isReference(given) ? document.components.responses[nameOf(given)] : given;
}

function codesOf(document: OpenApi, operation: Operation): Map<string, ErrorCode[]> {
  const codes = new Map<string, ErrorCode[]>();
  for (const [status, given] of Object.entries(operation.responses)) {
    const schema = answerAt(document, given)?.content?.['application/json']?.schema;
    const named = schema?.allOf?.[1]?.properties?.['code']?.enum?.filter(isCode);
    if (named) codes.set(status, named);
  }
  return codes;
}

/** Returns the errors that every operation may answer. */
export function commonCodes(document: OpenApi): ErrorCodesByStatus {
  let common: Map<string, ErrorCode[]> | undefined;
  for (const item of Object.values(document.paths))
    for (const verb of verbs) {
      const operation = item[verb];
      if (!operation) continue;
      const codes = codesOf(document, operation);
      common = common
        ? new Map(
            [...common].map(([status, known]) => [
              status,
              known.filter((code) => codes.get(status)?.includes(code)),
            ]),
          )
        : codes;
    }
  return new Map([...(common ?? [])].filter(([, codes]) => codes.length > 0));
}

const link = (code: ErrorCode): Html => html`<a href="#error-${code}"><code>${code}</code></a>`;

/** Renders an operation's responses: success in full, its own errors by code, and one link for the common ones. */
export function answerRows(
  call: Call,
  document: OpenApi,
  operation: Operation,
  common: ErrorCodesByStatus,
): Html {
  const codes = codesOf(document, operation);
  const rows = Object.entries(operation.responses).map(([status, given]) => {
    const answer = answerAt(document, given);
    if (!answer) return html``;
    if (status < '400') {
      const schema = answer.content?.['application/json']?.schema;
      return html`<dt><code>${status}</code></dt><dd>${schema ? html`${typeOf(call, schema)} ` : ''}${blocks(answer.description)}</dd>`;
    }
    const known = codes.get(status) ?? [];
    const own = known.filter((code) => !common.get(status)?.includes(code));
    // A description with a limit of its own is shown, even for a common code.
    const shared = document.components.responses[`Error${status}`]?.description;
    if (own.length === 0 && shared !== undefined && shared !== answer.description)
      return html`<dt><code>${status}</code></dt><dd>${blocks(answer.description)}</dd>`;
    if (own.length === 0) return html``;
    return html`<dt><code>${status}</code></dt><dd>${own.map((code, index) => html`${index > 0 ? ', ' : ''}${link(code)}`)}</dd>`;
  });
  return html`<dl>${rows}</dl><p class="soft"><a href="#errors">${translateText(call, 'docs.errors.others')}</a></p>`;
}

function errorTable(call: Call, document: OpenApi, caption: string, codes: readonly ErrorCode[]): Html {
  const samples = samplesOf(call.services.config);
  const required = document.components.schemas['CreateEvent']?.required?.join(', ');
  const textOf = (code: ErrorCode) =>
    errorText(
      call.language,
      code,
      required && code === 'rest_missing_callback_param' ? { ...samples, names: required } : samples,
    );
  return html`<details class="fold"><summary>${caption}</summary><div class="tbl"><table aria-label="${caption}" class="rows errors">
<thead><tr><th scope="col">${translateText(call, 'docs.code')}</th><th scope="col">${translateText(call, 'docs.status')}</th><th scope="col">${translateText(call, 'docs.meaning')}</th></tr></thead>
<tbody>${codes.map(
    (code) => html`
<tr id="error-${code}"><th scope="row"><code>${code}</code></th><td><code>${errorStatus[code]}</code></td><td>${inline(textOf(code))}</td></tr>`,
  )}
</tbody></table></div></details>`;
}

/** Renders tables of all errors with status and text, folded: common ones first, then the others. */
export function errorSection(call: Call, document: OpenApi, common: ErrorCodesByStatus): Html {
  const every = [...common.values()].flat();
  const all = new Set<ErrorCode>();
  for (const item of Object.values(document.paths))
    for (const verb of verbs)
      if (item[verb])
        for (const codes of codesOf(document, item[verb]).values()) for (const code of codes) all.add(code);
  const others = [...all]
    .filter((code) => !every.includes(code))
    .sort((a, b) => errorStatus[a] - errorStatus[b]);
  return html`<section aria-labelledby="errors"><h2 id="errors">${translateText(call, 'docs.errors')}</h2>
<p>${inline(translateText(call, 'docs.errors.text'))}</p>
${errorTable(call, document, translateText(call, 'docs.errors.every'), every)}
${errorTable(call, document, translateText(call, 'docs.errors.some'), others)}</section>`;
}
