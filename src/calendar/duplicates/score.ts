import { fold } from '#foundation/text/fold.ts';
import { addressKey, type NameAgreement, nameAgreement, phoneKey, websiteKey } from './similarity.ts';

/** Fields that are compared of a venue, an organizer, or something that is about to become one; all as stored. */
export interface ComparedFields {
  /** Folded, in all its languages. */
  readonly names: readonly string[];
  readonly address: string;
  readonly city: string;
  readonly zip: string;
  readonly website: string;
  readonly phone: string;
  readonly email: string;
  readonly point: { readonly lat: number; readonly lng: number } | undefined;
}

/** The compared fields as keys that are the same where only the spelling differs; '' for none. */
export interface Profile extends Pick<ComparedFields, 'names' | 'point'> {
  readonly address: string;
  readonly city: string;
  readonly zip: string;
  readonly website: string;
  readonly phone: string;
  readonly email: string;
}

/** Returns the keys by which something is compared. */
export const profileOf = (fields: ComparedFields): Profile => ({
  names: fields.names,
  point: fields.point,
  address: addressKey(fields.address),
  city: fold(fields.city),
  zip: fold(fields.zip).replaceAll(' ', ''),
  website: websiteKey(fields.website),
  phone: phoneKey(fields.phone),
  email: fields.email.trim().toLowerCase(),
});

/** Points for what two have in common, and against what they differ in; docs/api-resources.md lists them. */
export const points = {
  same_name: 60,
  same_words: 55,
  similar_name: 45,
  name_contained: 35,
  same_address: 25,
  near: 20,
  same_website: 20,
  same_email: 20,
  same_phone: 15,
  other_address: -15,
  other_city: -35,
  far: -40,
} as const;
/** Ground for or against two being one. */
export type Reason = keyof typeof points;
/** All of them, in the order in which they are told. */
export const reasons = Object.keys(points) as readonly Reason[];

/** From so many points on, two are likely one. */
export const LIKELY = 55;
const MOST = 100;

/** Kilometres within which two points are one place, and beyond which they are two. */
const NEAR_KM = 0.1;
const FAR_KM = 2;
const KM_PER_DEGREE = 111.195;

/** Returns the kilometres between two points, right for short ways. */
function distanceKm(one: { lat: number; lng: number }, other: { lat: number; lng: number }): number {
  const middle = ((one.lat + other.lat) / 2) * (Math.PI / 180);
  const turned = Math.abs(one.lng - other.lng);
  const east = Math.min(turned, 360 - turned) * Math.cos(middle);
  return Math.hypot(one.lat - other.lat, east) * KM_PER_DEGREE;
}

const NAME_ORDER: readonly NameAgreement[] = ['same_name', 'same_words', 'similar_name', 'name_contained'];

/** Returns how the names of two agree best, in any of their languages. */
function bestName(one: Profile, other: Profile): NameAgreement | undefined {
  const found = new Set(one.names.flatMap((a) => other.names.map((b) => nameAgreement(a, b))));
  return NAME_ORDER.find((agreement) => found.has(agreement));
}

const same = (a: string, b: string) => a !== '' && a === b;
const differ = (a: string, b: string) => a !== '' && b !== '' && a !== b;

/** Points from 0 to 100, and what they are for. */
export interface Likeness {
  readonly score: number;
  readonly reasons: readonly Reason[];
}

/** Returns how likely two are one; without any agreement of names 0. The same in either order. */
export function likenessOf(one: Profile, other: Profile): Likeness {
  const name = bestName(one, other);
  if (!name) return { score: 0, reasons: [] };
  const km = one.point && other.point ? distanceKm(one.point, other.point) : undefined;
  const isNear = km !== undefined && km <= NEAR_KM;
  const isOtherCity = differ(one.city, other.city) && !same(one.zip, other.zip) && !isNear;
  const hold: Readonly<Partial<Record<Reason, boolean>>> = {
    same_address: same(one.address, other.address) && !isOtherCity,
    near: isNear,
    same_website: same(one.website, other.website),
    same_email: same(one.email, other.email),
    same_phone: same(one.phone, other.phone),
    other_address: differ(one.address, other.address) && !isNear,
    other_city: isOtherCity,
    far: km !== undefined && km > FAR_KM,
  };
  const held = reasons.filter((reason) => reason === name || hold[reason]);
  const sum = held.reduce((total, reason) => total + points[reason], 0);
  return { score: Math.max(0, Math.min(MOST, sum)), reasons: held };
}
