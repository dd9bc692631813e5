import type { Site } from '#api/settings/site-settings.ts';
import { DESCRIPTION_MAX, type OwnSubmission } from '#calendar/submissions/schema.ts';
import type { Call } from '#context.ts';
import { languageTraits, type MessageKey } from '#foundation/i18n/catalogue.ts';
import { plainText } from '#foundation/text/markup.ts';
import { pictureKinds } from '#store/pictures/kinds.ts';
import { scriptPath } from '#web/assets/assets.ts';
import { type Html, type HtmlContent, html } from '#web/html/html.ts';
import { icon } from '#web/html/icons.ts';
import { pageAddress, translateText } from '#web/html/page.ts';
import { type FormField, type FormValues, repetitions } from './form-values.ts';
import { type OfferedCategory, previewRow } from './preview.ts';

/** Choices that the form offers, and what is wrong with what was sent. */
export interface FormChoices {
  readonly categories: readonly OfferedCategory[];
  readonly venues: readonly string[];
  readonly problems: ReadonlyMap<FormField, string>;
}

/** A challenge as the interface gives it. */
export interface FormChallenge {
  readonly challenge: string;
  readonly difficulty: number;
}

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

function attributesOf(attributes: Attributes): readonly Html[] {
  return Object.entries(attributes).flatMap(([name, value]) =>
    value === undefined || value === false
      ? []
      : [value === true ? html` ${name}` : html` ${name}="${String(value)}"`],
  );
}

/** Writes the fields of a form, each with its label, its help, and what is wrong with it. */
class FieldWriter {
  readonly #call: Call;
  readonly #values: FormValues;
  readonly #problems: FormChoices['problems'];

  constructor(call: Call, values: FormValues, problems: FormChoices['problems']) {
    this.#call = call;
    this.#values = values;
    this.#problems = problems;
  }

  #text(key: MessageKey): string {
    return translateText(this.#call, key);
  }

  #framed(
    name: FormField,
    control: Html,
    { help, optional }: { help?: HtmlContent; optional?: boolean },
  ): Html {
    const problem = this.#problems.get(name);
    const told = problem
      ? html`<p class="f-e" id="${name}-told">${icon('warn')}<span>${problem}</span></p>`
      : help
        ? html`<p class="h" id="${name}-told">${help}</p>`
        : '';
    const label = this.#text(`submit.field.${name}` as MessageKey);
    const note = optional ? html` <span class="opt-n">${this.#text('submit.optional')}</span>` : '';
    return html`<div class="f${problem ? ' is-bad' : ''}"><label for="${name}">${label}${note}</label>${control}${told}</div>`;
  }

  #common(name: FormField, hasHelp: boolean): Attributes {
    const isBad = this.#problems.has(name);
    return {
      id: name,
      name,
      'aria-invalid': isBad ? 'true' : undefined,
      'aria-describedby': isBad || hasHelp ? `${name}-told` : undefined,
    };
  }

  input(
    name: keyof FormValues,
    attributes: Attributes = {},
    more: { help?: string; optional?: boolean } = {},
  ): Html {
    const all = {
      ...this.#common(name, Boolean(more.help)),
      dir: 'auto',
      value: this.#values[name],
      ...attributes,
    };
    return this.#framed(name, html`<input${attributesOf(all)}>`, more);
  }

  area(name: keyof FormValues, attributes: Attributes, more: { help?: HtmlContent } = {}): Html {
    const all = { ...this.#common(name, Boolean(more.help)), dir: 'auto', ...attributes };
    return this.#framed(name, html`<textarea${attributesOf(all)}>${this.#values[name]}</textarea>`, more);
  }

  select(name: keyof FormValues, options: readonly (readonly [value: string, text: string])[]): Html {
    const chosen = this.#values[name];
    const shown = options.map(
      ([value, text]) =>
        html`<option value="${value}"${value === chosen ? html` selected` : ''}>${text}</option>`,
    );
    return this.#framed(name, html`<select${attributesOf(this.#common(name, false))}>${shown}</select>`, {});
  }

  file(name: 'image', attributes: Attributes, help: string): Html {
    const all = { type: 'file', ...this.#common(name, true), ...attributes };
    return this.#framed(name, html`<input${attributesOf(all)}>`, { help, optional: true });
  }

  check(name: keyof FormValues): Html {
    const checked = this.#values[name] === '' ? '' : html` checked`;
    return html`<label class="check"><input type="checkbox" name="${name}" value="on"${checked}> ${this.#text(`submit.field.${name}` as MessageKey)}</label>`;
  }
}

const section = (call: Call, key: MessageKey, number: number, content: HtmlContent): Html =>
  html`<section class="part" id="part-${number}" aria-labelledby="part-${number}-h"><h2 id="part-${number}-h">${translateText(call, key)}</h2>${content}</section>`;

const PICTURES = Object.values(pictureKinds).map(({ mime_type }) => mime_type);

/** Returns bytes as megabytes, for people. */
export const megabytesOf = (bytes: number): number => Math.floor(bytes / 1024 ** 2);

const PARTS = ['what', 'when', 'where', 'price', 'you'] as const;

/** Renders what is wrong with the form as a whole. */
function summary(call: Call, { problems }: FormChoices, told: string): Html | '' {
  if (problems.size === 0 && told === '') return '';
  const links = [...problems].map(([name, problem]) => html`<li><a href="#${name}">${problem}</a></li>`);
  return html`<div class="alert a-bad" role="alert" tabindex="-1" id="wrong">${icon('warn')}<div><p><b>${told || translateText(call, 'submit.wrong')}</b></p>${links.length > 0 ? html`<ul>${links}</ul>` : ''}</div></div>`;
}

/**
 * Renders the form of a proposal, complete without a script.
 * @param form where it sends to, what stands in it and what it offers; `told`: what is wrong beside its fields
 */
export function submitForm(
  call: Call,
  site: Site,
  form: {
    readonly address: string;
    readonly values: FormValues;
    readonly choices: FormChoices;
    readonly challenge: FormChallenge | undefined;
    /** The picture that is there already. */
    readonly image: OwnSubmission['image'];
    readonly told: string;
  },
): Html {
  const { address, values, choices, challenge, image, told } = form;
  const text = (key: MessageKey, more?: Record<string, number>) => translateText(call, key, more);
  const { uploadLimit } = call.services.config;
  const large = text('submit.image.large', { megabytes: megabytesOf(uploadLimit) });
  const fields = new FieldWriter(call, values, choices.problems);
  const today = Temporal.Instant.from(call.now.toString())
    .toZonedDateTimeISO(call.services.config.timezone)
    .toPlainDate()
    .toString();
  const none = text('submit.choose');
  const categories = choices.categories.map(({ id, name }) => [String(id), plainText(name)] as const);
  const repeats = repetitions.map((one) => [one, text(`submit.repeat.${one}`)] as const);
  const what = html`${fields.input('title', { required: true, maxlength: 200, autocomplete: 'off' })}
<div class="f-row">${fields.select('category', [['', none], ...categories])}${fields.select(
    'language',
    call.services.config.languages.map((language) => [language, languageTraits[language].name] as const),
  )}</div>
${fields.area(
  'description',
  { rows: 5, maxlength: DESCRIPTION_MAX },
  {
    help: html`${text('submit.description.help')} <span data-count="${translateText(call, 'submit.description.count', { count: '%', most: DESCRIPTION_MAX })}">${translateText(call, 'submit.description.most', { most: DESCRIPTION_MAX })}</span>`,
  },
)}
${image ? html`<div class="own-i"><img src="${image.url}" width="${image.width}" height="${image.height}" alt="${image.alt_text}">${fields.check('remove_image')}</div>` : ''}
${fields.file('image', { accept: PICTURES.join(','), 'data-most': uploadLimit, 'data-large': large, 'data-kind': text('submit.image.kind') }, text('submit.image.help', { megabytes: megabytesOf(uploadLimit) }))}
${fields.input('alt_text', { maxlength: 200 }, { optional: true, help: text('submit.alt_text.help') })}`;
  const when = html`<div class="f-row f-when">${fields.input('day', { type: 'date', required: true, min: today })}${fields.input('begin', { type: 'time' })}${fields.input('end', { type: 'time' })}</div>
<div class="f-row">${fields.input('end_day', { type: 'date', min: today }, { optional: true, help: text('submit.end_day.help') })}<div class="f f-check">${fields.check('all_day')}</div></div>
<div class="f-row f-repeat">${fields.select('repeat', [['', text('submit.repeat.none')], ...repeats])}${fields.input('times', { type: 'number', min: 2, max: 52, inputmode: 'numeric' }, { optional: true })}</div>`;
  const where = html`${fields.input('venue_name', { list: 'venues', maxlength: 200, autocomplete: 'off' }, { help: text('submit.venue_name.help') })}
<datalist id="venues">${choices.venues.map((name) => html`<option value="${name}"></option>`)}</datalist>
<div class="f-row">${fields.input('venue_address', { maxlength: 200 }, { optional: true })}${fields.input('venue_city', { maxlength: 200 }, { optional: true })}</div>
${fields.input('organizer', { maxlength: 200 }, { optional: true })}`;
  const price = html`<div class="f-row">${fields.input('cost', { maxlength: 200 }, { optional: true, help: text('submit.cost.help') })}${fields.input('website', { type: 'url', placeholder: 'https://' }, { optional: true })}</div>`;
  const you = html`<div class="f-row">${fields.input('contact_name', { required: true, autocomplete: 'name', maxlength: 200 })}${fields.input('contact_email', { type: 'email', required: true, autocomplete: 'email' })}</div>
<p class="h">${text('submit.contact.help')}</p>`;
  const contents = [what, when, where, price, you];
  const steps = PARTS.map(
    (part, index) =>
      html`<li><a href="#part-${index + 1}"><span class="step-n">${index + 1}</span> ${icon('check')}${text(`submit.part.${part}`)}<span class="vh" hidden>, ${text('submit.part.done')}</span></a></li>`,
  );
  const guards = challenge
    ? html`<input type="hidden" name="challenge" value="${challenge.challenge}" autocomplete="off"><input type="hidden" name="proof" value="" autocomplete="off">
<div class="aside-field" aria-hidden="true"><label>${text('submit.field.homepage')}<input type="text" name="homepage" tabindex="-1" autocomplete="off"></label></div>`
    : '';
  const kept = challenge
    ? html`<p class="kept" data-kept="${text('submit.kept')}" hidden><span></span> <button type="button" data-discard>${text('submit.discard')}</button></p>`
    : '';
  return html`${summary(call, choices, told)}<div class="submit">
<nav class="steps" aria-label="${text('submit.parts')}"><ol>${steps}</ol>${kept}</nav>
<form class="parts" method="post" enctype="multipart/form-data" action="${pageAddress(call, address)}" data-submit${challenge ? html` data-difficulty="${challenge.difficulty}" data-working="${text('submit.working')}" data-challenges="${call.links.base}/kalends/v1/submissions/challenge" data-worker="${scriptPath('proof-of-work.js') ?? ''}"` : ''}>
${PARTS.map((part, index) => section(call, `submit.part.${part}`, index + 1, contents[index]))}
${guards}<div class="f-go">${kept}<button class="btn btn-l">${text(challenge ? 'submit.send' : 'submit.save')}</button></div></form>
<aside class="preview" aria-labelledby="preview-h"${values.title === '' ? html` hidden` : ''}><h2 id="preview-h">${text('submit.preview.as')}</h2>${previewRow(call, site, values, choices.categories)}</aside></div>`;
}
