import Type from 'typebox';
import { type Answer, type Route, route } from '#api/routing/route.ts';
import { tryWrites } from '#api/writes/trial.ts';
import { changeEvent, createEvent } from '#calendar/events/actions.ts';
import { eventId } from '#calendar/events/parameters.ts';
import { requireEvent } from '#calendar/events/readable.ts';
import { eventWriteErrors, mayCreateEvents, mayWriteEvent } from '#calendar/events/routes.ts';
import { eventFields, eventUpdateParameters } from '#calendar/events/schema.ts';
import { validateNewEvent, validateUpdate } from '#calendar/events/validation.ts';
import type { Call } from '#context.ts';
import { renderDocument } from '#web/html/frame.ts';
import { eventPage } from './event-page.ts';

/** The page of an event as a write would leave it: a whole document without scripts, whose links open elsewhere. */
export const EventPreview = Type.Object({ html: Type.String() });

/** Answers the page of the event that a write makes or changes, in the language of the request, and takes the write back. */
async function previewAnswer(call: Call, write: (within: Call) => Promise<number>): Promise<Answer> {
  const html = await tryWrites(call.services, async (services) => {
    const within: Call = { ...call, services };
    const id = await write(within);
    const paged: Call = { ...within, links: call.links.ofPages() };
    const { site } = paged;
    const page = await eventPage(paged, id, { isPreview: true });
    return renderDocument(paged, site, page);
  });
  return { body: { html }, isMomentary: true };
}

/** Previews of what is typed before it is saved: the fields, permissions and refusals are those of the writes themselves. */
export const eventPreviewRoutes: readonly Route[] = [
  route({
    operation: 'previewNewEvent',
    methods: ['POST'],
    scope: 'write-own',
    url: '/kalends/v1/events/preview',
    path: {},
    accepts: eventFields,
    answers: { 200: EventPreview },
    errors: eventWriteErrors,
    allows: mayCreateEvents,
    validate: (call, { input }, sent) => validateNewEvent(call, input, sent),
    handle: (call, { input }) => previewAnswer(call, async (within) => (await createEvent(within, input)).id),
  }),
  route({
    operation: 'previewEvent',
    methods: ['POST'],
    scope: 'write-own',
    url: '/kalends/v1/events/{id}/preview',
    path: { id: eventId },
    accepts: eventUpdateParameters,
    answers: { 200: EventPreview },
    errors: ['rest-event-not-found', 'rest-invalid-event-id', ...eventWriteErrors],
    allows: (call, { id }) => mayWriteEvent(call, id),
    validate: (call, { path, input }, sent) => validateUpdate(call, path.id, input, sent),
    handle: (call, { path, input }) =>
      previewAnswer(call, async (within) => {
        await requireEvent(within, path.id);
        return changeEvent(within, path.id, input);
      }),
  }),
];
