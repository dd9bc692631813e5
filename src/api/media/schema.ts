import Type, { type Static } from 'typebox';
import { statuses } from '#api/access/permissions.ts';
import { usingKinds } from './uses/store.ts';

const size = {
  width: Type.Integer(),
  height: Type.Integer(),
  filesize: Type.Integer(),
};

/** A point of a picture that stays visible where it is cut: parts of its width and height, from the upper left. */
export const FocalPoint = Type.Object({
  x: Type.Number({ minimum: 0, maximum: 1 }),
  y: Type.Number({ minimum: 0, maximum: 1 }),
});
/** A point of a picture that stays visible where it is cut. */
export type FocalPoint = Static<typeof FocalPoint>;

/** A rectangle of a picture: parts of its width and height, from the upper left. */
export const Crop = Type.Object({
  x: Type.Number({ minimum: 0, maximum: 1 }),
  y: Type.Number({ minimum: 0, maximum: 1 }),
  width: Type.Number({ exclusiveMinimum: 0, maximum: 1 }),
  height: Type.Number({ exclusiveMinimum: 0, maximum: 1 }),
});
/** A rectangle of a picture. */
export type Crop = Static<typeof Crop>;

/** Members by which pages show a picture; texts in the reader's language. */
const told = {
  alt_text: Type.String(),
  credit: Type.String(),
  focal_point: Type.Union([Type.Null(), FocalPoint]),
};

/** A smaller copy of a picture. */
export const ImageSize = Type.Object({
  width: size.width,
  height: size.height,
  'mime-type': Type.String(),
  filesize: size.filesize,
  url: Type.String(),
});

/** A picture as answered inside other resources (reference 2.6). */
export const Image = Type.Object({
  url: Type.String(),
  id: Type.Integer(),
  extension: Type.String(),
  ...size,
  sizes: Type.Optional(Type.Record(Type.String(), ImageSize)),
  original_image: Type.Optional(Type.String()),
  ...told,
});
/** A picture as answered: the type of the schema. */
export type Image = Static<typeof Image>;

/** A file as the media routes answer it, in the members that clients of the platform's own route read. */
export const Media = Type.Object({
  id: Type.Integer(),
  date: Type.String(),
  date_gmt: Type.String(),
  slug: Type.String(),
  status: Type.String(),
  type: Type.String(),
  link: Type.String(),
  title: Type.Object({ rendered: Type.String() }),
  author: Type.Integer(),
  media_type: Type.String(),
  mime_type: Type.String(),
  source_url: Type.String(),
  revision: Type.Optional(Type.Integer()),
  uses: Type.Optional(Type.Integer()),
  ...told,
  media_details: Type.Object({
    width: Type.Optional(Type.Integer()),
    height: Type.Optional(Type.Integer()),
    file: Type.String(),
    filesize: Type.Integer(),
    sizes: Type.Record(
      Type.String(),
      Type.Object({ ...size, file: Type.String(), mime_type: Type.String(), source_url: Type.String() }),
    ),
  }),
});
/** A file as answered: the type of the schema. */
export type Media = Static<typeof Media>;

/** A page of files. */
export const MediaList = Type.Object({
  media: Type.Array(Media),
  rest_url: Type.String(),
  next_rest_url: Type.Optional(Type.String()),
  previous_rest_url: Type.Optional(Type.String()),
  total: Type.Integer(),
  total_pages: Type.Integer(),
});

/** An item that shows a picture. */
export const MediaUse = Type.Object({
  kind: Type.Enum([...usingKinds]),
  id: Type.Integer(),
  title: Type.String(),
  status: Type.Enum([...statuses]),
  start_date: Type.Union([Type.String(), Type.Null()]),
  rest_url: Type.String(),
});
/** An item that shows a picture: the type of the schema. */
export type MediaUse = Static<typeof MediaUse>;

/** A page of what shows a picture. */
export const MediaUses = Type.Object({
  uses: Type.Array(MediaUse),
  rest_url: Type.String(),
  next_rest_url: Type.Optional(Type.String()),
  previous_rest_url: Type.Optional(Type.String()),
  total: Type.Integer(),
  total_pages: Type.Integer(),
});
