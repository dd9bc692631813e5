import { sendsMail } from '#api/mail/queue.ts';
import type { Site } from '#api/settings/site-settings.ts';
import type { OwnSubmission } from '#calendar/submissions/schema.ts';
import type { Call } from '#context.ts';
import type { MessageKey } from '#foundation/i18n/catalogue.ts';
import { toWall } from '#foundation/time/zone.ts';
import { dayIn, timeIn } from '#web/calendar/reading/day-texts.ts';
import { authoredText } from '#web/html/authored.ts';
import { type Html, html } from '#web/html/html.ts';
import { type IconName, icon } from '#web/html/icons.ts';
import { pageAddress, translateText } from '#web/html/page.ts';
import type { FormValues } from './form-values.ts';
import { mailPromise } from './mail-promises.ts';
import { type OfferedCategory, previewRow } from './preview.ts';

const DECIDED: ReadonlySet<OwnSubmission['state']> = new Set(['accepted', 'rejected', 'withdrawn']);

/** Renders where a proposal stands: its steps, its private address, and what its maker can do. */
export function submissionStatus(
  call: Call,
  site: Site,
  own: OwnSubmission,
  more: {
    readonly secret: string;
    readonly values: FormValues;
    readonly categories: readonly OfferedCategory[];
  },
): { readonly title: string; readonly body: Html } {
  const text = (key: MessageKey, values?: Record<string, string>) => translateText(call, key, values);
  const { state, message } = own;
  const { secret, values, categories } = more;
  const moment = (utc: string) => {
    const wall = toWall(utc, call.services.config.timezone);
    return `${dayIn(call.language, 'dayAndMonth', wall)}, ${timeIn(call.language, site, wall)}`;
  };
  const step = (
    name: IconName,
    key: MessageKey,
    told: string,
    look: 'is-done' | 'is-now' | 'is-next' = 'is-done',
  ) =>
    html`<li class="${look}"${look === 'is-now' ? html` aria-current="step"` : ''}>${icon(name)}<span>${text(key)}</span><span class="step-t">${told}</span></li>`;
  const steps = [step('check', 'submit.step.sent', moment(own.created_utc))];
  if (state === 'asked') steps.push(step('warn', 'submit.step.asked', moment(own.changed_utc), 'is-now'));
  if (state === 'waiting')
    steps.push(step('eye', 'submit.step.read', text('submit.step.read.when'), 'is-now'));
  if (state === 'accepted')
    steps.push(step('check', 'submit.step.accepted', moment(own.changed_utc), 'is-now'));
  else if (state === 'rejected')
    steps.push(step('x', 'submit.step.rejected', moment(own.changed_utc), 'is-now'));
  else if (state === 'withdrawn')
    steps.push(step('x', 'submit.step.withdrawn', moment(own.changed_utc), 'is-now'));
  else steps.push(step('cal', 'submit.step.accepted', mailPromise(call, 'submit.step.mail'), 'is-next'));
  const title = text(`submit.state.${state}`);
  const said =
    message === ''
      ? ''
      : html`<blockquote class="said"><p>${authoredText(message, html` dir="auto"`)}</p></blockquote>`;
  const address = `submit/${secret}`;
  const actions = DECIDED.has(state)
    ? ''
    : html`<div class="f-row own-do"><a class="btn btn-quiet" href="${pageAddress(call, `${address}?edit=1`)}">${icon('edit')}${text('submit.change')}</a>
<details class="menu"><summary class="btn btn-quiet">${text('submit.withdraw')}</summary><form class="pop" method="post" action="${pageAddress(call, address)}"><p>${text('submit.withdraw.sure')}</p><button class="btn" name="withdraw" value="1">${text('submit.withdraw')}</button></form></details></div>`;
  const shown = html`<section class="part"><h2>${text(DECIDED.has(state) ? 'submit.preview' : 'submit.preview.as')}</h2>${previewRow(call, site, values, categories)}${own.image ? html`<img class="own-p" src="${own.image.url}" width="${own.image.width}" height="${own.image.height}" alt="${own.image.alt_text}">` : ''}</section>`;
  const { contact_email: email } = values;
  const [before = '', behind = ''] = text('submit.state.waiting.mail', { address: '%' }).split('%');
  const waiting =
    sendsMail(call.services) && email !== ''
      ? html`${before}<b class="own-m">${email}</b>${behind}`
      : mailPromise(call, 'submit.state.waiting.lead');
  const lead = state === 'waiting' ? waiting : text(`submit.state.${state}.lead`);
  const body = html`<div class="own" data-arrived="${values.title}"><h1>${title}</h1><p class="lead">${lead}</p>${said}
<div class="own-g"><div><section class="part"><h2>${text('submit.where')}</h2><ol class="own-s">${steps}</ol></section>
<section class="part"><h2>${text('submit.link')}</h2><p>${mailPromise(call, 'submit.link.help')}</p><div class="copy"><input readonly aria-label="${text('submit.link.label')}" value="${own.url}"><button class="ibtn" type="button" data-copy hidden aria-label="${text('page.copy')}">${icon('copy')}</button></div>${actions}</section></div>
<div>${shown}<section class="part"><h2>${text('submit.next')}</h2><ul class="own-l">${own.event_url ? html`<li><a href="${own.event_url}">${text('submit.see')}</a></li>` : ''}<li><a href="${pageAddress(call, 'submit')}">${text('submit.another')}</a></li><li><a href="${pageAddress(call, 'events/')}">${text('submit.programme')}</a></li></ul></section></div></div></div>`;
  return { title, body };
}
