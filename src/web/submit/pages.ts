import type { FastifyRequest } from 'fastify';
import { mayRead } from '#api/access/permissions.ts';
import type { InnerAnswer } from '#api/http/inner-request.ts';
import type { SentFile } from '#api/routing/route.ts';
import { sentParameters } from '#api/server/request-input.ts';
import { listLinked, listOpenIds } from '#calendar/linked/store.ts';
import { getOwn, newChallenge } from '#calendar/submissions/actions.ts';
import { presentOwn } from '#calendar/submissions/present.ts';
import { isDecided } from '#calendar/submissions/rules.ts';
import type { OwnSubmission } from '#calendar/submissions/schema.ts';
import { findTerm, listTopTerms } from '#calendar/terms/store.ts';
import type { Call } from '#context.ts';
import { KalendsError } from '#errors.ts';
import { forLanguages, message, translate } from '#foundation/i18n/catalogue.ts';
import { fold } from '#foundation/text/fold.ts';
import { isObject } from '#foundation/text/is-object.ts';
import { plainText } from '#foundation/text/markup.ts';
import { html } from '#web/html/html.ts';
import { type HtmlPage, missingPage, pageAddress, translateText } from '#web/html/page.ts';
import { type FormChallenge, type FormChoices, megabytesOf, submitForm } from './form.ts';
import {
  type FormField,
  type FormValues,
  fieldOf,
  formValues,
  submissionOf,
  valuesOf,
} from './form-values.ts';
import { mailPromise } from './mail-promises.ts';
import { submissionStatus } from './status.ts';

/** The most venues and categories that the form offers. */
const MOST_OFFERED = 500;
const SUBMISSIONS = '/kalends/v1/submissions';

/** Choices of the form, and the venues that it knows by name. */
interface Offered {
  readonly categories: FormChoices['categories'];
  readonly venues: ReadonlyMap<string, { readonly id: number; readonly name: string }>;
}

async function offered({ services }: Call): Promise<Offered> {
  const { read } = services.db;
  const ids = await listOpenIds(read, 'venues', MOST_OFFERED);
  const [rows, terms] = await Promise.all([
    listLinked(read, 'venues', ids, 'lean'),
    listTopTerms(read, 'categories', MOST_OFFERED),
  ]);
  const venues = [...rows.values()].map(({ id, name }) => ({ id, name: plainText(name) }));
  return {
    categories: terms,
    venues: new Map(venues.map((venue) => [fold(venue.name), venue])),
  };
}

const idsByName = ({ venues }: Offered) => new Map([...venues].map(([name, { id }]) => [name, id]));

/** A refusal of the form: by field, and beside the fields. */
interface Refusal {
  readonly problems: ReadonlyMap<FormField, string>;
  readonly told: string;
  readonly status: number;
}
/** What the interface says of a file that it doesn't take. */
const OF_FILES = ['rest_upload_file_type', 'rest_upload_unknown_error', 'rest_body_too_large'];
const NOTHING_WRONG: Refusal = { problems: new Map(), told: '', status: 200 };

/** Returns what the interface refuses, by fields of the form. */
function refusalOf({ body, status }: Pick<InnerAnswer, 'body' | 'status'>): Refusal {
  if (!isObject(body)) return NOTHING_WRONG;
  const data = isObject(body['data']) ? body['data'] : {};
  const { params } = data;
  const problems = new Map<FormField, string>();
  let told = '';
  if (isObject(params) && !Array.isArray(params))
    for (const [name, problem] of Object.entries(params)) {
      const field = fieldOf(name);
      const text = String(problem).replace(`${name}: `, '');
      if (field && !['challenge', 'proof', 'homepage'].includes(field)) problems.set(field, text);
      else told = text;
    }
  else if (OF_FILES.includes(String(body['code']))) problems.set('image', String(body['message']));
  else told = String(body['message'] ?? '');
  return { problems, told, status };
}

/** Headers of pages at a private address: nobody keeps what they show, and no link tells the address. */
const PRIVATE = { 'Cache-Control': 'private, no-store', 'Referrer-Policy': 'no-referrer' };

/** Headers of the form: its challenge is one visitor's. */
const ONCE = { 'Cache-Control': 'no-store' };

async function formPage(
  call: Call,
  values: FormValues,
  more: {
    offer: Offered;
    refusal?: Refusal;
    secret?: string;
    challenge?: FormChallenge | undefined;
    image?: OwnSubmission['image'];
  },
): Promise<HtmlPage> {
  const { offer, refusal = NOTHING_WRONG, secret, challenge, image = null } = more;
  const title = translateText(call, secret ? 'submit.change.title' : 'submit.title');
  const lead = mailPromise(call, 'submit.lead');
  const address = secret ? `submit/${secret}` : 'submit';
  const choices: FormChoices = {
    categories: offer.categories,
    venues: [...offer.venues.values()].map(({ name }) => name),
    problems: refusal.problems,
  };
  const form = submitForm(call, call.site, {
    address,
    values,
    choices,
    challenge,
    image,
    told: refusal.told,
  });
  return {
    title,
    status: refusal.status,
    unlisted: secret !== undefined,
    headers: secret === undefined ? ONCE : PRIVATE,
    paths: forLanguages(() => address),
    ...(secret ? {} : { description: lead }),
    scripts: ['submit.js'],
    body: html`<div class="submit-h"><h1>${title}</h1><p class="lead">${lead}</p></div>${form}`,
  };
}

/** Returns the empty form of a proposal; a page that isn't there where the site takes none. */
export async function submitPage(call: Call): Promise<HtmlPage> {
  const { submissions } = call.site;
  if (!submissions) return missingPage(call, 'page');
  const values = formValues({ language: call.language });
  return formPage(call, values, { offer: await offered(call), challenge: await newChallenge(call) });
}

/** Reads what a form sent: its texts, and the file that somebody has chosen. */
async function sentForm(call: Call, request: FastifyRequest) {
  const { bodyLimit, uploadLimit } = call.services.config;
  const limits = { body: bodyLimit, file: uploadLimit, cutsFile: true };
  const { sent, file } = await sentParameters(request, limits, false);
  return { sent, values: formValues(sent), file: file && file.bytes.length > 0 ? file : undefined };
}

/** Sends to the interface what a form sent. A file that is too large is refused here: all of it isn't there. */
async function dispatched(
  call: Call,
  path: string,
  body: Record<string, unknown>,
  file: SentFile | undefined,
): Promise<InnerAnswer> {
  if (file?.isCut) {
    const text = message('submit.image.large', { megabytes: megabytesOf(call.services.config.uploadLimit) });
    const told = translate(call.language, text);
    return { status: 413, headers: {}, body: { code: 'rest_body_too_large', message: told } };
  }
  const inner = file && { name: file.name, type: file.type, bytes: Uint8Array.from(file.bytes) };
  const answer = await call.dispatch?.({ method: 'POST', path, body, file: inner, headers: {} });
  if (!answer) throw new KalendsError('rest_unavailable');
  return answer;
}

/** Takes a proposal that the form sent. Returns the private address where it is, or the form with what is wrong. */
export async function receiveSubmission(call: Call, request: FastifyRequest): Promise<HtmlPage | string> {
  const { submissions } = call.site;
  if (!submissions) return missingPage(call, 'page');
  const offer = await offered(call);
  const { values, file } = await sentForm(call, request);
  const answer = await dispatched(call, SUBMISSIONS, submissionOf(values, idsByName(offer)), file);
  if (answer.status === 201 && isObject(answer.body)) return String(answer.body['url']);
  return formPage(call, values, { offer, refusal: refusalOf(answer), challenge: await newChallenge(call) });
}

const secretOf = (request: FastifyRequest): string =>
  String(Reflect.get(Object(request.params), 'secret') ?? '');

async function statusOf(call: Call, own: OwnSubmission, secret: string) {
  const { read } = call.services.db;
  const fields: Readonly<Record<string, unknown>> = { ...own.fields };
  const [category, venue] = [Number(fields['category']), Number(fields['venue'])];
  const { site } = call;
  const [term, venues] = await Promise.all([
    category > 0 ? findTerm(read, 'categories', category) : undefined,
    listLinked(read, 'venues', venue > 0 ? [venue] : [], 'lean'),
  ]);
  const place = venues.get(venue);
  const isOpen = place !== undefined && mayRead(null, place);
  const values = valuesOf(fields, isOpen ? plainText(place.name) : '');
  return submissionStatus(call, site, own, { secret, values, categories: term ? [term] : [] });
}

/** Returns the page of a proposal at its private address, or the form that changes it. */
export async function ownSubmissionPage(call: Call, request: FastifyRequest): Promise<HtmlPage> {
  const secret = secretOf(request);
  try {
    const row = await getOwn(call, secret);
    const own = presentOwn(call, row);
    if (!isDecided(row) && Reflect.get(Object(request.query), 'edit') === '1') {
      const offer = await offered(call);
      const fields: Readonly<Record<string, unknown>> = { ...own.fields, language: own.language };
      const chosen = [...offer.venues.values()].find(({ id }) => id === Number(fields['venue']));
      const values = valuesOf(fields, chosen?.name ?? '');
      return await formPage(call, values, { offer, secret, image: own.image });
    }
    return {
      ...(await statusOf(call, own, secret)),
      scripts: ['submit.js'],
      unlisted: true,
      headers: PRIVATE,
      paths: forLanguages(() => `submit/${secret}`),
    };
  } catch (error) {
    if (error instanceof KalendsError && error.code === 'rest_submission_not_found')
      return missingPage(call, 'proposal');
    throw error;
  }
}

/** Changes or withdraws a proposal as its form says. Returns its private address, or the form with what is wrong. */
export async function receiveOwnSubmission(call: Call, request: FastifyRequest): Promise<HtmlPage | string> {
  const secret = secretOf(request);
  const own = `/kalends/v1/submit/${encodeURIComponent(secret)}`;
  const { sent, values, file } = await sentForm(call, request);
  const isWithdrawn = sent['withdraw'] !== undefined;
  const offer = await offered(call);
  const {
    challenge: _challenge,
    proof: _proof,
    homepage: _homepage,
    ...fields
  } = submissionOf(values, idsByName(offer));
  const answer = isWithdrawn
    ? await call.dispatch?.({ method: 'DELETE', path: own, body: {}, headers: {} })
    : await dispatched(call, own, fields, file);
  if (!answer) throw new KalendsError('rest_unavailable');
  if (answer.status === 404) return missingPage(call, 'proposal');
  // What has been decided meanwhile is told where it stands.
  if (answer.status === 200 || answer.status === 409 || isWithdrawn)
    return pageAddress(call, `submit/${secret}`);
  const { image } = presentOwn(call, await getOwn(call, secret));
  return formPage(call, values, { offer, refusal: refusalOf(answer), secret, image });
}
