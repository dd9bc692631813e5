import type { Message, Values } from '#foundation/i18n/catalogue.ts';

/** Every error that a client can see: its code (the contract, reference 1.11 as changed by D16) and its status. */
export const errorStatus = {
  rest_merged: 301,
  rest_merge_not_found: 404,
  rest_history_invalid_id: 404,
  rest_import_not_found: 404,
  rest_precondition_failed: 412,
  rest_idempotency_key_in_use: 409,
  rest_idempotency_key_reused: 422,
  rest_idempotency_answer_dropped: 410,
  rest_batch_not_allowed: 400,
  rest_import_ended: 409,
  rest_import_not_undoable: 409,
  rest_import_unknown_format: 400,
  rest_import_ambiguous: 400,
  rest_no_route: 404,
  rest_invalid_namespace: 404,
  rest_invalid_json: 400,
  rest_missing_callback_param: 400,
  rest_invalid_param: 400,
  rest_forbidden: 403,
  rest_cannot_set_author: 403,
  rest_invalid_token: 401,
  incorrect_password: 401,
  invalid_username: 401,
  invalid_email: 401,
  rest_too_many_requests: 429,
  rest_body_too_large: 413,
  rest_answer_too_large: 400,
  rest_bad_request: 400,
  rest_unavailable: 503,
  rest_storage_full: 503,
  rest_read_only: 503,
  internal_server_error: 500,
  'rest-event-not-found': 404,
  'rest-invalid-event-id': 400,
  'event-no-longer-available': 403,
  'event-not-accessible': 403,
  'event-password-protected': 403,
  'event-is-in-trash': 410,
  'could-not-create-venue': 400,
  'could-not-create-organizer': 400,
  'could-not-update-venue': 400,
  'could-not-update-organizer': 400,
  'venue-not-accessible': 403,
  'organizer-not-accessible': 403,
  'venue-is-in-trash': 410,
  'organizer-is-in-trash': 410,
  'event-archive-page-not-found': 404,
  'venue-archive-page-not-found': 404,
  'organizer-archive-page-not-found': 404,
  term_exists: 400,
  rest_taxonomy_not_hierarchical: 400,
  duplicate_term_slug: 409,
  rest_duplicate_uid: 409,
  empty_term_name: 400,
  empty_content: 400,
  rest_upload_no_data: 400,
  rest_upload_unknown_error: 400,
  rest_upload_file_type: 400,
  rest_media_invalid_id: 404,
  rest_user_invalid_id: 404,
  rest_token_invalid_id: 404,
  rest_feed_not_found: 404,
  rest_saved_filter_invalid_id: 404,
  rest_saved_filter_exists: 409,
  rest_saved_filters_full: 409,
  rest_oembed_format: 501,
  rest_password_required: 403,
  rest_second_factor_required: 401,
  rest_second_factor_wrong: 401,
  rest_second_factor_active: 409,
  rest_second_factor_inactive: 409,
  rest_second_factor_key: 503,
  rest_passkey_refused: 401,
  rest_passkey_exists: 409,
  rest_passkeys_unavailable: 409,
  rest_passkey_invalid_id: 404,
  rest_invalid_code: 403,
  rest_mail_unavailable: 409,
  rest_mail_invalid_id: 404,
  rest_mail_erased: 409,
  rest_address_lookup_off: 409,
  rest_address_lookup_failed: 424,
  rest_setup_closed: 410,
  rest_submissions_closed: 403,
  rest_submission_not_found: 404,
  rest_submission_decided: 409,
  rest_invitation_invalid_id: 404,
  rest_token_scope: 403,
  rest_sign_in_failed: 401,
  rest_cross_origin: 403,
  rest_session_invalid_id: 404,
  rest_user_exists: 409,
  rest_user_has_content: 409,
  rest_user_last_administrator: 409,
} as const;

/** Code of an error on the wire, and key of its text in the catalogues. */
export type ErrorCode = keyof typeof errorStatus;

/** The further status of errors that have two: dates that a series no longer has are gone (contract R4), writes of what was merged are to be sent again (W5). */
export const otherStatus: Readonly<Partial<Record<ErrorCode, number>>> = {
  'event-no-longer-available': 410,
  rest_merged: 308,
};

const UNAVAILABLE: readonly ErrorCode[] = ['rest_unavailable', 'rest_storage_full', 'rest_read_only'];

/** Whether an error says that the service can't do its work now, whatever was asked of it. */
export const isUnavailable = (error: unknown): error is KalendsError =>
  error instanceof KalendsError && UNAVAILABLE.includes(error.code);

const SIGN_IN: readonly ErrorCode[] = [
  'rest_invalid_token',
  'rest_sign_in_failed',
  'incorrect_password',
  'invalid_username',
  'invalid_email',
  'rest_second_factor_wrong',
  'rest_passkey_refused',
];

/** Returns whether a status tells of a failure of ours; 501 answers a request for a form that the service doesn't write. */
export const isFailure = (status: number): boolean => status >= 500 && status !== 501;

/** Whether an error says that somebody tried to sign in with wrong credentials. */
export const isSignInRefusal = (code: ErrorCode): boolean => SIGN_IN.includes(code);

/** Members of `data` beside `status`, and of the body beside the three. */
export interface ErrorExtras {
  status?: number;
  data?: Record<string, unknown> & { problems?: Record<string, Problem> };
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
  values?: Values;
  /** The login of somebody as whom a client tried to sign in, for the log alone. */
  login?: string;
  /** The error behind it, which the log tells of and the answer does not. */
  cause?: unknown;
}

/** An answer that is an error. Throw it anywhere; one handler answers it. */
export class KalendsError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly extras: ErrorExtras;

  constructor(code: ErrorCode, extras: ErrorExtras = {}) {
    super(code, extras.cause === undefined ? undefined : { cause: extras.cause });
    this.name = 'KalendsError';
    this.code = code;
    this.status = extras.status ?? errorStatus[code];
    this.extras = extras;
  }
}

/** Codes of details of a wrong parameter; those of recurrences are contract R3's. */
export const problemDetails = [
  'rest_invalid_type',
  'rest_not_in_enum',
  'rest_out_of_bounds',
  'rest_invalid_rrule',
  'rest_invalid_date',
  'rest_too_many_items',
  'rest_too_many_occurrences',
  'rest_no_occurrence',
] as const;
/** Code of a detail of a wrong parameter. */
export type ProblemDetail = (typeof problemDetails)[number];

/** Reason why one parameter is refused. `detail` is the code under `data.details` (reference 1.10). */
export interface Problem {
  message: Message;
  detail?: ProblemDetail;
}

/** 400 `rest_invalid_param` naming every offender at once (D32). */
export function invalidParameters(problems: Record<string, Problem>): KalendsError {
  return new KalendsError('rest_invalid_param', {
    data: { problems },
    values: { names: Object.keys(problems).join(', ') },
  });
}

/** Returns 400 `rest_invalid_param` for one offender (D32). */
export function invalidParameter(name: string, message: Message): KalendsError {
  return invalidParameters({ [name]: { message } });
}

/** Refused by permission: 401 to whoever is anonymous, 403 to whoever isn't (reference 1.2, step 7). */
export function forbidden(viewer: { id: number } | null): KalendsError {
  return new KalendsError('rest_forbidden', { status: viewer ? 403 : 401 });
}
