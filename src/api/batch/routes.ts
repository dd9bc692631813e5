import type { Static } from 'typebox';
import { anyone, type Route, route } from '#api/routing/route.ts';
import { heldFiles } from '#api/writes/trial-files.ts';
import type { Batch, Call, Services } from '#context.ts';
import { KalendsError } from '#errors.ts';
import { OpenTransaction } from '#store/db/open-transaction.ts';
import { sharingTime } from '#store/pictures/budget.ts';
import { type BatchedRequest, batchParameters } from './parameters.ts';
import { inTurn, refuseAtEnd } from './queue.ts';
import { BatchAnswer, type BatchedAnswer } from './schema.ts';

type Answered = Static<typeof BatchedAnswer>;
type Batched = Static<typeof BatchAnswer>;

const SHOWN = /^(allow|link|location|idempotency-replayed|x-(tec|wp)-)/;
const capitalized = (name: string) => name.replace(/(^|-)\w/g, (letter) => letter.toUpperCase());

async function answerOf(
  { dispatch, viewer }: Call,
  request: BatchedRequest,
  { services, mode = 'doing' }: { services: Services; mode?: Batch['mode'] },
): Promise<Answered> {
  if (!dispatch) throw new KalendsError('rest_unavailable');
  const { status, headers, body } = await dispatch(request, { mode, viewer, services });
  const shown = Object.entries(headers)
    .filter(([name]) => SHOWN.test(name))
    .map(([name, value]) => [capitalized(name), value] as const);
  return { body, status, headers: shown.length > 0 ? Object.fromEntries(shown) : [] };
}

/** Permission comes later: these are refusals of what was sent. */
const isInvalid = ({ status }: Answered) => status >= 400 && status !== 401 && status !== 403;

/** Returns the files of a transaction: while pictures are fetched for it, all others who write wait. */
const sharedMedia = ({ media }: Services): Services['media'] => ({
  ...media,
  rules: sharingTime(media.rules),
});

/** Does one request after the other, each by itself, or as parts of the transaction that the batch is in. */
async function answerEach(call: Call, requests: readonly BatchedRequest[]): Promise<Batched> {
  const { services } = call;
  const within = services.db.isTransaction ? { ...services, media: sharedMedia(services) } : services;
  const responses: Answered[] = [];
  for (const request of requests) {
    if (services.db.isTransaction) refuseAtEnd(services);
    responses.push(await answerOf(call, request, { services: within }));
  }
  return { responses };
}

/** Does all in one transaction, so that they can be refused whole; with `isAtomic` none where one fails. */
async function answerTogether(
  call: Call,
  requests: readonly BatchedRequest[],
  { isAtomic }: { isAtomic: boolean },
): Promise<Batched> {
  const { services } = call;
  const transaction = new OpenTransaction(services.db);
  const held = heldFiles(services.media.files);
  const media = { ...sharedMedia(services), files: held.files };
  const within: Services = { ...services, db: transaction.db, media };
  const responses: Answered[] = [];
  let isCommitting = false;
  try {
    for (const [index, request] of requests.entries()) {
      refuseAtEnd(services);
      const answered = await answerOf(call, request, { services: within });
      if (isAtomic && answered.status >= 400) {
        await transaction.rollback();
        await held.rollback();
        return { failed: 'atomic', responses: requests.map((_, at) => (at === index ? answered : null)) };
      }
      responses.push(answered);
    }
    isCommitting = true;
    await transaction.commit();
    await held.commit();
    return { responses };
  } catch (error) {
    await transaction.rollback();
    if (!isCommitting) await held.rollback();
    throw error;
  }
}

/** The route of batches, as WordPress has it (contract W6). */
export const batchRoutes: readonly Route[] = [
  route({
    operation: 'createBatch',
    methods: ['POST'],
    scope: 'read',
    url: '/batch/v1',
    path: {},
    accepts: batchParameters,
    answers: { 207: BatchAnswer },
    errors: ['rest_batch_not_allowed'],
    allows: anyone,
    async handle(call, { input }) {
      const { requests, validation, atomic } = input;
      if (validation === 'require-all-validate') {
        const checked: Answered[] = [];
        for (const request of requests)
          checked.push(await answerOf(call, request, { services: call.services, mode: 'checking' }));
        if (checked.some(isInvalid)) {
          const responses = checked.map((one) => (isInvalid(one) ? one : null));
          return { status: 207, body: { failed: 'validation', responses } satisfies Batched };
        }
      }
      const { db, lifecycle } = call.services;
      const body = await inTurn(call, () => {
        // What begins when the process was told to stop may be refused whole.
        const isTogether = atomic || (lifecycle.isStopping && !db.isTransaction);
        return isTogether ? answerTogether(call, requests, { isAtomic: atomic }) : answerEach(call, requests);
      });
      return { status: 207, body };
    },
  }),
];
