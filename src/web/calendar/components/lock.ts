import { guardItemPassword, type Table } from '#api/server/password-guesses.ts';
import type { Call } from '#context.ts';
import { KalendsError } from '#errors.ts';
import { type Html, html } from '#web/html/html.ts';
import { icon } from '#web/html/icons.ts';
import { type HtmlPage, translateText } from '#web/html/page.ts';

/** A password that a form sent, and what became of it. */
export interface SentPassword {
  readonly password: string;
  /** The seconds after which it may be tried again, where there were too many wrong ones. */
  readonly retryAfter?: string | undefined;
}

/** Returns what a form sent as password for an item, counted as a guess as a read in the interface is. */
export async function receivePassword(
  call: Call,
  table: Table,
  id: number,
  password: string,
): Promise<SentPassword> {
  try {
    await guardItemPassword(call, table, id, password);
    return { password };
  } catch (error) {
    if (!(error instanceof KalendsError) || error.code !== 'rest_too_many_requests') throw error;
    return { password: '', retryAfter: error.extras.headers?.['Retry-After'] ?? '60' };
  }
}

/** Returns the status and headers of the answer to a password that opened nothing. */
export function refusal({ retryAfter }: SentPassword): Pick<HtmlPage, 'status' | 'headers'> {
  return retryAfter === undefined ? { status: 403 } : { status: 429, headers: { 'Retry-After': retryAfter } };
}

/**
 * Renders the form that asks for the password of an item. It is sent in the body, to the page's own address: what is in an
 * address stands in histories and logs.
 */
export function lockForm(call: Call, about: string, sent: SentPassword | undefined): Html {
  const problem =
    sent === undefined
      ? undefined
      : translateText(call, sent.retryAfter === undefined ? 'page.lock.wrong' : 'page.lock.too_many');
  const error = problem ? html`<p class="f-e" id="pw-e" role="alert">${icon('warn')}${problem}</p>` : '';
  return html`<form class="lock" method="post"><h2>${about}</h2><p id="pw-n">${translateText(call, 'page.lock.note')}</p><div class="f${problem ? ' is-bad' : ''}"><label for="pw">${translateText(call, 'page.lock.password')}</label><div class="f-row"><input id="pw" name="password" type="password" required maxlength="255" autocomplete="off" aria-describedby="pw-n pw-e"${problem ? html` aria-invalid="true"` : ''}><button class="btn">${translateText(call, 'page.lock.open')}</button></div>${error}</div></form>`;
}
