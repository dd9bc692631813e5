import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launch, withoutBrowser } from '../support/browser.ts';
import { tabTo, untilFocused } from '../support/focus.ts';
import { assertAccessible, assertFits, openPage } from '../support/open-page.ts';
import { passwordOf } from '../support/passwords.ts';
import { people, type Service, startService } from '../support/service.ts';
import { TestBrowser } from '../support/session.ts';
import { assertInSight } from '../support/sight.ts';

describe('the editor of events in a browser', { skip: withoutBrowser }, () => {
  let service: Service;
  let browser: Browser;
  let signedIn: TestBrowser;

  before(async () => {
    [service, browser] = await Promise.all([startService(), launch()]);
    await people(service);
    signedIn = new TestBrowser(service);
    const body = { login: 'admin', password: passwordOf('admin') };
    (await signedIn.send('POST', '/kalends/v1/sessions', body)).expect(201);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  const open = async (path: string, status = 200): Promise<Page> => {
    const page = await openPage(browser, service.url + path, { cookie: signedIn.cookie });
    if (status === 200) await page.locator('.rt-t').first().waitFor();
    return page;
  };
  /** Waits until the browser keeps something that was typed, or nothing any more. */
  const untilTyped = async (page: Page, isKept: boolean) => {
    const look = "Object.keys(localStorage).some((name) => name.startsWith('kalends.typed.'))";
    while ((await page.evaluate(look)) !== isKept);
  };
  const isSaved = async (page: Page) => page.locator('.ed-st:not(.is-dirty)').waitFor();

  test('an event with a new venue, a repetition and a translation is entered by keys alone', async () => {
    const page = await open('/admin/events/new');
    await page.keyboard.type('Organ at Half Past Twelve');
    const german = page.getByRole('button', { name: /Deutsch/ });
    await tabTo(german, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await tabTo(page.locator('.rt-t').first());
    await page.keyboard.type('Thirty minutes at the large organ.');
    await tabTo(page.locator('.ti').nth(1));
    await page.keyboard.type('Orgel um halb eins');
    await tabTo(page.getByRole('button', { name: 'Repeat', exact: true }));
    await page.keyboard.press('Enter');
    await page.locator('.rm .on').first().waitFor();
    await untilFocused(page.getByRole('spinbutton', { name: 'Every' }));
    await tabTo(page.getByRole('button', { name: 'Date', exact: true }));
    await page.keyboard.press('Enter');
    const nextYear = new Date().getFullYear() + 1;
    await tabTo(page.getByRole('dialog', { name: 'Add date' }).getByRole('spinbutton').first());
    await page.keyboard.type(`0503${nextYear}`);
    await page.getByRole('button', { name: /Remove also on \S+ 5 Mar/ }).waitFor();
    await tabTo(page.getByRole('combobox', { name: 'Venue' }));
    await page.keyboard.type('St. Marien');
    await page.getByRole('option', { name: 'Create “St. Marien”' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('.token').waitFor();
    // Only the one that is chosen is a stop of the keyboard; arrows go to the others.
    await tabTo(page.getByRole('radio', { name: 'Draft' }));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await assertAccessible(page);
    await tabTo(page.getByLabel('URL slug'));
    await page.keyboard.press('Control+s');
    await page.waitForURL(/\/admin\/events\/\d+$/);
    await isSaved(page);
    // Whoever goes on typing types where they were.
    await untilFocused(page.getByLabel('URL slug'));
    assert.match(await page.title(), /^Organ at Half Past Twelve · /);
    await page.locator('.rm .on').first().waitFor();
    await assertFits(page);
    await assertAccessible(page);

    const id = Number(page.url().split('/').at(-1));
    const read = async (language: string) =>
      (await service.as('admin').get(`/events/${id}?context=edit&translation_language=${language}`)).expect(
        200,
      );
    const event = await read('en');
    assert.equal(event.at('raw.title'), 'Organ at Half Past Twelve');
    assert.equal(event.at('raw.description'), '<p>Thirty minutes at the large organ.</p>');
    assert.equal(event.at('venue.venue'), 'St. Marien');
    assert.equal(event.at('status'), 'publish');
    assert.deepEqual(event.at('recurrence.rrule'), ['FREQ=WEEKLY']);
    assert.equal(String(event.at('recurrence.rdate.0')).slice(0, 10), `${nextYear}-03-05`);
    assert.equal((await read('de')).at('raw.title'), 'Orgel um halb eins');
    await page.context().close();
  });

  test('an end that is typed after a late beginning is on the same evening', async () => {
    const page = await open('/admin/events/new');
    await page.keyboard.type('Late session');
    const times = (name: string) => page.getByRole('group', { name, exact: true }).getByRole('spinbutton');
    await times('From').first().focus();
    // From 19:00 to 21:00: the end moves along, past midnight.
    await page.keyboard.type('2230');
    await page.getByText('2 hours').waitFor();
    await times('To').first().focus();
    await page.keyboard.type('2345');
    await page.keyboard.press('Control+s');
    await page.waitForURL(/\/admin\/events\/\d+$/);
    const id = /\d+$/.exec(page.url())?.[0];
    const event = (await service.as('admin').get(`/events/${id}`)).expect(200);
    const day = String(event.at('start_date')).slice(0, 10);
    assert.equal(event.at('start_date'), `${day} 22:30:00`);
    assert.equal(event.at('end_date'), `${day} 23:45:00`);
    await page.context().close();
  });

  test('what is typed and not saved is kept, told, and gone once it is saved', async () => {
    const id = (
      await service.as('admin').post('/events', {
        title: 'Choir',
        start_date: '2030-03-01 19:00:00',
        end_date: '2030-03-01 21:00:00',
        status: 'draft',
      })
    )
      .expect(201)
      .id();
    const page = await open(`/admin/events/${id}`);
    await page.locator('.ti').first().fill('Choir and organ');
    await untilTyped(page, true);
    await page.locator('.adm-n a', { hasText: 'Events' }).click();
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL(/\/admin\/events$/);
    await page.goto(`${service.url}/admin/events/${id}`);
    await page.locator('.strip').waitFor();
    assert.equal(await page.locator('.ti').first().inputValue(), 'Choir and organ');
    // What another changes meanwhile stays: only what was typed here is sent.
    (await service.as('admin').post(`/events/${id}`, { website: 'https://choir.example/' })).expect(200);
    await page.keyboard.press('Control+s');
    await isSaved(page);
    const event = (await service.as('admin').get(`/events/${id}?context=edit`)).expect(200);
    assert.equal(event.at('raw.title'), 'Choir and organ');
    assert.equal(event.at('website'), 'https://choir.example/');
    await untilTyped(page, false);
    await page.context().close();
  });

  test('the focus stays at what was done: the caret through the first save, and beside what goes away', async () => {
    const page = await open('/admin/events/new');
    const title = page.locator('.ti').first();
    await untilFocused(title);
    await page.keyboard.type('Choir at dusk');
    for (const _ of ' at dusk') await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Control+s');
    await page.waitForURL(/\/admin\/events\/\d+$/);
    await isSaved(page);
    await untilFocused(title);
    await page.keyboard.type(' and organ');
    assert.equal(await title.inputValue(), 'Choir and organ at dusk');
    const save = page.getByRole('button', { name: /^Save/ });
    await tabTo(save, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await isSaved(page);
    // Off now that all is saved: the focus is on what had it before.
    await untilFocused(page.getByRole('button', { name: 'Publish', exact: true }));
    const repeat = page.getByRole('button', { name: 'Repeat', exact: true });
    await tabTo(repeat);
    await page.keyboard.press('Enter');
    await tabTo(page.getByRole('button', { name: 'Don’t repeat' }));
    await page.keyboard.press('Enter');
    await untilFocused(repeat);
    await page.context().close();
  });

  test('each tab has a new event of its own, and what was left is offered again', async () => {
    const one = await open('/admin/events/new');
    const context = one.context();
    const other = await context.newPage();
    const title = (page: Page) => page.locator('.ti').first();
    const countKept = async (page: Page, count: number) => {
      const look = "Object.keys(localStorage).filter((name) => name.startsWith('kalends.typed.')).length";
      while ((await page.evaluate(look)) !== count);
    };
    await title(one).fill('Of the first tab');
    await countKept(one, 1);
    await other.goto(`${service.url}/admin/events/new`);
    await title(other).waitFor();
    assert.equal(await title(other).inputValue(), '');
    assert.equal(await other.locator('.ed-n .strip').count(), 0);
    await title(other).fill('Of the second tab');
    await countKept(one, 2);
    // Loaded again, it has its own.
    other.on('dialog', (dialog) => void dialog.accept());
    await other.reload();
    await other.getByText('Restored your unsaved changes').waitFor();
    assert.equal(await title(other).inputValue(), 'Of the second tab');
    await other.close();
    // The question is in sight, however far down somebody was.
    await one.evaluate('scrollTo(0, document.body.scrollHeight)');
    await one.locator('.adm-n a', { hasText: 'Events' }).click();
    await assertInSight(one.getByRole('button', { name: 'Leave' }));
    await one.getByRole('button', { name: 'Leave' }).click();
    await one.waitForURL(/\/admin\/events$/);
    await title(one).waitFor({ state: 'detached' });
    await one.keyboard.press('n');
    const left = (name: string) => one.locator('.ed-n .strip', { hasText: name });
    await left('Of the second tab').getByRole('button', { name: 'Discard changes' }).click();
    await left('Of the second tab').waitFor({ state: 'detached' });
    await one.locator('.toast').getByRole('button', { name: /Undo/ }).click();
    await left('Of the second tab').waitFor();
    assert.equal(await title(one).inputValue(), '');
    await left('Of the first tab').getByRole('button', { name: 'Continue' }).press('Enter');
    await one.getByText('Restored your unsaved changes').waitFor();
    assert.equal(await title(one).inputValue(), 'Of the first tab');
    await left('Of the second tab').waitFor();
    await context.close();
  });

  test('the preview shows what is typed and not saved, in each language and as a phone shows it, by keys alone', async () => {
    const page = await open('/admin/events/new');
    await page.locator('.ti').first().fill('Breakfast by the river');
    const preview = page.getByRole('button', { name: 'Preview', exact: true });
    await preview.press('Enter');
    const shown = page.frameLocator('.pp iframe');
    await shown.getByRole('heading', { level: 1, name: 'Breakfast by the river' }).waitFor();
    const widthOf = async () => (await page.locator('.pp iframe').boundingBox())?.width ?? 0;
    assert.ok((await widthOf()) > 1000);
    await page.getByRole('radio', { name: 'Phone' }).press('Space');
    await page.locator('.pp-phone').waitFor();
    assert.ok((await widthOf()) < 400);
    await page.getByLabel('Language', { exact: true }).selectOption('de');
    await shown.locator('html[lang=de]').waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    await page.locator('.pp').waitFor({ state: 'detached' });
    assert.ok(await preview.evaluate('document.activeElement.textContent === "Preview"'));
    await page.getByLabel('Website').fill('nonsense');
    await preview.press('Enter');
    await page.locator('.pp-e', { hasText: 'website' }).waitFor();
    const events = await service
      .as('admin')
      .get('/events?status=publish,draft,pending,private,future&search=breakfast');
    assert.deepEqual(events.rows('events'), []);
    await page.context().close();
  });

  test('what the interface refuses is told at its field, and nothing is lost', async () => {
    const page = await openPage(browser, `${service.url}/admin/events/new`, {
      cookie: signedIn.cookie,
    });
    await page.locator('.rt-t').first().waitFor();
    await page.locator('.ti').first().fill('Choir');
    await page.getByLabel('Website').fill('nonsense');
    await page.keyboard.press('Control+s');
    await page.locator('.strip-bad').waitFor();
    const website = page.getByLabel('Website');
    assert.equal(await website.getAttribute('aria-invalid'), 'true');
    assert.equal(await website.inputValue(), 'nonsense');
    assert.equal(await page.locator('.ti').first().inputValue(), 'Choir');
    // What is wrong before anybody is asked brings its repair with it.
    await page.getByRole('checkbox', { name: 'Ends on another day' }).press('Space');
    const lastDay = page.getByRole('group', { name: 'End date' }).getByRole('spinbutton');
    await lastDay.last().focus();
    await page.keyboard.type('2020');
    await page.getByText('The event ends before it starts.').waitFor();
    await page.locator('.f-e .link').press('Enter');
    assert.equal(await page.getByText('The event ends before it starts.').count(), 0);
    await page.context().close();
  });

  test('an end that is typed before its beginning is on the next day, with a note, until it is typed on', async () => {
    const page = await open('/admin/events/new');
    await page.keyboard.type('Night of the museums');
    const part = (name: string) => page.getByRole('group', { name, exact: true }).getByRole('spinbutton');
    const note = page.getByText('so the event ends the next day');
    await part('To').first().focus();
    // From 19:00; two digits are one hour.
    await page.keyboard.type('2');
    await note.waitFor();
    await part('End date').first().waitFor();
    await page.keyboard.type('3');
    await note.waitFor({ state: 'detached' });
    assert.equal(await part('End date').count(), 0);
    await part('To').first().focus();
    await page.keyboard.type('0130');
    await note.waitFor();
    await assertAccessible(page);
    // A beginning that moves takes the end along.
    await part('From').first().focus();
    await page.keyboard.type('20');
    await note.waitFor();
    await page.keyboard.press('Control+s');
    await page.waitForURL(/\/admin\/events\/\d+$/);
    await isSaved(page);
    const id = Number(page.url().split('/').at(-1));
    const read = async () => (await service.as('admin').get(`/events/${id}`)).expect(200);
    const [start, end] = ['start_date', 'end_date'].map(async (name) => String((await read()).at(name)));
    const next = new Date(Date.parse(`${(await start)?.slice(0, 10)}T00:00:00Z`) + 86_400_000);
    assert.deepEqual(
      [(await start)?.slice(11), await end],
      ['20:00:00', `${next.toISOString().slice(0, 10)} 02:30:00`],
    );
    await page.context().close();
  });

  test('what is typed is completed and read as the calendar does: addresses, prices, and a new organizer', async () => {
    const page = await open('/admin/events/new');
    await page.keyboard.type('Harbour talk');
    await page.getByLabel('Prices').fill('12\n18');
    await page.getByText('Shown as $12').waitFor();
    await page.getByRole('button', { name: 'Add ticket' }).press('Enter');
    const ticket = page.locator('.tk').last();
    await ticket.getByText('Default: USD').waitFor();
    await ticket.getByLabel('Ticket type').fill('Evening');
    await ticket.getByLabel('Ticket link').fill('tickets.example.org/harbour');
    await page.getByLabel('Online event link').fill('meet.example.org:8443/harbour');
    await page.getByRole('combobox', { name: 'Organizers' }).fill('Harbour office');
    await page.getByRole('option', { name: 'Create “Harbour office”' }).click();
    const office = page.getByRole('group', { name: /Harbour office/ });
    await office.getByLabel('Email').fill('office@harbour.example');
    await office.getByLabel('Phone').fill('+49 40 1234567');
    await office.getByLabel('Website').fill('harbour.example');
    await assertAccessible(page);
    const website = page.getByLabel('Website').last();
    await website.fill('www.example.org');
    // As it is sent, too, which leaves no field.
    await page.keyboard.press('Control+s');
    await page.waitForURL(/\/admin\/events\/\d+$/);
    await isSaved(page);
    const id = Number(page.url().split('/').at(-1));
    const event = (await service.as('admin').get(`/events/${id}?context=edit`)).expect(200);
    assert.deepEqual(
      ['website', 'virtual_url', 'tickets.0.url', 'raw.cost'].map((path) => event.at(path)),
      [
        'https://www.example.org',
        'https://meet.example.org:8443/harbour',
        'https://tickets.example.org/harbour',
        ['12', '18'],
      ],
    );
    assert.deepEqual(
      ['organizer', 'email', 'phone', 'website'].map((name) => event.at(`organizer.0.${name}`)),
      ['Harbour office', 'office@harbour.example', '+49 40 1234567', 'https://harbour.example'],
    );
    // What is no address stays as it is.
    await page.getByLabel('Website').last().fill('mailto:office@harbour.example');
    await page.keyboard.press('Control+s');
    await isSaved(page);
    assert.equal(
      (await service.as('admin').get(`/events/${id}`)).at('website'),
      'mailto:office@harbour.example',
    );
    await page.context().close();
  });

  test('what visitors ask is entered, a link in place, and the history tells it in words', async () => {
    const page = await open('/admin/events/new');
    await page.getByRole('textbox', { name: 'Title' }).first().fill('Organ for all');
    const text = page.locator('[contenteditable=true]').first();
    await text.pressSequentially('Tickets here');
    await page.keyboard.press('Control+Shift+ArrowLeft');
    await page.getByRole('button', { name: 'Link', exact: true }).press('Enter');
    await page.getByLabel('Link URL').fill('tickets.example/organ');
    await page.keyboard.press('Enter');
    await text.locator('a[href="https://tickets.example/organ"]', { hasText: 'here' }).waitFor();
    await page.keyboard.press('Control+s');
    await page.waitForURL(/\/admin\/events\/\d+$/);
    await page
      .getByRole('group', { name: 'Doors open' })
      .getByRole('spinbutton')
      .first()
      .pressSequentially('1830');
    await page.getByLabel('Languages spoken').fill('de-at, en');
    await page.getByRole('checkbox', { name: 'Step-free access' }).press('Space');
    await page.getByLabel('Accessibility notes').first().fill('The lift is behind the altar');
    await page.getByLabel('Online event link').fill('https://meet.example.org/organ');
    await page.getByText('Visitors see this as an online event').waitFor();
    await page.getByRole('button', { name: 'Add opening hours' }).press('Enter');
    await page.getByRole('checkbox', { name: 'Saturday' }).last().press('Space');
    await page
      .getByRole('group', { name: 'Closes', exact: true })
      .getByRole('spinbutton')
      .first()
      .pressSequentially('2030');
    await page.getByLabel('Closed on').fill('2027-01-01');
    await page.keyboard.press('Control+s');
    await page.locator('.ed-st:not(.is-dirty)').waitFor();
    const id = Number(page.url().split('/').at(-1));
    const event = (await service.as('admin').get(`/events/${id}?context=edit`)).expect(200);
    assert.deepEqual(
      ['door_time', 'spoken_languages', 'accessibility', 'accessibility_note', 'is_virtual'].map((name) =>
        event.at(name),
      ),
      ['18:30', ['de-AT', 'en'], ['step_free'], 'The lift is behind the altar', true],
    );
    const days = ['tuesday', 'wednesday', 'thursday', 'friday', 'sunday'];
    assert.deepEqual(event.at('opening_hours'), [
      { days, opens: '10:00', closes: '20:30' },
      { closed: ['2027-01-01'] },
    ]);
    await page.goto(`${service.url}/admin/events`);
    const row = page.getByRole('row', { name: 'Organ for all' });
    await row.getByText('Online').waitFor();
    assert.equal(await row.getByText('Choose venue').count(), 0);
    await page.goto(`${service.url}/admin/history?kind=event&id=${id}`);
    await page.getByRole('button', { name: 'Changes' }).first().press('Enter');
    await page
      .locator('.diff tr', { hasText: 'Accessibility' })
      .locator('ins', { hasText: 'Step-free access' })
      .waitFor();
    await page.getByRole('button', { name: 'Organ for all' }).press('Enter');
    await page.waitForURL(/history\?kind=event$/);
    await page.context().close();
  });

  test('a draft is published on a phone by one press, wherever its form is scrolled to', async () => {
    const phone = (path: string, cookie: string, language = 'en') =>
      openPage(browser, service.url + path, { cookie, language, width: 390, height: 800 });
    const page = await phone('/admin/events/new', signedIn.cookie);
    await page.locator('.ti').first().fill('Harbour swim');
    await page.getByLabel('URL slug').fill('harbour-swim');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL(/\/admin\/events\/\d+$/);
    const publish = page.getByRole('button', { name: 'Publish', exact: true });
    await publish.waitFor();
    await page.getByLabel('URL slug').scrollIntoViewIfNeeded();
    await assertInSight(publish);
    await assertFits(page);
    await assertAccessible(page);
    await publish.click();
    await page.locator('.toast', { hasText: 'Event published' }).waitFor();
    assert.equal(await publish.count(), 0);
    const id = /\d+$/.exec(page.url())?.[0];
    assert.equal((await service.anonymous.get(`/events/${id}`)).expect(200).at('slug'), 'harbour-swim');
    await page.context().close();

    // Who may not publish hands in, once; in the language with the longest words.
    const contributor = new TestBrowser(service);
    await contributor.signIn('contributor');
    const draft = { title: 'Swim', start_date: '2030-03-02 19:00:00', end_date: '2030-03-02 21:00:00' };
    const own = (await service.as('contributor').post('/events', { ...draft, status: 'draft' })).expect(201);
    const theirs = await phone(`/admin/events/${own.id()}`, contributor.cookie, 'de');
    await theirs.getByRole('button', { name: 'Zur Prüfung einreichen' }).click();
    await theirs.locator('.toast').waitFor();
    assert.equal(await theirs.locator('.ed-nx').count(), 0);
    await assertFits(theirs);
    await theirs.context().close();
    // An editor publishes what was handed in the same way.
    const pending = await phone(`/admin/events/${own.id()}`, signedIn.cookie, 'es');
    await pending.locator('.ed-nx').getByRole('button', { name: 'Publicar' }).click();
    await pending.locator('.toast').waitFor();
    (await service.anonymous.get(`/events/${own.id()}`)).expect(200);
    await pending.context().close();
  });

  test('markup that the editor has no buttons for is edited as markup and stays', async () => {
    const description = '<table><tbody><tr><td>18:00</td><td>Doors</td></tr></tbody></table>';
    const id = (
      await service.as('admin').post('/events', {
        title: 'Night',
        description,
        start_date: '2030-03-02 19:00:00',
        end_date: '2030-03-02 21:00:00',
        status: 'draft',
      })
    )
      .expect(201)
      .id();
    const kept = (await service.as('admin').get(`/events/${id}?context=edit`)).at('raw.description');
    const page = await openPage(browser, `${service.url}/admin/events/${id}`, { cookie: signedIn.cookie });
    await page.locator('textarea.rt-m').waitFor();
    await page.locator('.ti').first().fill('Long night');
    await page.keyboard.press('Control+s');
    await isSaved(page);
    const event = (await service.as('admin').get(`/events/${id}?context=edit`)).expect(200);
    assert.equal(event.at('raw.title'), 'Long night');
    assert.equal(event.at('raw.description'), kept);
    await page.context().close();
  });
});
