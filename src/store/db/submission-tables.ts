/** States of a submission, as they are stored. */
export const submissionStates = ['waiting', 'asked', 'accepted', 'rejected', 'withdrawn'] as const;
/** A state of a submission: it waits for an editor, or for an answer of who made it; or it's decided. */
export type SubmissionState = (typeof submissionStates)[number];

/** A proposal of somebody without an account: its event, and, apart from that and never public, who made it. */
export interface SubmissionsTable {
  id: number;
  event_id: number;
  /** Hash of the end of its private address. */
  secret_hash: string;
  /** Hash of the one that its last mail named, which leads there too; '' where no later mail named one. */
  mailed_hash: string;
  state: SubmissionState;
  /** In which it was written, and in which its mails are. */
  language: string;
  /** The picture that came with it, until it is removed with it. */
  picture_id: number | null;
  /** JSON: what was sent last, by name, for the form to show again. */
  fields: string;
  /** '' once it's erased. */
  contact_name: string;
  contact_email: string;
  /** A digest of the sender's address, by which submissions are counted; '' once it's erased. */
  client: string;
  /** The editor's last question or reason. */
  message: string;
  created_utc: string;
  /** The last time that its maker changed it. */
  changed_utc: string;
  decided_utc: string | null;
  decided_by: number | null;
}
