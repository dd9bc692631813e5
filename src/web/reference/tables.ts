import type { Call } from '#context.ts';
import { type Html, html } from '#web/html/html.ts';
import { inline } from '#web/html/markdown.ts';
import { translateText } from '#web/html/page.ts';
import type { DocumentedParameter, OpenApi, Operation, Reference, Schema } from '#web/openapi/types.ts';

/** Returns the component's name at the end of a reference. */
export const nameOf = ({ $ref }: Reference): string => $ref.slice($ref.lastIndexOf('/') + 1);
/** Returns whether an object is a reference. */
export const isReference = (value: object): value is Reference => '$ref' in value;

/** Renders a type in words: `integer`, `list of Event`, `text or null`. */
export function typeOf(call: Call, schema: Schema): Html {
  if (schema.$ref) {
    const name = nameOf({ $ref: schema.$ref });
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  const some = schema.anyOf ?? schema.allOf;
  if (some)
    return html`${some.map((one, index) => html`${index > 0 ? ` ${translateText(call, 'docs.or')} ` : ''}${typeOf(call, one)}`)}`;
  if (schema.items) return html`${translateText(call, 'docs.list_of')} ${typeOf(call, schema.items)}`;
  const types = [schema.type ?? translateText(call, 'docs.any')].flat();
  return html`${types.join(` ${translateText(call, 'docs.or')} `)}`;
}

/** Renders bounds, default and allowed values. */
function limitsOf(call: Call, schema: Schema): Html {
  const notes: Html[] = [];
  const note = (key: Parameters<typeof translateText>[1], value: unknown) =>
    notes.push(
      html`<br><span class="soft">${translateText(call, key)}</span> <code>${JSON.stringify(value)}</code>`,
    );
  if (schema.default !== undefined) note('docs.default', schema.default);
  for (const value of schema.enum ? [schema.enum.filter((one) => one !== null)] : [])
    notes.push(
      html`<br><span class="soft">${translateText(call, 'docs.one_of')}</span> ${value.map((one, index) => html`${index > 0 ? ', ' : ''}<code>${String(one)}</code>`)}`,
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

/** A row in a table of parameters, fields or members. */
export interface FieldRow {
  name: string;
  schema: Schema;
  description: string;
  required: boolean;
}

/** Renders a table of fields; on a phone each row becomes a block. */
export function table(call: Call, caption: string, rows: readonly FieldRow[]): Html {
  return html`<div class="tbl"><table aria-label="${caption}" class="rows">
<thead><tr><th scope="col">${translateText(call, 'docs.name')}</th><th scope="col">${translateText(call, 'docs.type')}</th><th scope="col">${translateText(call, 'docs.meaning')}</th></tr></thead>
<tbody>${rows.map(
    ({ name, schema, description, required }) => html`
<tr><th scope="row"><code>${name}</code>${required ? html` <span class="needed">${translateText(call, 'docs.required')}</span>` : ''}</th><td class="soft">${typeOf(call, schema)}</td><td>${inline(description)}${limitsOf(call, schema)}</td></tr>`,
  )}
</tbody></table></div>`;
}

/** Returns a parameter as a row. */
export const parameterRow = ({ name, schema, description, required }: DocumentedParameter): FieldRow => ({
  name,
  schema,
  description,
  required,
});

/** Returns the members of an object as rows. */
export function memberRows(schema: Schema): FieldRow[] {
  return Object.entries(schema.properties ?? {}).map(([name, member]) => ({
    name,
    schema: member,
    description: member.description ?? '',
    required: schema.required?.includes(name) ?? false,
  }));
}

/** Renders the fields of an operation's body and its media types. */
export function bodyTable(call: Call, document: OpenApi, { requestBody }: Operation): Html | '' {
  const content = Object.values(requestBody?.content ?? {})[0];
  if (!content?.schema) return '';
  const { $ref } = content.schema;
  const schema = $ref ? (document.components.schemas[nameOf({ $ref })] ?? {}) : content.schema;
  const title = translateText(call, 'docs.body');
  const types = Object.keys(requestBody?.content ?? {}).map(
    (type, index) => html`${index > 0 ? ', ' : ''}<code>${type}</code>`,
  );
  return html`<h4>${title}</h4><p class="soft">${types}</p>${table(call, title, memberRows(schema))}`;
}
