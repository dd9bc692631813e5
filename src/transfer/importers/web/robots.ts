/** Permissions that a `robots.txt` gives a program (RFC 9309). */
export interface RobotRules {
  /** Returns whether an address of the site may be fetched. */
  allows(address: string): boolean;
  /** Seconds between two requests that the site asks for; undefined: it does not ask. */
  readonly delay: number | undefined;
}

interface RobotRule {
  readonly allows: boolean;
  readonly pattern: RegExp;
  /** Characters of the rule: the longest one that fits decides. */
  readonly length: number;
}

interface Group {
  readonly agents: string[];
  readonly rules: RobotRule[];
  delay?: number;
}

/** Characters of a file that are read (RFC 9309 §2.5: at least 500 KiB). */
const LONGEST = 512 * 1024;

const patternOf = (path: string): RegExp => {
  const end = path.endsWith('$') ? '$' : '';
  const parts = path.slice(0, path.length - end.length).split(/\*+/);
  return new RegExp(
    `^${parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*')}${end}`,
  );
};

/** Allows everything: there is no `robots.txt`. */
export const allowAll: RobotRules = { allows: () => true, delay: undefined };
/** Allows nothing: nobody could tell what is allowed (RFC 9309 §2.3.1.4). */
export const allowNone: RobotRules = { allows: () => false, delay: undefined };

function groupsIn(text: string): Group[] {
  const groups: Group[] = [];
  let isNaming = false;
  for (const line of text.slice(0, LONGEST).split(/\r\n|\r|\n/)) {
    const [, name = '', value = ''] = /^\s*([a-z-]+)\s*:\s*([^#]*?)\s*(?:#.*)?$/i.exec(line) ?? [];
    const field = name.toLowerCase();
    if (field === 'user-agent') {
      const group = isNaming ? groups.at(-1) : undefined;
      if (group) group.agents.push(value.toLowerCase());
      else groups.push({ agents: [value.toLowerCase()], rules: [] });
      isNaming = true;
      continue;
    }
    const group = groups.at(-1);
    if (!group || !['allow', 'disallow', 'crawl-delay'].includes(field)) continue;
    isNaming = false;
    if (field === 'crawl-delay') {
      if (Number(value) >= 0 && value !== '') group.delay = Number(value);
    } else if (value !== '')
      group.rules.push({ allows: field === 'allow', pattern: patternOf(value), length: value.length });
  }
  return groups;
}

/** Reads a `robots.txt` for a program: the groups that name it, else those for all. */
export function readRobots(text: string, agent: string): RobotRules {
  const groups = groupsIn(text.replace(/^\ufeff/, ''));
  const named = groups.filter(({ agents }) => agents.includes(agent.toLowerCase()));
  const own = named.length > 0 ? named : groups.filter(({ agents }) => agents.includes('*'));
  const rules = own.flatMap((group) => group.rules);
  const delays = own.flatMap(({ delay }) => delay ?? []);
  return {
    delay: delays.length > 0 ? Math.max(...delays) : undefined,
    allows(address) {
      const { pathname, search } = new URL(address);
      const fitting = rules.filter(({ pattern }) => pattern.test(pathname + search));
      const longest = Math.max(0, ...fitting.map(({ length }) => length));
      const deciding = fitting.filter(({ length }) => length === longest);
      return pathname === '/robots.txt' || deciding.length === 0 || deciding.some(({ allows }) => allows);
    },
  };
}
