/** A mail that no server has taken yet. Once one has, the row is gone; some time after all tries were in vain, its text is. */
export interface MailsTable {
  id: number;
  /** Without angle brackets; the same at each try, so that programs for reading mail see one that came twice. */
  message_id: string;
  recipient: string;
  language: string;
  subject: string;
  /** Plain text; '' once it was erased. */
  body: string;
  /** The thing and the matter that it is about, by which it can be taken back; '' for none. */
  reference: string;
  created_utc: string;
  /** The next try. */
  due_utc: string;
  /** When it's given up. */
  expires_utc: string;
  tries: number;
  /** The server's last answer, or why there was none; '' before the first try. */
  last_error: string;
  given_up_utc: string | null;
}
