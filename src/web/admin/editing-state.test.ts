import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type EditingCommand, type EditingEvent, edit } from './client/editing/edit.ts';
import {
  type EditingState,
  type FormKind,
  isUnsaved,
  loadEditing,
  openEditing,
} from './client/editing/editing-state.ts';
import { mergeForms } from './client/editing/form-merge.ts';

type Form = Readonly<Record<string, string>>;
type State = EditingState<Form>;
type Event = EditingEvent<Form>;
type Save = Extract<EditingCommand<Form>, { do: 'save' }>;

const PATHS = ['city', 'status', 'title'];
const kindOf = (leavesOnceCreated: boolean): FormKind<Form> => ({
  pathsOf: () => PATHS,
  valueAt: (form, path) => form[path] ?? '',
  withValues: (form, from, paths) => ({
    ...form,
    ...Object.fromEntries(paths.map((path) => [path, from[path] ?? ''])),
  }),
  mustBeSeen: (path, value) => path === 'status' && value === 'trash',
  isComplete: ({ title }) => title !== 'half',
  leavesOnceCreated,
});
const kind = kindOf(true);
const was: Form = { city: 'Bonn', status: 'draft', title: 'Choir' };
const opened = openEditing(kind, { id: 7, form: was, revision: 1 });
const saveKeyed = (key: string): Event => ({ type: 'save', key });

/** Returns the last state, and the commands of the last event. */
function after(state: State, ...events: readonly Event[]) {
  let commands: readonly EditingCommand<Form>[] = [];
  let last = state;
  for (const event of events) ({ state: last, commands } = edit(kind, last, event));
  return { state: last, commands, names: commands.map((command) => command.do) };
}
const typed = (form: Partial<Form>, over: Form = was): Event => ({
  type: 'typed',
  form: { ...over, ...form } as Form,
});
const saved = (form: Form, revision = 2, unsaved: readonly string[] = []): Event => ({
  type: 'saved',
  id: 7,
  form,
  revision,
  unsaved,
});
const outdated = (form: Partial<Form>, revision = 2): Event => ({
  type: 'outdated',
  form: { ...was, ...form } as Form,
  revision,
  problem: 412,
});

describe('the state of an editor', () => {
  test('is dirty once something differs, and clean once it is typed back', () => {
    assert.equal(opened.name, 'clean');
    const { state, commands } = after(opened, typed({ title: 'Organ' }));
    assert.equal(state.name, 'dirty');
    assert.deepEqual(commands, [
      {
        do: 'draft',
        id: 7,
        draft: { form: { ...was, title: 'Organ' }, before: was, attempt: undefined },
        isUrgent: false,
      },
    ]);
    const back = after(state, typed({}));
    assert.equal(back.state.name, 'clean');
    assert.deepEqual(back.commands, [{ do: 'draft', id: 7, draft: undefined, isUrgent: false }]);
  });

  test('keeps what is typed while it loads, and saves nothing before', () => {
    const waiting = after(loadEditing(7, { city: '', status: '', title: '' }), {
      type: 'typed',
      form: { city: 'Trier', status: '', title: '' },
    });
    assert.equal(waiting.state.name, 'loading');
    assert.deepEqual(after(waiting.state, saveKeyed('a')).names, []);
    const { state } = after(waiting.state, { type: 'read', form: was, revision: 1 });
    assert.equal(state.name, 'dirty');
    assert.deepEqual(state.form, { ...was, city: 'Trier' });
  });

  test('sends one save at a time, and keeps what is typed meanwhile', () => {
    const { state, commands } = after(opened, typed({ title: 'Organ' }), saveKeyed('a'));
    assert.equal(state.name, 'saving');
    assert.deepEqual(commands.at(-1), {
      do: 'save',
      id: 7,
      form: { ...was, title: 'Organ' },
      before: was,
      revision: 1,
      key: 'a',
    });
    assert.deepEqual(after(state, saveKeyed('b')).names, []);
    const on = after(state, typed({ title: 'Organ', city: 'Trier' }), saved({ ...was, title: 'Organ!' }));
    assert.equal(on.state.name, 'dirty');
    assert.deepEqual(on.state.form, { ...was, title: 'Organ!', city: 'Trier' });
    assert.deepEqual(on.state.before, { ...was, title: 'Organ!' });
  });

  test('keeps what a save did not reach', () => {
    const { state } = after(opened, typed({ title: 'Organ' }), saveKeyed('a'), saved(was, 2, ['title']));
    assert.equal(state.name, 'dirty');
    assert.equal(state.form['title'], 'Organ');
  });

  test('does not send a form that is incomplete, but shows why', () => {
    const { state, names } = after(opened, typed({ title: 'half' }), saveKeyed('a'));
    assert.equal(state.name, 'dirty');
    assert.deepEqual(names, ['show-problem']);
  });

  for (const status of [400, 401, 409])
    test(`is dirty again where a save is refused with ${status}`, () => {
      const { state, names } = after(opened, typed({ title: 'Organ' }), saveKeyed('a'), {
        type: 'refused',
        problem: status,
        settlesAttempt: true,
      });
      assert.equal(state.name, 'dirty');
      assert.equal(state.problem, status);
      assert.deepEqual(names, ['draft', 'show-problem']);
      assert.equal(after(state, saveKeyed('b')).state.problem, undefined);
    });

  test('merges changes of others in other fields, and saves over them', () => {
    const { state, commands } = after(
      opened,
      typed({ title: 'Organ' }),
      saveKeyed('a'),
      outdated({ city: 'Trier' }),
    );
    assert.equal(state.name, 'saving');
    assert.deepEqual(commands.at(-1), {
      do: 'save',
      id: 7,
      form: { ...was, title: 'Organ', city: 'Trier' },
      before: { ...was, city: 'Trier' },
      revision: 2,
      key: '',
    });
  });

  test('gives up merging after three changes of others', () => {
    const others = ['a', 'b', 'c', 'd'].map((city, at) => outdated({ city }, at + 2));
    const { state } = after(opened, typed({ title: 'Organ' }), saveKeyed('a'), ...others);
    assert.equal(state.name, 'dirty');
    assert.equal(state.problem, 412);
    assert.deepEqual(state.form, { ...was, title: 'Organ', city: 'd' });
  });

  test('saves nothing over a conflict before somebody chooses', () => {
    const events = [typed({ title: 'Organ', city: 'Trier' }), saveKeyed('a'), outdated({ title: 'Dark' })];
    const { state, names } = after(opened, ...events);
    assert.ok(state.name === 'conflict');
    assert.deepEqual(state.conflicts, [{ path: 'title', before: 'Choir', mine: 'Organ', theirs: 'Dark' }]);
    assert.deepEqual(names, ['draft', 'show-problem']);
    assert.deepEqual(after(state, saveKeyed('b')).names, ['show-problem']);
    const mine = after(state, { type: 'chosen', theirs: [] }, saveKeyed('b'));
    assert.deepEqual(mine.commands.at(-1), {
      do: 'save',
      id: 7,
      form: { ...was, title: 'Organ', city: 'Trier' },
      before: { ...was, title: 'Dark' },
      revision: 2,
      key: 'b',
    });
    const theirs = after(state, { type: 'chosen', theirs: ['title'] });
    assert.deepEqual(theirs.state.form, { ...was, title: 'Dark', city: 'Trier' });
  });

  test('a conflict ends as the same is typed, and shows what is typed', () => {
    const { state } = after(opened, typed({ title: 'Organ' }), saveKeyed('a'), outdated({ title: 'Dark' }));
    const on = after(state, typed({ title: 'Dar' }));
    assert.ok(on.state.name === 'conflict');
    assert.equal(on.state.conflicts[0]?.mine, 'Dar');
    assert.equal(after(on.state, typed({ title: 'Dark' })).state.name, 'clean');
  });

  test('asks about an item that was thrown away though nothing was typed over that', () => {
    const { state } = after(opened, typed({ title: 'Organ' }), saveKeyed('a'), outdated({ status: 'trash' }));
    assert.equal(state.name, 'conflict');
  });

  test('a save without an answer that has arrived is nobody else’s change', () => {
    const { state } = after(opened, typed({ title: 'Organ' }), saveKeyed('a'), {
      type: 'unanswered',
      problem: 503,
    });
    assert.equal(state.name, 'offline');
    const again = after(
      state,
      typed({ title: 'Organ at noon' }),
      saveKeyed('b'),
      outdated({ title: 'Organ' }),
    );
    assert.equal(again.state.name, 'saving');
    assert.equal(again.state.form['title'], 'Organ at noon');
  });

  test('creates something once, though no answer came and more was typed', () => {
    const fresh = openEditing(kind, { id: undefined, form: was, revision: undefined });
    const first = after(fresh, typed({ title: 'Organ' }), saveKeyed('a'));
    const { state, commands } = after(
      first.state,
      { type: 'unanswered', problem: 503 },
      typed({ title: 'Organ at noon' }),
      saveKeyed('b'),
    );
    assert.deepEqual(commands.at(-1), first.commands.at(-1));
    const made = after(state, saved({ ...was, title: 'Organ' }));
    assert.equal(made.state.name, 'leaving');
    assert.deepEqual(made.commands, [
      { do: 'draft', id: undefined, draft: undefined, isUrgent: true },
      {
        do: 'draft',
        id: 7,
        draft: {
          form: { ...was, title: 'Organ at noon' },
          before: { ...was, title: 'Organ' },
          attempt: undefined,
        },
        isUrgent: true,
      },
    ]);
    // Text typed before the page is gone belongs to the created item.
    const late = after(made.state, typed({ title: 'Organ at one' }), saveKeyed('c'));
    assert.ok(late.state.name === 'saving');
    assert.equal(late.state.id, 7);
  });

  test('creates something once, though whoever asks again is signed out meanwhile', () => {
    const fresh = openEditing(kind, { id: undefined, form: was, revision: undefined });
    const first = after(fresh, typed({ title: 'Organ' }), saveKeyed('a'));
    const signedOut: Event = { type: 'refused', problem: 401, settlesAttempt: false };
    const unanswered: Event = { type: 'unanswered', problem: 503 };
    const again = after(first.state, unanswered, saveKeyed('b'), signedOut, saveKeyed('c'));
    assert.deepEqual(again.commands.at(-1), first.commands.at(-1));
    // Without an earlier attempt nothing can have arrived.
    const other = after(first.state, signedOut, typed({ title: 'Organ at noon' }), saveKeyed('b'));
    assert.ok(other.state.name === 'saving');
    assert.equal(other.state.sent['title'], 'Organ at noon');
  });

  test('an editor that stays saves what was typed since the first attempt', () => {
    const stays = kindOf(false);
    let state: State = openEditing(stays, { id: undefined, form: was, revision: undefined });
    let commands: readonly EditingCommand<Form>[] = [];
    for (const event of [
      typed({ title: 'Organ' }),
      saveKeyed('a'),
      { type: 'unanswered', problem: 503 } as const,
      typed({ title: 'Organ at noon' }),
      saveKeyed('b'),
      saved({ ...was, title: 'Organ' }),
    ])
      ({ state, commands } = edit(stays, state, event));
    assert.equal(state.name, 'saving');
    assert.deepEqual(commands.at(-1), {
      do: 'save',
      id: 7,
      form: { ...was, title: 'Organ at noon' },
      before: { ...was, title: 'Organ' },
      revision: 2,
      key: 'a',
    });
  });

  test('is left when nothing is unsaved, or somebody confirms', () => {
    assert.equal(after(opened, { type: 'leave', isConfirmed: false }).state.name, 'leaving');
    const dirty = after(opened, typed({ title: 'Organ' }));
    const asked = after(dirty.state, { type: 'leave', isConfirmed: false });
    assert.equal(asked.state.name, 'dirty');
    assert.deepEqual(asked.names, ['warn']);
    const left = after(asked.state, { type: 'leave', isConfirmed: true });
    assert.equal(left.state.name, 'leaving');
    assert.ok(!isUnsaved(kind, left.state));
    assert.equal(after(left.state, typed({ title: 'Organ!' })).state.name, 'dirty');
  });

  test('discards to what was read last', () => {
    const { state, commands } = after(opened, typed({ title: 'Organ' }), { type: 'discarded' });
    assert.equal(state.name, 'clean');
    assert.deepEqual(state.form, was);
    assert.deepEqual(commands, [{ do: 'draft', id: 7, draft: undefined, isUrgent: true }]);
    const inFlight = after(opened, typed({ title: 'Organ' }), saveKeyed('a'), { type: 'discarded' });
    assert.equal(inFlight.state.name, 'saving');
    const back = after(inFlight.state, saved({ ...was, title: 'Organ' }));
    assert.equal(back.state.name, 'dirty');
    assert.deepEqual(back.state.form, was);
  });

  test('opens a draft over what others have saved since', () => {
    const draft = { form: { ...was, title: 'Organ' }, before: was, attempt: undefined };
    const open = (form: Partial<Form>) =>
      openEditing(kind, { id: 7, form: { ...was, ...form } as Form, revision: 2 }, draft);
    assert.deepEqual([open({}).name, open({}).restored], ['dirty', 'same']);
    assert.deepEqual([open({ city: 'Trier' }).name, open({ city: 'Trier' }).restored], ['dirty', 'changed']);
    assert.equal(open({ title: 'Dark' }).name, 'conflict');
    assert.equal(open({ title: 'Organ' }).name, 'clean');
  });

  test('takes over what is read again, unless it is older or a save is under way', () => {
    const read = (form: Partial<Form>, revision: number): Event => ({
      type: 'read',
      form: { ...was, ...form } as Form,
      revision,
    });
    assert.equal(after(opened, read({ city: 'Trier' }, 2)).state.form['city'], 'Trier');
    assert.equal(after(opened, read({ city: 'Trier' }, 0)).state.form['city'], 'Bonn');
    const saving = after(opened, typed({ title: 'Organ' }), saveKeyed('a'));
    assert.equal(after(saving.state, read({ title: 'Dark' }, 2)).state.form['title'], 'Organ');
    assert.equal(after(opened, typed({ title: 'Organ' }), read({ title: 'Dark' }, 2)).state.name, 'conflict');
  });
});

/** A service with one item, another tab that writes it too, and an editor over a network that loses answers. */
class World {
  state: State;
  readonly kind: FormKind<Form>;
  #server: { form: Form; revision: number } | undefined;
  #created = 0;
  #byKey = new Map<string, Form>();
  #inFlight: Save | undefined;
  /** Values that were typed and that no answer has confirmed. */
  #pending = new Map<string, string>();
  /** The values that somebody saw as they began to type over them. */
  #typedOver = new Map<string, string>();
  #counter = 0;
  readonly seen = new Set<string>();

  constructor({ isNew, leaves }: { isNew: boolean; leaves: boolean }) {
    this.kind = kindOf(leaves);
    this.#server = isNew ? undefined : { form: was, revision: 1 };
    this.state = openEditing(this.kind, {
      id: isNew ? undefined : 7,
      form: was,
      revision: isNew ? undefined : 1,
    });
  }

  #dispatch(event: Event): void {
    const before = this.state;
    const { state, commands } = edit(this.kind, before, event);
    this.state = state;
    this.seen.add(state.name);
    for (const command of commands) {
      if (command.do !== 'save') continue;
      assert.equal(this.#inFlight, undefined, 'two saves at once');
      assert.notEqual(before.name, 'conflict', 'a save over a conflict');
      assert.equal(state.name, 'saving');
      this.#inFlight = command;
    }
    if (state.name !== 'leaving')
      assert.equal(state.name === 'saving', this.#inFlight !== undefined, `${state.name} beside a save`);
    if (state.name === 'clean') assert.deepEqual(state.form, state.before);
    if (state.name === 'leaving' && before.name !== 'leaving' && event.type === 'leave' && !event.isConfirmed)
      assert.deepEqual(before.form, before.before, 'left with something unsaved, unasked');
    for (const [path, value] of [...this.#pending]) {
      assert.equal(state.form[path], value, `${path} is lost`);
      // A save whose answer was lost has arrived.
      if (state.before[path] === value) this.#pending.delete(path);
    }
    // The stored draft holds the same.
    const draft = commands.findLast((command) => command.do === 'draft');
    if (draft?.do === 'draft' && this.#pending.size > 0)
      for (const [path, value] of this.#pending) assert.equal(draft.draft?.form[path], value);
  }

  type(path: string): void {
    this.#counter += 1;
    const value = `mine ${this.#counter}`;
    if (!this.#pending.has(path)) this.#typedOver.set(path, this.state.before[path] ?? '');
    this.#pending.set(path, value);
    this.#dispatch({ type: 'typed', form: { ...this.state.form, [path]: value } });
  }

  save(): void {
    this.#counter += 1;
    this.#dispatch({ type: 'save', key: `key ${this.#counter}` });
  }

  writeElsewhere(path: string): void {
    if (!this.#server) return;
    this.#counter += 1;
    const { form, revision } = this.#server;
    this.#server = { form: { ...form, [path]: `theirs ${this.#counter}` }, revision: revision + 1 };
  }

  /** Does what was sent; returns whether it was. */
  #arrive({ id, form, before, revision, key }: Save): boolean {
    if (id === undefined) {
      const known = this.#byKey.get(key);
      if (known) assert.deepEqual(form, known, 'another creation by the same key');
      else {
        this.#created += 1;
        assert.equal(this.#created, 1, 'created twice');
        this.#byKey.set(key, form);
        this.#server = { form, revision: 1 };
      }
      return true;
    }
    assert.ok(this.#server);
    if (revision !== this.#server.revision) return false;
    const changed = PATHS.filter((path) => form[path] !== before[path]);
    for (const path of changed) {
      assert.equal(this.#server.form[path], before[path], 'saved over something that was never read');
      const over = this.#typedOver.get(path);
      const isTheirs = this.#server.form[path]?.startsWith('theirs');
      if (isTheirs && this.#pending.has(path))
        assert.equal(this.#server.form[path], over, 'saved over a value unseen');
    }
    const next = Object.fromEntries(changed.map((path) => [path, form[path] ?? '']));
    this.#server = { form: { ...this.#server.form, ...next }, revision: revision + 1 };
    return true;
  }

  answer(status: number, isLost: boolean): void {
    const command = this.#inFlight;
    if (!command) return;
    if (status === 503) {
      const isDone = isLost && this.#arrive(command);
      this.#inFlight = undefined;
      // A save that arrived is one's own, and may be saved over.
      if (isDone) this.#confirm(command, false);
      this.#dispatch({ type: 'unanswered', problem: 503 });
      return;
    }
    if (status === 200) {
      const isDone = this.#arrive(command);
      this.#inFlight = undefined;
      assert.ok(this.#server);
      // A creation that is sent again is answered as it was the first time.
      const created = command.id === undefined ? { form: command.form, revision: 1 } : undefined;
      const { form, revision } = created ?? this.#server;
      if (!isDone) {
        this.#dispatch({ type: 'outdated', form, revision, problem: 412 });
        return;
      }
      this.#confirm(command, true);
      this.#dispatch({ type: 'saved', id: 7, form, revision, unsaved: [] });
      return;
    }
    // A service that has created something already says so, unless it refuses whoever asks.
    const settlesAttempt = status !== 401;
    if (settlesAttempt && this.#byKey.has(command.key)) {
      this.answer(200, false);
      return;
    }
    this.#inFlight = undefined;
    this.#dispatch({ type: 'refused', problem: status, settlesAttempt });
  }

  #confirm({ form }: Save, isAnswered: boolean): void {
    for (const [path, value] of [...this.#pending])
      if (isAnswered && form[path] === value) this.#pending.delete(path);
      else this.#typedOver.set(path, form[path] ?? '');
  }

  reread(): void {
    if (this.#server && this.state.id !== undefined) this.#dispatch({ type: 'read', ...this.#server });
  }

  choose(isTheirs: boolean): void {
    if (this.state.name !== 'conflict') return;
    for (const { path } of this.state.conflicts) {
      this.#typedOver.set(path, this.state.before[path] ?? '');
      if (isTheirs) this.#pending.delete(path);
    }
    const theirs = isTheirs ? this.state.conflicts.map(({ path }) => path) : [];
    this.#dispatch({ type: 'chosen', theirs });
  }

  discard(): void {
    this.#pending.clear();
    // Discarding a creation that may have arrived begins another one.
    if (!this.#inFlight && this.state.attempt) this.#created = 0;
    this.#dispatch({ type: 'discarded' });
  }

  leave(isConfirmed: boolean): void {
    this.#dispatch({ type: 'leave', isConfirmed });
  }
}

const RUNS = Number(process.env['KALENDS_TEST_EDITINGS'] ?? 300);
const path = fc.constantFrom(...PATHS);
const step = fc.oneof(
  { weight: 5, arbitrary: path.map((name) => (world: World) => world.type(name)) },
  { weight: 4, arbitrary: fc.constant((world: World) => world.save()) },
  {
    weight: 6,
    arbitrary: fc.tuple(fc.constantFrom(200, 200, 200, 400, 401, 409, 503, 503), fc.boolean()).map(
      ([status, isLost]) =>
        (world: World) =>
          world.answer(status, isLost),
    ),
  },
  { weight: 3, arbitrary: path.map((name) => (world: World) => world.writeElsewhere(name)) },
  { weight: 1, arbitrary: fc.constant((world: World) => world.reread()) },
  { weight: 2, arbitrary: fc.boolean().map((isTheirs) => (world: World) => world.choose(isTheirs)) },
  { weight: 1, arbitrary: fc.constant((world: World) => world.discard()) },
  { weight: 1, arbitrary: fc.boolean().map((isConfirmed) => (world: World) => world.leave(isConfirmed)) },
);

test('any sequence of events loses nothing that is typed, saves once at a time, and never over a conflict', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(
      fc.record({ isNew: fc.boolean(), leaves: fc.boolean() }),
      fc.array(step, { maxLength: 60, size: 'max' }),
      (start, steps) => {
        const world = new World(start);
        for (const one of steps) one(world);
        for (const name of world.seen) seen.add(name);
      },
    ),
    { numRuns: RUNS },
  );
  assert.deepEqual([...seen].sort(), ['clean', 'conflict', 'dirty', 'leaving', 'offline', 'saving']);
});

test('merging takes what the other alone has changed, and names what both have', () => {
  const merged = mergeForms(kind, {
    before: was,
    mine: { ...was, title: 'Organ' },
    theirs: { ...was, title: 'Dark', city: 'Trier' },
  });
  assert.deepEqual(merged.form, { ...was, title: 'Organ', city: 'Trier' });
  assert.deepEqual(merged.taken, ['city']);
  assert.deepEqual(
    merged.conflicts.map(({ path: at }) => at),
    ['title'],
  );
});
