import { can, mayEditMedia, mayReadMedia } from '#api/access/permissions.ts';
import { frameList, offsetOf, paging } from '#api/routing/paging.ts';
import { flag, type Input, positiveInteger, required, text } from '#api/routing/parameter.ts';
import { type Answer, type Route, route } from '#api/routing/route.ts';
import type { Call } from '#context.ts';
import { KalendsError } from '#errors.ts';
import { changeFile, deleteFile, uploadFile } from './actions.ts';
import { fileFields, shownFields, uploadFields } from './fields.ts';
import { presentMedia, presentUse } from './present.ts';
import { replaceFile } from './replace.ts';
import { Media, MediaList, MediaUses } from './schema.ts';
import { findMedia, isShownTo, listMediaPage, type MediaRow } from './store.ts';
import { countUses, listUses, usedOrNot } from './uses/store.ts';

const URL = '/kalends/v1/media';
const addressOf = (call: Call) => call.links.base + URL;

const listParameters = { ...paging, search: text({ max: 200 }), unused: flag, without_words: flag };
const inPath = { id: required(positiveInteger()) };

/** Returns the row of a file that the caller may read: an own one, any for editors, and one that a public or own item shows. */
async function findReadable(call: Call, id: number): Promise<MediaRow | undefined> {
  const { read } = call.services.db;
  const row = await findMedia(read, id);
  return row && mayReadMedia(call.viewer, row, await isShownTo(read, id, call.viewer)) ? row : undefined;
}

/** Returns whether the caller may change or delete a file; one that they can't read is treated as one that doesn't exist. */
async function mayEdit(call: Call, id: number): Promise<boolean> {
  const row = await findReadable(call, id);
  return row ? mayEditMedia(call.viewer, row) : can(call.viewer, 'upload');
}

async function listAnswer(call: Call, input: Input<typeof listParameters>): Promise<Answer> {
  const owner = can(call.viewer, 'edit_others') ? null : (call.viewer?.id ?? 0);
  const { read } = call.services.db;
  const { rows, total } = await listMediaPage(
    read,
    {
      owner,
      search: input.search,
      isWordless: input.without_words,
      only: input.unused === undefined ? undefined : usedOrNot(call.viewer, input.unused),
    },
    { limit: input.per_page, offset: offsetOf(input) },
  );
  const counts = await countUses(
    read,
    rows.map(({ id }) => id),
    call.viewer,
  );
  const pairs = [
    ['per_page', input.per_page],
    ['search', input.search],
    ['unused', input.unused === undefined ? undefined : String(input.unused)],
    ['without_words', input.without_words === undefined ? undefined : String(input.without_words)],
  ] as const;
  const frame = frameList(addressOf(call), pairs, input, total);
  const media = rows.map((row) => ({ ...presentMedia(row, call), uses: counts.get(row.id) ?? 0 }));
  return { body: { media, ...frame.members }, headers: frame.headers };
}

function uploadRoute(operation: string, url: string, traits: Pick<Route, 'revises'> = {}): Route {
  return route({
    operation,
    methods: ['POST'],
    scope: 'write-own',
    ...traits,
    url,
    path: {},
    accepts: uploadFields,
    upload: true,
    answers: { 201: Media },
    errors: [
      'rest_upload_no_data',
      'rest_upload_file_type',
      'rest_upload_unknown_error',
      'rest_body_too_large',
    ],
    allows: (call) => can(call.viewer, 'upload'),
    handle: async (call, { input, file }) => {
      const row = await uploadFile(call, file, input);
      return {
        status: 201,
        body: presentMedia(row, call),
        headers: { Location: `${addressOf(call)}/${row.id}` },
      };
    },
  });
}

/** The routes of uploaded files; existing clients upload to `/wp/v2/media` (design 2). */
export const mediaRoutes: readonly Route[] = [
  route({
    operation: 'listMedia',
    methods: ['GET'],
    scope: 'read',
    revises: 'media',
    url: URL,
    path: {},
    accepts: listParameters,
    answers: { 200: MediaList },
    errors: [],
    allows: (call) => can(call.viewer, 'upload'),
    handle: (call, { input }) => listAnswer(call, input),
  }),
  uploadRoute('uploadMedia', URL, { revises: 'media' }),
  uploadRoute('uploadMediaAlias', '/wp/v2/media'),
  route({
    operation: 'readMedia',
    methods: ['GET'],
    scope: 'read',
    revises: 'media',
    url: `${URL}/{id}`,
    path: inPath,
    accepts: {},
    answers: { 200: Media },
    errors: ['rest_media_invalid_id'],
    allows: () => true,
    handle: async (call, { path }) => {
      const row = await findReadable(call, path.id);
      if (!row) throw new KalendsError('rest_media_invalid_id');
      return { body: presentMedia(row, call) };
    },
  }),
  route({
    operation: 'listMediaUses',
    methods: ['GET'],
    scope: 'read',
    url: `${URL}/{id}/uses`,
    path: inPath,
    accepts: paging,
    answers: { 200: MediaUses },
    errors: ['rest_media_invalid_id'],
    allows: (call, { id }) => mayEdit(call, id),
    allowsUnknown: ({ viewer }) => can(viewer, 'upload'),
    handle: async (call, { path, input }) => {
      if (!(await findReadable(call, path.id))) throw new KalendsError('rest_media_invalid_id');
      const { rows, total } = await listUses(call.services.db.read, path.id, call.viewer, {
        limit: input.per_page,
        offset: offsetOf(input),
      });
      const pairs = [['per_page', input.per_page]] as const;
      const frame = frameList(`${addressOf(call)}/${path.id}/uses`, pairs, input, total);
      return {
        body: { uses: rows.map((row) => presentUse(row, call)), ...frame.members },
        headers: frame.headers,
      };
    },
  }),
  route({
    operation: 'updateMedia',
    methods: ['POST', 'PUT', 'PATCH'],
    scope: 'write-own',
    revises: 'media',
    url: `${URL}/{id}`,
    path: inPath,
    accepts: shownFields,
    answers: { 200: Media },
    errors: ['rest_media_invalid_id'],
    allows: (call, { id }) => mayEdit(call, id),
    allowsUnknown: ({ viewer }) => can(viewer, 'upload'),
    handle: async (call, { path, input }) => {
      if (!(await findReadable(call, path.id))) throw new KalendsError('rest_media_invalid_id');
      return { body: presentMedia(await changeFile(call, path.id, input), call) };
    },
  }),
  route({
    operation: 'replaceMediaFile',
    methods: ['POST'],
    scope: 'write-own',
    revises: 'media',
    url: `${URL}/{id}/file`,
    path: inPath,
    accepts: fileFields,
    upload: 'optional',
    answers: { 200: Media },
    errors: [
      'rest_media_invalid_id',
      'rest_upload_no_data',
      'rest_upload_file_type',
      'rest_upload_unknown_error',
      'rest_body_too_large',
    ],
    allows: (call, { id }) => mayEdit(call, id),
    allowsUnknown: ({ viewer }) => can(viewer, 'upload'),
    handle: async (call, { path, input, file }) => {
      if (!(await findReadable(call, path.id))) throw new KalendsError('rest_media_invalid_id');
      return { body: presentMedia(await replaceFile(call, path.id, { file, crop: input.crop }), call) };
    },
  }),
  route({
    operation: 'deleteMedia',
    methods: ['DELETE'],
    scope: 'write-own',
    revises: 'media',
    url: `${URL}/{id}`,
    path: inPath,
    accepts: {},
    answers: { 200: Media },
    errors: ['rest_media_invalid_id'],
    allows: (call, { id }) => mayEdit(call, id),
    allowsUnknown: ({ viewer }) => can(viewer, 'upload'),
    handle: async (call, { path }) => {
      if (!(await findReadable(call, path.id))) throw new KalendsError('rest_media_invalid_id');
      return { body: presentMedia(await deleteFile(call, path.id), call) };
    },
  }),
];
