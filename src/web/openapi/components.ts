import Type, { type TSchema } from 'typebox';
import { BatchAnswer } from '#api/batch/schema.ts';
import {
  InvitationAnswer,
  InvitationPreview,
  InvitationsAnswer,
  NewInvitationAnswer,
} from '#api/invitations/schema.ts';
import { MailAnswer, MailServerAnswer, MailsAnswer, RetriedMails, TestMailAnswer } from '#api/mail/schema.ts';
import { Image, ImageSize, Media, MediaList, MediaUse, MediaUses } from '#api/media/schema.ts';
import { OptionsAnswer, PasskeyAnswer, PasskeysAnswer } from '#api/passkeys/schema.ts';
import { ResetAnswer, ResetWayAnswer } from '#api/password-reset/schema.ts';
import type { Parameters } from '#api/routing/parameter.ts';
import { formSchema } from '#api/routing/parameter.ts';
import type { Route } from '#api/routing/route.ts';
import { NewTotpAnswer, RecoveryCodesAnswer, SecondFactorAnswer } from '#api/second-factor/schema.ts';
import { CurrentAnswer, EndedAnswer, SessionAnswer, SessionsAnswer } from '#api/sessions/schema.ts';
import { MovesAnswer, SiteAnswer } from '#api/settings/schema.ts';
import { NewTokenAnswer, TokenAnswer, TokensAnswer, UserAnswer, UsersAnswer } from '#api/users/schema.ts';
import { FoundAddress, FoundAddresses } from '#calendar/addresses/schema.ts';
import { Category, CategoryList } from '#calendar/categories/schema.ts';
import { Duplicate, DuplicateList, EventDuplicates } from '#calendar/duplicates/routes.ts';
import { VenueAlternatives } from '#calendar/events/alternative-routes.ts';
import { Overlap } from '#calendar/events/busy/overlaps.ts';
import { BusyTime } from '#calendar/events/busy/present.ts';
import { BusyList } from '#calendar/events/busy/routes.ts';
import { Ticket } from '#calendar/events/cost/tickets.ts';
import { RecurrencePreview } from '#calendar/events/preview-routes.ts';
import { CostDetails, DateDetails, Event, EventList } from '#calendar/events/schema.ts';
import { ClosedDates, OpeningTimes } from '#calendar/events/visitors/opening-hours.ts';
import { FeedAnswer, FeedsAnswer, NewFeedAnswer } from '#calendar/feeds/secret-routes.ts';
import { HistoryEntry, HistoryList, UndoAnswer } from '#calendar/history/schema.ts';
import { UndoneMergeAnswer } from '#calendar/merges/routes.ts';
import { MergeResult } from '#calendar/merging/schema.ts';
import { Organizer, OrganizerList } from '#calendar/organizers/schema.ts';
import { SavedFilterAnswer, SavedFiltersAnswer } from '#calendar/saved-filters/schema.ts';
import {
  ChallengeAnswer,
  OwnSubmission,
  SubmissionAnswer,
  SubmissionDetails,
  SubmissionList,
} from '#calendar/submissions/schema.ts';
import { Tag, TagList } from '#calendar/tags/schema.ts';
import { EmbeddedTerm, HyperLinks, TermUrls } from '#calendar/terms/schema.ts';
import { Venue, VenueList } from '#calendar/venues/schema.ts';
import { problemDetails } from '#errors.ts';
import { SetupAnswer } from '#operations/first-run/schema.ts';
import { Health, HealthProblem, NodeChecks, Readiness } from '#operations/health/schema.ts';
import {
  Import,
  ImportColumn,
  ImportCounts,
  ImportFieldList,
  ImportItemList,
  ImportList,
  ImportRepair,
} from '#transfer/imports/schema.ts';
import { EventPreview } from '#web/calendar/event/preview-routes.ts';

const problem = Type.Object({
  code: Type.Enum([...problemDetails]),
  message: Type.String(),
  data: Type.Object({ param: Type.String() }),
});

/** The body of every error (reference 1.10). */
export const ErrorBody = Type.Object({
  code: Type.String(),
  message: Type.String(),
  data: Type.Object({
    status: Type.Integer(),
    params: Type.Optional(Type.Union([Type.Array(Type.String()), Type.Record(Type.String(), Type.String())])),
    details: Type.Optional(Type.Union([Type.Array(Type.Never()), Type.Record(Type.String(), problem)])),
    term_id: Type.Optional(Type.Integer()),
    current: Type.Optional(Type.Object({}, { additionalProperties: true })),
    changed: Type.Optional(Type.Union([Type.Array(Type.String()), Type.Null()])),
    json_error_code: Type.Optional(Type.Integer()),
    json_error_message: Type.Optional(Type.String()),
  }),
  additional_data: Type.Optional(Type.Array(Type.Integer())),
  ...Type.Partial(Type.Object({ ...HealthProblem.properties })).properties,
});

/** Schemas of answers that have a name in the document, in its order. */
export const namedSchemas: Readonly<Record<string, TSchema>> = {
  EventList,
  Event,
  Overlap,
  BusyList,
  BusyTime,
  VenueAlternatives,
  DuplicateList,
  BatchAnswer,
  Import,
  ImportCounts,
  ImportRepair,
  ImportColumn,
  ImportList,
  ImportFieldList,
  ImportItemList,
  Duplicate,
  EventDuplicates,
  FoundAddress,
  FoundAddresses,
  MergeResult,
  UndoneMerge: UndoneMergeAnswer,
  HistoryList,
  HistoryEntry,
  Undo: UndoAnswer,
  DateDetails,
  CostDetails,
  Ticket,
  OpeningTimes,
  ClosedDates,
  RecurrencePreview,
  EventPreview,
  VenueList,
  Venue,
  OrganizerList,
  Organizer,
  Image,
  ImageSize,
  CategoryList,
  Category,
  TagList,
  Tag,
  EmbeddedTerm,
  TermUrls,
  HyperLinks,
  UserList: UsersAnswer,
  User: UserAnswer,
  TokenList: TokensAnswer,
  Token: TokenAnswer,
  NewToken: NewTokenAnswer,
  SecondFactor: SecondFactorAnswer,
  NewTotp: NewTotpAnswer,
  RecoveryCodes: RecoveryCodesAnswer,
  PasskeyList: PasskeysAnswer,
  Passkey: PasskeyAnswer,
  PasskeyOptions: OptionsAnswer,
  PasswordReset: ResetAnswer,
  PasswordResetWay: ResetWayAnswer,
  InvitationList: InvitationsAnswer,
  Challenge: ChallengeAnswer,
  OwnSubmission,
  Submission: SubmissionAnswer,
  SubmissionDetails,
  SubmissionList,
  Invitation: InvitationAnswer,
  NewInvitation: NewInvitationAnswer,
  InvitationPreview,
  MailList: MailsAnswer,
  MailServer: MailServerAnswer,
  TestMail: TestMailAnswer,
  Mail: MailAnswer,
  RetriedMails,
  SessionList: SessionsAnswer,
  Session: SessionAnswer,
  CurrentSession: CurrentAnswer,
  EndedSessions: EndedAnswer,
  FeedList: FeedsAnswer,
  Feed: FeedAnswer,
  NewFeed: NewFeedAnswer,
  SavedFilterList: SavedFiltersAnswer,
  SavedFilter: SavedFilterAnswer,
  MediaList,
  Media,
  MediaUses,
  MediaUse,
  SettingMoves: MovesAnswer,
  SiteSettings: SiteAnswer,
  Setup: SetupAnswer,
  Health,
  Readiness,
  NodeChecks,
  Error: ErrorBody,
};

/** Returns whether an operation reads its parameters from the body rather than the query. */
export const hasBody = (route: Route): boolean => !/^(GET|DELETE)$/.test(route.methods[0] ?? 'GET');

const pascal = (operation: string) => operation.charAt(0).toUpperCase() + operation.slice(1);
const isEmpty = (fields: Parameters) => Object.keys(fields).length === 0;

/** Returns the bodies of operations, each under the name of the first that has it: `CreateEvent`, `UpdateEvent`. */
export function bodySchemas(routes: readonly Route[]): { name: string; schema: TSchema; route: Route }[] {
  const bodies: { name: string; schema: TSchema; route: Route }[] = [];
  const known = new Set<string>();
  for (const route of routes) {
    if (!hasBody(route) || route.upload || isEmpty(route.accepts)) continue;
    const schema = formSchema(route.accepts);
    const text = JSON.stringify(schema);
    if (known.has(text)) continue;
    known.add(text);
    bodies.push({ name: pascal(route.operation), schema, route });
  }
  return bodies;
}
