import type { Page } from 'playwright-core';
import type { Service } from './service.ts';
import { workFor } from './submissions.ts';

const TITLE = 'Neighbourhood breakfast under the chestnut';
const VENUE = { venue_name: 'Chestnut Yard', venue_city: 'Nordufer' };
const CONTACT = { contact_name: 'A. Petersen', contact_email: 'a.petersen@post.example' };

/** Lets a programme take proposals, and returns the path of the page of one. */
export async function proposeBreakfast(service: Pick<Service, 'url' | 'as' | 'anonymous'>): Promise<string> {
  const { url, anonymous } = service;
  (await service.as('admin').send('POST', `${url}/kalends/v1/settings`, { submissions: true })).expect(200);
  const body = {
    title: TITLE,
    ...VENUE,
    ...CONTACT,
    start_date: '2026-09-27 10:00',
    end_date: '2026-09-27 13:00',
    cost: 'free',
    recurrence: { rrule: 'FREQ=MONTHLY;BYDAY=-1SU;COUNT=4' },
    ...(await workFor(anonymous, url)),
  };
  const made = (await anonymous.send('POST', `${url}/kalends/v1/submissions`, body)).expect(201);
  return new URL(String(made.at('url'))).pathname;
}

/** Fills the form of a proposal in, as far as somebody has come who is about to say who they are. */
export async function fillProposal(page: Page): Promise<void> {
  const texts = { title: TITLE, ...VENUE, day: '2026-09-27', begin: '10:00', end: '13:00', cost: 'free' };
  for (const [name, text] of Object.entries(texts)) await page.locator(`form [name=${name}]`).fill(text);
  await page.locator('form [name=repeat]').selectOption('monthly_last');
}
