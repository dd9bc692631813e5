import { SharedGuesses } from '#api/access/guesses.ts';
import { batchQueue } from '#api/batch/queue.ts';
import { ResponseCache } from '#api/cache/response-cache.ts';
import { ChallengeKey } from '#api/proof-of-work/key.ts';
import { AnswerMemory, FeedTurns, LoopTurns } from '#api/server/answer-size.ts';
import { SettingsCache } from '#api/settings/site-settings.ts';
import { Comparisons } from '#calendar/duplicates/linked.ts';
import { EventJsonCache } from '#calendar/events/json/event-json-cache.ts';
import { LaidOutDays } from '#calendar/events/list/laid-out.ts';
import { ListIndex } from '#calendar/events/list-index/list-index.ts';
import { Lifecycle } from '#foundation/telemetry/lifecycle.ts';
import { Metrics } from '#foundation/telemetry/metrics.ts';
import { ChangeLogFollower } from '#store/db/change-log-follower.ts';
import type { Database } from '#store/db/engine.ts';
import { TotalsCache } from '#store/db/totals.ts';
import { openMediaLibrary } from '#store/pictures/library.ts';
import { OpenApiDocuments } from '#web/openapi/document.ts';
import type { Config } from './config.ts';
import type { Log, Services } from './context.ts';

const MEBIBYTE = 2 ** 20;

/** Everything that lives as long as the process. */
export interface RunningServices extends Services {
  /** Closes what is open, the latest first. */
  close(): Promise<void>;
}

/**
 * Constructs the parts of a service on an opened calendar, each of those before it. A process may have several services: nothing
 * that one of them knows is kept anywhere else. @param db is closed with them
 */
export function constructServices(config: Config, db: Database, log: Log): RunningServices {
  const cacheBytes = config.cache * MEBIBYTE;
  const changeLog = new ChangeLogFollower(db);
  const settings = new SettingsCache(config, changeLog);
  const media = openMediaLibrary(config);
  const turns = new LoopTurns();
  return {
    config,
    log,
    now: config.clock,
    lifecycle: new Lifecycle(),
    metrics: new Metrics(),
    db,
    changeLog,
    settings,
    site: settings.withoutDatabase,
    totals: new TotalsCache(db),
    listIndex: new ListIndex(db, changeLog),
    laidOut: new LaidOutDays(),
    comparisons: new Comparisons(db, turns),
    eventJson: new EventJsonCache(db, changeLog, (cacheBytes * 3) / 4),
    responseCache: new ResponseCache(cacheBytes / 4, db.known),
    answerMemory: new AnswerMemory(config.answerLimit),
    feedTurns: new FeedTurns(),
    batches: batchQueue(),
    turns,
    guesses: new SharedGuesses(db),
    challengeKey: new ChallengeKey(),
    documents: new OpenApiDocuments(),
    media,
    async close() {
      await media.decoders.close();
      await db.close();
    },
  };
}
