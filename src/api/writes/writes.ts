import type { IncomingHttpHeaders } from 'node:http';
import type { Viewer } from '#api/access/permissions.ts';
import type { Parameters } from '#api/routing/parameter.ts';
import type { Answer, Received, Route, SentFile } from '#api/routing/route.ts';
import type { Call, Services } from '#context.ts';
import type { Reading } from '#store/db/engine.ts';
import type { RevisedKind } from '#store/db/revisions.ts';

/** Returns the names of the fields of an item that changed since a revision; null: that isn't known any more. */
export type ChangedSince = (
  db: Reading,
  kind: RevisedKind,
  /** `site` is the site's language. */
  item: { readonly id: number; readonly revision: number; readonly site: string },
) => Promise<string[] | null>;

/** A write whose route is found and whose parameters are read by name, but not checked. */
export interface WriteRequest {
  readonly route: Route;
  /** The kind of the one item that the path names, where that has a revision. */
  readonly revised: RevisedKind | undefined;
  /** Reads the item that the path names; undefined where it is none that has a revision. */
  readonly reading: Route | undefined;
  readonly method: string;
  /** With the query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly viewer: Viewer;
  readonly client: string;
  readonly sent: Readonly<Record<string, unknown>>;
  readonly file: SentFile | undefined;
}

/** A request that is checked, and permitted. */
export interface PreparedRequest {
  readonly call: Call;
  readonly received: Received<Parameters, Parameters>;
}

/** Checks a request with parts of the service that may stand in for its own. @throws KalendsError where it is refused */
export type Prepare = (within: Services) => Promise<PreparedRequest>;

/**
 * Holds that the caller may send a request, of which only the path is read. Returns whether that names something that is there.
 * @param isSame whether the caller has the role and the scope of the first time, who loses nothing that is gone since
 * @throws KalendsError `rest_forbidden`, `rest_token_scope`
 */
export type Admit = (within: Services, isSame: boolean) => Promise<boolean>;

/** Handles a request with such parts. */
export type Run = (within: Services) => Promise<Answer>;
