// The form of a proposal: kept while it is filled in, and sent with a proof of work.

/** Under which the form is kept in this browser. */
const KEPT = 'kalends.submission';
const NOT_KEPT = new Set(['challenge', 'proof', 'homepage']);

function leadingZeros(bytes: Uint8Array): number {
  let zeros = 0;
  for (const byte of bytes) {
    if (byte !== 0) return zeros + Math.clz32(byte) - 24;
    zeros += 8;
  }
  return zeros;
}

/** Returns a proof of work: what makes the digest of challenge and proof begin with so many zero bits. */
async function prove(challenge: string, difficulty: number): Promise<string> {
  const encoder = new TextEncoder();
  for (let number = 0; ; number++) {
    const bytes = encoder.encode(`${challenge}:${number}`);
    if (leadingZeros(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))) >= difficulty)
      return String(number);
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
const fieldsOf = (form: HTMLFormElement): Field[] =>
  [...form.querySelectorAll<Field>('input, textarea, select')].filter(({ name }) => !NOT_KEPT.has(name));
const isCheck = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && field.type === 'checkbox';

/** Keeps what stands in the form in this browser until it is sent, and says so. */
function keep(form: HTMLFormElement): void {
  const told = document.querySelector<HTMLElement>('.kept');
  const isEmpty = fieldsOf(form).every(
    (field) => isCheck(field) || field instanceof HTMLSelectElement || field.value === '',
  );
  const kept: Record<string, string> = JSON.parse(sessionStorage.getItem(KEPT) ?? '{}');
  if (isEmpty)
    for (const field of fieldsOf(form)) {
      const value = kept[field.name];
      if (value === undefined) continue;
      if (isCheck(field)) field.checked = value !== '';
      else field.value = value;
    }
  form.addEventListener('input', () => {
    const values = fieldsOf(form).map((field) => [
      field.name,
      isCheck(field) ? (field.checked ? 'on' : '') : field.value,
    ]);
    sessionStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(values)));
    if (!told) return;
    const time = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: 'short' });
    told.textContent = (told.dataset['kept'] ?? '').replace('%', time.format(new Date()));
    told.hidden = false;
  });
}

/** Does the work that the service asks for, and sends the form then. */
function proveBeforeSending(form: HTMLFormElement): void {
  const challenge = form.elements.namedItem('challenge');
  const proof = form.elements.namedItem('proof');
  const button = form.querySelector('button');
  if (!(challenge instanceof HTMLInputElement) || !(proof instanceof HTMLInputElement)) return;
  // Only where the browser can: elsewhere the form is sent as without a script.
  if (!crypto.subtle) return;
  let work: Promise<string> | undefined;
  const begin = () => {
    work ??= prove(challenge.value, Number(form.dataset['difficulty']));
    return work;
  };
  form.addEventListener('input', () => void begin(), { once: true });
  form.addEventListener('submit', async (event) => {
    sessionStorage.removeItem(KEPT);
    if (proof.value !== '') return;
    event.preventDefault();
    if (button) {
      button.disabled = true;
      button.textContent = form.dataset['working'] ?? '';
    }
    proof.value = await begin();
    form.submit();
  });
}

const form = document.querySelector<HTMLFormElement>('form[data-submit]');
document.getElementById('wrong')?.focus();
if (form?.dataset['difficulty']) {
  keep(form);
  proveBeforeSending(form);
}
