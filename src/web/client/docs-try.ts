import type { DocumentedParameter, OpenApi, Operation, Verb } from '#web/openapi/types.ts';
import { answerElements } from './docs-answer.ts';
import {
  type FilledRequest,
  faultOf,
  parametersOf,
  requestAddress,
  type SentField,
  sendRequest,
  type TypedCredentials,
} from './docs-request.ts';
import { filled, type TryTexts } from './docs-texts.ts';
import { element } from './dom.ts';
import { announce } from './page-events.ts';

/** Parameters that the form has in a form of their own, or that methods stand for. */
const OWN: ReadonlySet<string> = new Set(['dry_run', '_method']);

/** The parts that all forms of the page share. */
interface Shared {
  readonly document: OpenApi;
  readonly texts: TryTexts;
  /** The latest typed text, in memory only. */
  readonly credentials: TypedCredentials;
}

/** An operation that is tried. */
interface TriedOperation {
  readonly verbs: readonly Verb[];
  readonly path: string;
  readonly operation: Operation;
  /** Sample values of its path. */
  readonly values: Readonly<Record<string, string>>;
}

function labelled(name: string | Node, field: HTMLElement, note = ''): HTMLLabelElement {
  const shown = element('span', {}, typeof name === 'string' ? name : name);
  if (note) shown.append(' ', element('span', { className: 'soft' }, note));
  return element('label', {}, shown, field);
}

function choice(values: readonly string[]): HTMLSelectElement {
  return element('select', {}, ...values.map((value) => element('option', { value }, value)));
}

/** Returns the field of a parameter: a menu where its values are listed. */
function fieldOf(
  { schema, required }: DocumentedParameter,
  value: string,
): HTMLInputElement | HTMLSelectElement {
  const listed = schema.type === 'boolean' ? ['true', 'false'] : (schema.enum ?? []).map(String);
  if (listed.length > 0) {
    const menu = choice(required ? listed : ['', ...listed]);
    if (listed.includes(value)) menu.value = value;
    return menu;
  }
  const [example] = schema.examples ?? [];
  const hint = schema.default ?? example;
  return element('input', {
    type: 'text',
    autocomplete: 'off',
    spellcheck: false,
    required,
    value,
    placeholder: hint === undefined ? '' : String(hint),
  });
}

/** Returns the fields of the user and token, which no browser is to keep. */
function credentialFields({ texts, credentials }: Shared): HTMLFieldSetElement {
  const field = (name: keyof TypedCredentials, className: string): HTMLInputElement => {
    // A field for passwords would be offered to the browser's store.
    const input = element('input', {
      type: 'text',
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: false,
      className,
      value: credentials[name],
    });
    input.dataset['credential'] = name;
    input.addEventListener('input', () => {
      credentials[name] = input.value;
      for (const other of document.querySelectorAll<HTMLInputElement>(`[data-credential="${name}"]`))
        if (other !== input) other.value = input.value;
    });
    return input;
  };
  return element(
    'fieldset',
    {},
    element('legend', {}, texts['credentials']),
    labelled(texts['login'] ?? '', field('login', '')),
    labelled(texts['token'] ?? '', field('token', 'secret')),
    element('p', { className: 'soft' }, texts['memory']),
  );
}

/** The part of a form for the parameters of a request. */
function parameterFields(
  { document, texts }: Shared,
  { path, operation, values }: TriedOperation,
): { readonly parts: Node[]; readonly read: () => SentField[] } {
  const parameters = parametersOf(document, path, operation).filter(({ name }) => !OWN.has(name));
  const fields = parameters.map((parameter) => ({
    parameter,
    field: fieldOf(parameter, parameter.in === 'path' ? (values[parameter.name] ?? '') : ''),
  }));
  const shown = (isRequired: boolean) =>
    fields
      .filter(({ parameter }) => parameter.required === isRequired)
      .map(({ parameter, field }) =>
        labelled(element('code', {}, parameter.name), field, isRequired ? texts['needed'] : ''),
      );
  const [required, optional] = [shown(true), shown(false)];
  const parts: Node[] = [];
  if (required.length > 0)
    parts.push(element('fieldset', {}, element('legend', {}, texts['parameters']), ...required));
  if (optional.length > 0) {
    const group = element('fieldset', {}, ...optional);
    group.setAttribute('aria-label', texts['optional'] ?? '');
    parts.push(element('details', {}, element('summary', {}, texts['optional']), group));
  }
  const read = () =>
    fields.flatMap(({ parameter: { name, in: place }, field: { value } }) =>
      value === '' ? [] : [{ name, in: place, value }],
    );
  return { parts, read };
}

/** The part of a form for the body of a request. */
function bodyFields({ texts }: Shared, { operation: { requestBody } }: TriedOperation) {
  const { content = {} } = requestBody ?? {};
  const upload = content['multipart/form-data']?.schema?.properties?.['file'];
  const example = content['application/json']?.example;
  const parts: Node[] = [];
  const file = element('input', { type: 'file' });
  if (upload) parts.push(labelled(texts['file'] ?? '', file));
  const area = element('textarea', {
    spellcheck: false,
    rows: 8,
    value: example === undefined ? '' : JSON.stringify(example, null, 2),
  });
  area.setAttribute('autocapitalize', 'off');
  const problem = element('p', { className: 'try-e', id: `try-${Math.random().toString(36).slice(2)}` });
  problem.setAttribute('role', 'alert');
  if (requestBody) parts.push(labelled(texts['body'] ?? '', area), problem);
  const check = (): boolean => {
    const fault = area.value.trim() === '' ? undefined : faultOf(area.value);
    const isBroken = fault !== undefined;
    problem.textContent = isBroken ? filled(texts['json'], fault) : '';
    area.setAttribute('aria-invalid', String(isBroken));
    if (isBroken) area.setAttribute('aria-describedby', problem.id);
    if (isBroken) area.focus();
    return !isBroken;
  };
  return { parts, check, readJson: () => area.value.trim(), readFile: () => file.files?.[0] };
}

/** Returns the form of a request with the place of its answer. */
function tryForm(shared: Shared, tried: TriedOperation): HTMLFormElement {
  const { document, texts, credentials } = shared;
  const { verbs, path, operation } = tried;
  const parameters = parameterFields(shared, tried);
  const body = bodyFields(shared, tried);
  const method = choice(verbs.map((verb) => verb.toUpperCase()));
  const dryRun = element('input', { type: 'checkbox' });
  const isWrite = verbs[0] !== 'get';
  const send = element('button', { className: 'btn' }, texts['send']);
  const answer = element('div', { className: 'try-r' });
  const form = element(
    'form',
    { className: 'try' },
    credentialFields(shared),
    verbs.length > 1 && element('fieldset', {}, labelled(texts['method'] ?? '', method)),
    ...parameters.parts,
    ...body.parts,
    element(
      'div',
      { className: 'try-s' },
      send,
      isWrite && element('label', { className: 'check' }, dryRun, element('span', {}, texts['dryRun'])),
    ),
    isWrite && element('p', { className: 'soft' }, texts['writes']),
    answer,
  );
  form.setAttribute('aria-label', operation.summary);
  const read = (): FilledRequest => ({
    method: verbs.find((verb) => verb.toUpperCase() === method.value) ?? verbs[0] ?? 'get',
    path,
    fields: [
      ...parameters.read(),
      ...(dryRun.checked ? [{ name: 'dry_run', in: 'query' as const, value: 'true' }] : []),
    ],
    credentials: { ...credentials },
    json: operation.requestBody ? body.readJson() : '',
    file: body.readFile(),
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (send.ariaDisabled === 'true' || !body.check()) return;
    const request = read();
    send.ariaDisabled = 'true';
    send.textContent = texts['sending'] ?? '';
    const began = performance.now();
    try {
      const response = await sendRequest(document, request);
      const shown = {
        response,
        method: request.method.toUpperCase(),
        address: requestAddress(document, request),
        milliseconds: performance.now() - began,
        hasCredentials: request.credentials.login !== '' || request.credentials.token !== '',
      };
      answer.replaceChildren(...(await answerElements(shown, texts)));
    } catch {
      answer.replaceChildren(element('p', { className: 'try-e' }, texts['noAnswer']));
    }
    send.textContent = texts['send'] ?? '';
    send.ariaDisabled = null;
    announce(`${texts['answer']}: ${answer.firstElementChild?.textContent}`);
    answer.firstElementChild?.scrollIntoView({ block: 'nearest' });
  });
  return form;
}

const isVerb = (text: string): text is Verb => /^(get|post|put|patch|delete)$/.test(text);

/** Lets the operations of the reference be tried: a button each, which builds the form of its request below it. */
export function offerRequests(): void {
  const docs = document.querySelector<HTMLElement>('.docs[data-document]');
  if (!docs) return;
  const texts: TryTexts = JSON.parse(docs.dataset['texts'] ?? '{}');
  const credentials: TypedCredentials = { login: '', token: '' };
  let loading: Promise<OpenApi> | undefined;
  const load = (): Promise<OpenApi> => {
    const { pathname } = new URL(docs.dataset['document'] ?? '', location.href);
    loading ??= fetch(pathname, { credentials: 'omit' }).then((response) => {
      if (!response.ok) throw new Error(`status ${response.status}`);
      return response.json();
    });
    loading.catch(() => {
      loading = undefined;
    });
    return loading;
  };
  async function toggle(button: HTMLButtonElement, around: Element): Promise<void> {
    const next = around.nextElementSibling;
    if (next?.matches('.try, .try-e')) {
      next.remove();
      button.ariaExpanded = 'false';
      if (next.matches('.try')) return;
    }
    try {
      const loaded = await load();
      const verbs = (button.dataset['try'] ?? '').split(' ').filter(isVerb);
      const path = button.dataset['path'] ?? '';
      const operation = verbs[0] && loaded.paths[path]?.[verbs[0]];
      if (!operation || around.nextElementSibling?.matches('.try')) return;
      const values: Record<string, string> = JSON.parse(button.dataset['values'] ?? '{}');
      const form = tryForm({ document: loaded, texts, credentials }, { verbs, path, operation, values });
      around.after(form);
      button.ariaExpanded = 'true';
      form.querySelector<HTMLElement>('input, select, textarea, button')?.focus({ preventScroll: true });
    } catch {
      const failed = element('p', { className: 'try-e' }, texts['noDocument']);
      failed.setAttribute('role', 'alert');
      around.after(failed);
    }
  }
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-try]')) {
    const around = button.closest('.try-b');
    if (!(around instanceof HTMLElement)) continue;
    around.hidden = false;
    button.addEventListener('click', () => toggle(button, around));
  }
}
