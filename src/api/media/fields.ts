import Type from 'typebox';
import { describeColumns } from '#api/routing/field-description.ts';
import { emptied, number, type Parameter, parameter, refuse, text } from '#api/routing/parameter.ts';
import type { MediaTable } from '#store/db/tables.ts';
import { Crop, FocalPoint } from './schema.ts';
import { TEXT_LIMIT } from './texts.ts';

const share = number(0, 1);

/** `focal_point`: `{x, y}` from 0 to 1, also as a text of JSON; null or '' for none. */
const focalPointField: Parameter<FocalPoint | null, false> = parameter<FocalPoint | null>(
  Type.Union([Type.Null(), FocalPoint]),
  async (value, around) => {
    const sent = typeof value === 'string' && value !== '' ? parsed(value) : value;
    if (sent === null || sent === '') return { value: null };
    if (typeof sent !== 'object' || Array.isArray(sent) || !('x' in sent) || !('y' in sent))
      return refuse('problem.focal_point');
    const [x, y] = [await share.read(sent.x, around), await share.read(sent.y, around)];
    return 'value' in x && 'value' in y
      ? { value: { x: x.value, y: y.value } }
      : refuse('problem.focal_point');
  },
  { nulls: 'value' },
);

/** The smallest part of a picture that can be cut out of it. */
const LEAST = 0.01;

/** `crop`: `{x, y, width, height}` within the picture, from 0 to 1, also as a text of JSON. */
const cropField: Parameter<Crop, false> = parameter<Crop>(Crop, async (value, around) => {
  const sent = typeof value === 'string' ? parsed(value) : value;
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return refuse('problem.crop');
  const members: Readonly<Record<string, unknown>> = { ...sent };
  const crop = { x: 0, y: 0, width: 0, height: 0 };
  for (const name of ['x', 'y', 'width', 'height'] as const) {
    const read = await share.read(members[name], around);
    if (!('value' in read)) return refuse('problem.crop');
    crop[name] = read.value;
  }
  const { x, y, width, height } = crop;
  const isWithin = x + width <= 1 + Number.EPSILON && y + height <= 1 + Number.EPSILON;
  return isWithin && width >= LEAST && height >= LEAST ? { value: crop } : refuse('problem.crop');
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The fields of a file that pages show; texts are those of the language of the write (contract 1). */
export const shownFields = {
  alt_text: emptied(text({ empty: true, max: TEXT_LIMIT }), ''),
  credit: emptied(text({ empty: true, max: TEXT_LIMIT }), ''),
  focal_point: focalPointField,
};

/** The fields of an upload. */
export const uploadFields = { title: text({ empty: true, max: 2000 }), ...shownFields };

/** The fields of a picture's new file. */
export const fileFields = { crop: cropField };

const ofFile = { follows: 'file', group: 'file' } as const;

/** Describes the columns of a file, by the names under which the history tells of them. */
export const mediaDescription = describeColumns<MediaTable>()({
  id: { columns: ['id'], untold: true },
  author: { columns: ['author_id'] },
  date: { columns: ['date'] },
  date_utc: { columns: ['date_utc'], follows: 'date' },
  title: { columns: ['title'] },
  slug: { columns: ['slug'] },
  file: { columns: ['file'], group: 'file' },
  original_file: { columns: ['original_file'], ...ofFile },
  mime_type: { columns: ['mime_type'], ...ofFile },
  width: { columns: ['width'], ...ofFile },
  height: { columns: ['height'], ...ofFile },
  filesize: { columns: ['filesize'], ...ofFile },
  // Smaller copies may be made anew at any time.
  sizes: { columns: ['sizes'], ...ofFile, undone: 'along', bookkeeping: true },
  source_url: { columns: ['source_url'] },
  alt_text: { columns: ['alt_text'], form: 'json' },
  credit: { columns: ['credit'], form: 'json' },
  focal_point: { columns: ['focal_point'], form: 'json' },
});
