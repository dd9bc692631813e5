import type { Input } from '#api/routing/parameter.ts';
import { siteSettings } from '#api/settings/site-settings.ts';
import type { Call } from '#context.ts';
import { invalidParameters, KalendsError } from '#errors.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { type Geocoder, readGeocoder } from '#foundation/network/geocoder.ts';
import { PictureError } from '#store/pictures/errors.ts';
import { addressesOf, MOST_FOUND } from './geocoder-answer.ts';
import type { FoundAddress, lookupFields } from './schema.ts';

/** Bounds of an answer, so that somebody else's service holds up nobody. */
const ANSWER = { maxBytes: 256 * 1024, timeoutMs: 6_000, maxRedirects: 2 };
/** Look-ups of one person, and of all: public services ask for one a second at most. */
const BY_ONE = { most: 20, windowMs: 60_000 };
const BY_ALL = { most: 60, windowMs: 60_000 };

/** Returns the address that asks a geocoder for some words. */
function questionOf({ kind, url }: Geocoder, search: string): string {
  const asked = new URL(url);
  asked.searchParams.set('q', search);
  asked.searchParams.set('limit', String(MOST_FOUND));
  if (kind === 'nominatim') {
    asked.searchParams.set('format', 'jsonv2');
    asked.searchParams.set('addressdetails', '1');
  }
  return asked.href;
}

const failed = (reason: ReturnType<typeof message>): KalendsError =>
  new KalendsError('rest_address_lookup_failed', { values: { reason } });

/**
 * Looks an address up with the geocoder from the settings. The geocoder receives the words, the reader's language and the
 * calendar's own address (`KALENDS_PUBLIC_URL`).
 * @throws KalendsError `rest_address_lookup_off`, `rest_address_lookup_failed`, `rest_too_many_requests`
 */
export async function lookUpAddress(
  call: Call,
  { search }: Input<typeof lookupFields>,
): Promise<{ host: string; addresses: FoundAddress[] }> {
  const { services, viewer } = call;
  if (search.trim() === '') throw invalidParameters({ search: { message: message('problem.empty') } });
  const site = await siteSettings(call);
  const geocoder = readGeocoder(site.geocoder);
  if (!geocoder) throw new KalendsError('rest_address_lookup_off');
  const attempt = await services.guesses.begin([
    { name: ['address_lookup', viewer?.id ?? 0], limit: BY_ONE },
    { name: ['address_lookups'], limit: BY_ALL },
  ]);
  await attempt.wrong();
  const { host } = new URL(geocoder.url);
  const { fetchAllow, publicUrl, siteOverrides } = site.config;
  // Read where it is asked: the start of every service would wait for it.
  const { fetchGuarded, readBody } = await import('#store/pictures/fetch.ts');
  const rules = {
    ...ANSWER,
    // A geocoder that the operator names may be a machine of their own; one that an administrator names has to be public.
    allowHosts: siteOverrides.geocoder === undefined ? fetchAllow : [...fetchAllow, host],
    headers: {
      accept: 'application/json',
      'accept-language': call.language,
      'user-agent': publicUrl === undefined ? 'Kalends' : `Kalends (+${publicUrl})`,
    },
  };
  const bytes = await fetchGuarded(questionOf(geocoder, search.trim()), rules, ({ response }) =>
    readBody(response, ANSWER.maxBytes),
  ).catch((error: unknown) => {
    throw error instanceof PictureError ? failed(message(`geocoder.${reasonOf(error)}`)) : error;
  });
  const addresses = addressesOf(geocoder.kind, parsed(bytes));
  if (!addresses) throw failed(message('geocoder.answer'));
  return { host, addresses };
}

const reasons = ['forbidden', 'timeout', 'size', 'redirects', 'status'] as const;

/** Returns why a geocoder gave no answer, as the catalogues name it. */
const reasonOf = ({ reason }: PictureError): (typeof reasons)[number] | 'unreachable' =>
  reasons.find((one) => one === reason) ?? 'unreachable';

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
