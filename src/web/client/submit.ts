// The form of a proposal: kept while it is filled in, shown as it will look, and sent with a proof of work.
import { discardDraft, keepDraft, readDraft, type SentWork } from './proposal-draft.ts';
import { ProposalPreview } from './proposal-preview.ts';

/** Fields that a draft leaves out: a page can't choose the file of somebody again. */
const NOT_KEPT = new Set(['', 'challenge', 'proof', 'homepage', 'image']);

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
const fieldsIn = (part: ParentNode): Field[] =>
  [...part.querySelectorAll<Field>('input, textarea, select')].filter(({ name }) => !NOT_KEPT.has(name));
const isCheck = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && field.type === 'checkbox';
const textIn = (field: Field): string => (isCheck(field) ? (field.checked ? 'on' : '') : field.value);
/** Whether nobody has written anything into fields; what is chosen from the start doesn't count. */
const areEmpty = (fields: readonly Field[]): boolean =>
  fields.every((field) => field instanceof HTMLSelectElement || textIn(field) === '');

/** Makes a function that runs work once in a task of its own, behind what a keystroke has the browser do. */
function deferred(work: () => void): () => void {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      work();
    });
  };
}

/** Follows what is written: the row beside the form, what has been done of its parts, and how long its text is. */
function showProgress(form: HTMLFormElement): void {
  const row = document.querySelector<HTMLElement>('[data-preview]');
  const times = ['begin', 'end'].map((name) => form.elements.namedItem(name));
  const allDay = form.elements.namedItem('all_day');
  const counted = form.querySelector<HTMLElement>('[data-count]');
  const numbers = new Intl.NumberFormat(document.documentElement.lang);
  const preview = row && new ProposalPreview(form, row);
  const show = () => {
    for (const time of times)
      if (time instanceof HTMLInputElement)
        time.required = !(allDay instanceof HTMLInputElement && allDay.checked);
    for (const part of form.querySelectorAll('.part')) {
      const fields = fieldsIn(part);
      const isDone = !areEmpty(fields) && fields.every((field) => field.validity.valid);
      const step = document.querySelector(`.steps a[href="#${part.id}"]`);
      step?.classList.toggle('is-done', isDone);
      step?.querySelector('.vh')?.toggleAttribute('hidden', !isDone);
    }
    const text = form.elements.namedItem('description');
    if (counted && text instanceof HTMLTextAreaElement)
      counted.textContent = (counted.dataset['count'] ?? '').replace('%', numbers.format(text.value.length));
    if (row && preview) {
      preview.show();
      row.closest('aside')?.removeAttribute('hidden');
    }
  };
  form.addEventListener('input', deferred(show));
  form.addEventListener('focusin', ({ target }) => {
    const part = target instanceof Element ? target.closest('.part') : null;
    for (const step of document.querySelectorAll('.steps a'))
      if (step.getAttribute('href') === `#${part?.id}`) step.setAttribute('aria-current', 'step');
      else step.removeAttribute('aria-current');
  });
  show();
}

/** Says of a chosen file at once that it is too large, or no picture. */
function checkFile(field: HTMLInputElement): void {
  const { most, large = '', kind = '' } = field.dataset;
  const check = () => {
    const [file] = field.files ?? [];
    const isKnown = !file || field.accept.split(',').includes(file.type);
    field.setCustomValidity(!isKnown ? kind : file && file.size > Number(most) ? large : '');
    if (file) field.reportValidity();
  };
  field.addEventListener('change', check);
  // A browser may keep the file over a reload.
  check();
}

/** Returns a proof of work, which a worker finds (`proof-of-work.ts`); '' where the browser runs none, and the form goes as without script. */
function prove(worker: string, challenge: string, difficulty: number): Promise<string> {
  return new Promise((resolve) => {
    try {
      const work = new Worker(worker);
      const end = (proof: string) => {
        work.terminate();
        resolve(proof);
      };
      work.addEventListener('message', ({ data }) => end(String(data)));
      work.addEventListener('error', () => end(''));
      work.postMessage({ challenge, difficulty });
    } catch {
      resolve('');
    }
  });
}

function momentFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const { lang } = document.documentElement;
  return new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, options);
}

/** Sends the form with a proof of work, and keeps what stands in it until the page of its proposal says that it has come. */
class ProposalSender {
  readonly #form: HTMLFormElement;
  readonly #challenge: HTMLInputElement;
  readonly #proof: HTMLInputElement;
  readonly #button: HTMLButtonElement | null;
  readonly #label: string;
  /** Made once: making one takes longer than a keystroke may. */
  readonly #times = momentFormat({ timeStyle: 'short' });
  /** The work of the challenge, once it has begun. */
  #work: Promise<string> | undefined;
  /** With which the form was sent as it stands. */
  #sent: SentWork | undefined;

  constructor(form: HTMLFormElement, challenge: HTMLInputElement, proof: HTMLInputElement) {
    this.#form = form;
    this.#challenge = challenge;
    this.#proof = proof;
    this.#button = form.querySelector('button:not([type])');
    this.#label = this.#button?.textContent ?? '';
  }

  start(): void {
    this.#restore();
    const keep = deferred(() => this.#keep());
    // Starting a worker takes longer than a keystroke may.
    const begin = deferred(() => void this.#begin());
    this.#form.addEventListener('input', () => {
      // Changed, it is another proposal, which the used challenge doesn't stand for.
      if (this.#sent) this.#work = this.#renew().catch(() => '');
      this.#sent = undefined;
      begin();
      keep();
    });
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#send();
    });
    // Whoever comes back to the page finds a form that can be sent.
    addEventListener('pageshow', () => this.#wait(false));
    for (const button of document.querySelectorAll('[data-discard]'))
      button.addEventListener('click', () => {
        discardDraft();
        this.#form.reset();
        location.assign(this.#form.action);
      });
  }

  #restore(): void {
    const draft = readDraft();
    const fields = fieldsIn(this.#form);
    if (!draft || !areEmpty(fields)) return;
    for (const field of fields) {
      const value = draft.values[field.name];
      if (value === undefined) continue;
      if (isCheck(field)) field.checked = value !== '';
      else if (!(field instanceof HTMLSelectElement) || [...field.options].some((one) => one.value === value))
        field.value = value;
    }
    if (draft.sent) {
      this.#sent = draft.sent;
      this.#challenge.value = draft.sent.challenge;
      this.#work = Promise.resolve(draft.sent.proof);
    }
    this.#tell(draft.savedMs);
  }

  #tell(savedMs: number): void {
    const isToday = new Date(savedMs).toDateString() === new Date().toDateString();
    const format = isToday ? this.#times : momentFormat({ timeStyle: 'short', dateStyle: 'medium' });
    for (const told of document.querySelectorAll<HTMLElement>('.kept')) {
      const text = told.querySelector('span');
      if (text) text.textContent = (told.dataset['kept'] ?? '').replace('%', format.format(savedMs));
      told.hidden = false;
    }
  }

  #keep(): void {
    const savedMs = Date.now();
    const values = Object.fromEntries(fieldsIn(this.#form).map((field) => [field.name, textIn(field)]));
    if (keepDraft({ savedMs, values, sent: this.#sent })) this.#tell(savedMs);
  }

  #begin(): Promise<string> {
    this.#work ??= this.#prove(this.#challenge.value, Number(this.#form.dataset['difficulty']));
    return this.#work;
  }

  #prove(challenge: string, difficulty: number): Promise<string> {
    return prove(this.#form.dataset['worker'] ?? '', challenge, difficulty);
  }

  async #renew(): Promise<string> {
    const answer = await fetch(this.#form.dataset['challenges'] ?? '', { cache: 'no-store' });
    const made: { challenge?: unknown; difficulty?: unknown } = await answer.json();
    if (!answer.ok || typeof made.challenge !== 'string') return '';
    this.#challenge.value = made.challenge;
    return this.#prove(made.challenge, Number(made.difficulty));
  }

  #wait(isWaiting: boolean): void {
    if (!this.#button) return;
    this.#button.disabled = isWaiting;
    this.#button.textContent = isWaiting ? (this.#form.dataset['working'] ?? '') : this.#label;
  }

  async #send(): Promise<void> {
    this.#wait(true);
    // Where there is no new challenge the service says so, and sends one with its answer.
    this.#proof.value = await this.#begin();
    this.#sent = { challenge: this.#challenge.value, proof: this.#proof.value };
    this.#keep();
    this.#form.submit();
  }
}

const form = document.querySelector<HTMLFormElement>('form[data-submit]');
const arrived = document.querySelector<HTMLElement>('[data-arrived]');
document.getElementById('wrong')?.focus();
if (form) {
  const challenge = form.elements.namedItem('challenge');
  const proof = form.elements.namedItem('proof');
  // Only where the browser can: elsewhere the form is sent as without a script.
  const canProve = Boolean(crypto.subtle);
  if (canProve && challenge instanceof HTMLInputElement && proof instanceof HTMLInputElement)
    new ProposalSender(form, challenge, proof).start();
  showProgress(form);
  const file = form.elements.namedItem('image');
  if (file instanceof HTMLInputElement) checkFile(file);
}
if (arrived) {
  const draft = readDraft();
  if (draft?.sent && draft.values['title']?.trim() === arrived.dataset['arrived']) discardDraft();
}
