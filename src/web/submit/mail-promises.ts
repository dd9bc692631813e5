import { mailedOrigin, sendsMail } from '#api/mail/queue.ts';
import type { Call } from '#context.ts';
import { translateText } from '#web/html/page.ts';

/** Texts of the pages of proposals that promise a mail, each with what calendars say that send none. */
const promises = {
  'submit.lead': 'submit.lead.unmailed',
  'submit.state.waiting.lead': 'submit.state.waiting.lead.unmailed',
  'submit.step.mail': 'submit.step.mail.unmailed',
  'submit.link.help': 'submit.link.help.unmailed',
} as const;

/** Returns a text that promises a mail, or what is said in its place where none is sent, or none with a link. */
export function mailPromise(call: Call, promise: keyof typeof promises): string {
  const isHeld =
    promise === 'submit.link.help' ? mailedOrigin(call.services) !== undefined : sendsMail(call.services);
  return translateText(call, isHeld ? promise : promises[promise]);
}
