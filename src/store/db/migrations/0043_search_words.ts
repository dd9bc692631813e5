import { type Kysely, sql } from 'kysely';

/** Signs between words in folded texts; blanks are there as blanks. */
const SIGNS = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~–—‑…„“”‚‘’«»‹›·•¡¿';
/** Letters of a word; shorter ones aren't misspelt in a way that could be told, longer ones are no words. */
const [SHORTEST, LONGEST] = [3, 32];

const literal = (value: string) => `'${value.replaceAll("'", "''")}'`;

/** The table's rows that everybody may see. `r` stands for the row. */
const PUBLIC_POST = "r.status = 'publish' and r.password = ''";
const sources = {
  events: {
    isPublic: `${PUBLIC_POST} and r.hide_from_listings = 0`,
    columns: ['title_key', 'status', 'password', 'hide_from_listings'],
    text: () => 'r.title_key',
  },
  venues: {
    isPublic: PUBLIC_POST,
    columns: ['name_key', 'status', 'password', 'search_text'],
    // The city and the district, folded (calendar/venues/rules.ts).
    text: (field: (number: number) => string) => `r.name_key || ' ' || ${field(4)} || ' ' || ${field(12)}`,
  },
  organizers: {
    isPublic: PUBLIC_POST,
    columns: ['name_key', 'status', 'password'],
    text: () => 'r.name_key',
  },
  categories: { isPublic: '1 = 1', columns: ['name_key'], text: () => 'r.name_key' },
  tags: { isPublic: '1 = 1', columns: ['name_key'], text: () => 'r.name_key' },
} as const;
type Kind = keyof typeof sources;
const kinds = Object.keys(sources) as Kind[];

/** SQL that differs between the engines. */
interface Engine {
  /** Returns what gives the parts of a text between signs and blanks, as rows of `f.value`. */
  parts(text: string): string;
  /** The condition that a part of a text has no digit. */
  readonly hasNoDigit: string;
  /** Returns the text of a numbered line of `r.search_text`. */
  field(number: number): string;
  /** The function that joins texts of several rows. */
  readonly join: string;
  /** Returns what gives the numbers from 1 to the length of a word, as rows of `f.value`. */
  places(word: string): string;
  integer(number: string): string;
}

const sqlite: Engine = {
  parts: (text) => {
    const apart = [...SIGNS].reduce((before, sign) => `replace(${before}, ${literal(sign)}, ' ')`, text);
    return `json_each('[' || replace(json_quote(${apart}), ' ', '","') || ']') as f`;
  },
  hasNoDigit: "f.value not glob '*[0-9]*'",
  field: (number) => {
    const mark = `char(10) || '${number}:'`;
    const rest = `substr(r.search_text, instr(r.search_text, ${mark}) + ${String(number).length + 2})`;
    return `(case instr(r.search_text, ${mark}) when 0 then '' else substr(${rest}, 1, instr(${rest}, char(10)) - 1) end)`;
  },
  join: 'group_concat',
  places: (word) =>
    `(select value from json_each('[${Array.from({ length: LONGEST }, (_, at) => at + 1)}]') where value <= length(${word})) as f`,
  integer: (number) => number,
};

const postgres: Engine = {
  parts: (text) =>
    `unnest(string_to_array(translate(${text}, ${literal(SIGNS)}, '${' '.repeat([...SIGNS].length)}'), ' ')) as f(value)`,
  hasNoDigit: "f.value !~ '[0-9]'",
  field: (number) => `split_part(split_part(r.search_text, E'\\n${number}:', 2), E'\\n', 1)`,
  join: 'string_agg',
  places: (word) => `generate_series(1, length(${word})) as f(value)`,
  integer: (number) => `cast(${number} as integer)`,
};

/**
 * Keeps the words of all names that everybody may see, and the trigrams of these, so that a misspelt search finds the
 * nearest ones. Triggers count them, so that no way of writing forgets it, and a word leaves with the last public name that
 * has it. `public_words` is what they should be.
 */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const engine = dialect === 'sqlite' ? sqlite : postgres;
  const text = dialect === 'sqlite' ? 'text' : 'text collate "C"';
  const run = (statement: string) => sql.raw(statement).execute(db);
  const rowid = dialect === 'sqlite' ? ' without rowid' : '';
  await run(`create table search_words (word ${text} primary key, n integer not null)${rowid}`);
  await run('create index search_words_gone on search_words (word) where n <= 0');
  await run(
    `create table search_trigrams (trigram ${text} not null, word ${text} not null, primary key (trigram, word))${rowid}`,
  );

  const trigger = async (
    name: string,
    event: string,
    statements: readonly string[],
    { table, when }: { readonly table: string; readonly when?: string },
  ): Promise<void> => {
    const body = statements.map((statement) => `${statement};`).join('\n');
    const condition = when === undefined ? '' : `when (${when})`;
    if (dialect === 'sqlite') {
      await run(`create trigger ${name} after ${event} on ${table} ${condition} begin ${body} end`);
      return;
    }
    await run(
      `create function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`,
    );
    await run(
      `create trigger ${name} after ${event} on ${table} for each row ${condition} execute function ${name}()`,
    );
  };

  const isWord = `length(f.value) between ${SHORTEST} and ${LONGEST} and ${engine.hasNoDigit}`;
  /** Returns the joined names of an item's translations. */
  const translated = (kind: Kind) => `coalesce((select ${engine.join}(x.title_key, ' ') from translations x
    where x.kind = '${kind}' and x.resource_id = r.id), '')`;
  const trigrams = (row: 'new' | 'old', more = '') =>
    `select distinct substr(' ' || ${row}.word || ' ', f.value, 3)${more} from ${engine.places(`${row}.word`)}`;
  const forWords = { table: 'search_words' };
  await trigger(
    'search_words_added',
    'insert',
    [`insert into search_trigrams (trigram, word) ${trigrams('new', ', new.word')}`],
    forWords,
  );
  await trigger(
    'search_words_removed',
    'delete',
    [`delete from search_trigrams where word = old.word and trigram in (${trigrams('old')})`],
    forWords,
  );

  /** Returns statements that count the words of texts, each where its condition holds, and drop those that nothing has any more. */
  const count = (texts: readonly { row: 'new' | 'old'; text: string; where: string }[]): string[] => {
    const counted = texts.map(({ row, text: of, where }) => {
      const own = (part: string) => part.replaceAll(/\br\./g, `${row}.`);
      return `select f.value as word, ${row === 'new' ? 1 : -1} as step from ${engine.parts(own(of))} where ${isWord} and ${own(where)}`;
    });
    return [
      `insert into search_words (word, n) select word, ${engine.integer('sum(step)')} from (${counted.join(' union all ')}) as counted
        group by word having sum(step) <> 0
        on conflict (word) do update set n = search_words.n + excluded.n`,
      ...(texts.some(({ row }) => row === 'old') ? ['delete from search_words where n <= 0'] : []),
    ];
  };

  for (const kind of kinds) {
    const { isPublic, columns, text: own } = sources[kind];
    const whole = `${own(engine.field)} || ' ' || ${translated(kind)}`;
    const [added, removed] = [
      { row: 'new', text: whole, where: isPublic } as const,
      { row: 'old', text: whole, where: isPublic } as const,
    ];
    const changed = columns.map((column) => `old.${column} <> new.${column}`).join(' or ');
    await trigger(`${kind}_words_added`, 'insert', count([added]), { table: kind });
    await trigger(`${kind}_words_removed`, 'delete', count([removed]), { table: kind });
    await trigger(`${kind}_words_changed`, `update of ${columns.join(', ')}`, count([removed, added]), {
      table: kind,
      when: changed,
    });
  }

  // A translation's words count as long as its item is public.
  const parents = kinds.map((kind) => {
    const isPublic = sources[kind].isPublic.replaceAll(/\br\./g, 'p.');
    return `(r.kind = '${kind}' and exists (select 1 from ${kind} p where p.id = r.resource_id and ${isPublic}))`;
  });
  const name = { text: 'r.title_key', where: `(${parents.join(' or ')})` };
  const translations = { table: 'translations' };
  await trigger('translations_words_added', 'insert', count([{ row: 'new', ...name }]), translations);
  await trigger('translations_words_removed', 'delete', count([{ row: 'old', ...name }]), translations);
  await trigger(
    'translations_words_changed',
    'update of title_key',
    count([
      { row: 'old', ...name },
      { row: 'new', ...name },
    ]),
    { ...translations, when: 'old.title_key <> new.title_key' },
  );

  const every = kinds.map((kind) => {
    const { isPublic, text: own } = sources[kind];
    const names = `${own(engine.field)} || ' ' || ${translated(kind)}`;
    return `select f.value as word from ${kind} r, ${engine.parts(names)} where ${isPublic} and ${isWord}`;
  });
  await run(`create view public_words as select word, ${engine.integer('count(*)')} as n
    from (${every.join(' union all ')}) as every_word group by word`);
  await run('insert into search_words (word, n) select word, n from public_words');
  // Texts are found with their umlauts spelled out, too, which SQL can't do: the next start does it (as in 0005).
  for (const kind of ['venue', 'organizer', 'event'])
    await run(`insert into settings (name, value) select '${kind}_search_texts', '0'
      where exists (select 1 from ${kind}s) on conflict (name) do update set value = '0'`);
}
