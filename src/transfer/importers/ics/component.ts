import { isUtf8 } from 'node:buffer';
import ICAL from 'ical.js';
import { eachLine } from './lines.ts';

/** A property of a component: its name and parameters in lower case, texts unescaped, all other values as written. */
export interface Property {
  readonly name: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly values: readonly string[];
}

/** A component with its properties in their order. */
export interface Component {
  /** In upper case: `VEVENT`. */
  readonly name: string;
  readonly properties: readonly Property[];
  readonly parts: readonly Component[];
  /** Whether a line of it was no property, and joined the text before it. */
  readonly isBroken: boolean;
}

const text = { defaultType: 'text' };
const uri = { defaultType: 'uri' };

/** The design by which ical.js takes lines apart: it unescapes texts, and leaves dates, rules and durations as they are written. */
const design = {
  ...ICAL.design.icalendar,
  property: {
    ...ICAL.design.icalendar.property,
    'x-alt-desc': text,
    'x-wr-calname': text,
    'x-wr-timezone': text,
    'x-microsoft-cdo-alldayevent': text,
    'x-microsoft-skypeteamsmeetingurl': uri,
    'x-google-conference': uri,
    'x-lic-location': text,
    image: uri,
    conference: uri,
    geo: text,
  },
  value: { text: ICAL.design.icalendar.value['text'] },
};

const NAME = /^[A-Za-z][A-Za-z0-9-]*$/;

/** Returns the name of a content line; undefined for a line that is none. */
export function nameOf(line: string): string | undefined {
  const end = line.search(/[:;]/);
  const name = end === -1 ? '' : line.slice(0, end).trim();
  return NAME.test(name) ? name.toUpperCase() : undefined;
}

const QUOTED_PRINTABLE = /^[^:]*;(?:ENCODING=)?QUOTED-PRINTABLE/i;

/** Returns a line of vCalendar 1.0 as iCalendar has it. */
function plainLine(line: string): string {
  if (!QUOTED_PRINTABLE.test(line)) return line;
  const colon = line.indexOf(':');
  const value = line
    .slice(colon + 1)
    .replace(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\r\n?|\n/g, '\\n');
  return `${line.slice(0, colon).replace(/;(?:ENCODING=)?QUOTED-PRINTABLE|;CHARSET=[^;:]*/gi, '')}:${value}`;
}

/** Decodes a line whose bytes were read as Latin-1: as UTF-8 where they are, else as windows-1252. */
export function decodeLine(line: string): { text: string; isUtf8: boolean } {
  if (!/[\x80-\xff]/.test(line)) return { text: line, isUtf8: true };
  const bytes = Buffer.from(line, 'latin1');
  if (isUtf8(bytes)) return { text: bytes.toString('utf8'), isUtf8: true };
  return { text: new TextDecoder('windows-1252').decode(bytes), isUtf8: false };
}

/** Takes a line apart by its first colon where ical.js refuses it. */
function readBroken(line: string): Property | undefined {
  const [, name = '', parameters = '', value = ''] = /^([\w-]+)((?:;[^:]*)?):(.*)$/s.exec(line) ?? [];
  if (name === '') return undefined;
  const pairs = [...parameters.matchAll(/;([\w-]+)=("[^"]*"|[^;]*)/g)].map(
    ([, key = '', of = '']) => [key.toLowerCase(), of.replaceAll('"', '')] as const,
  );
  return { name: name.toLowerCase(), parameters: Object.fromEntries(pairs), values: [value] };
}

/** Returns the property of a content line; undefined where it cannot be read. */
export function readProperty(line: string): Property | undefined {
  try {
    const [name, parameters, , ...values]: [string, Record<string, unknown>, string, ...unknown[]] =
      ICAL.parse.property(line, design);
    return {
      name,
      parameters: Object.fromEntries(Object.entries(parameters).map(([key, value]) => [key, String(value)])),
      values: values.flat().map(String),
    };
  } catch {
    return readBroken(line);
  }
}

/** Returns a component of its text as bytes in Latin-1. Lines that are no property join the text before them. */
export function readComponent(raw: string): Component | undefined {
  interface Open {
    name: string;
    lines: string[];
    parts: Component[];
    isBroken: boolean;
  }
  const stack: Open[] = [];
  let whole: Component | undefined;
  const close = (): void => {
    const open = stack.pop();
    if (!open) return;
    const { name, lines, parts, isBroken } = open;
    const properties = lines.flatMap((line) => readProperty(line) ?? []);
    const component = { name, properties, parts, isBroken };
    const outer = stack.at(-1);
    if (outer) outer.parts.push(component);
    else whole ??= component;
  };
  eachLine(raw, (line) => {
    const name = nameOf(line.text);
    const value =
      name === 'BEGIN' || name === 'END' ? line.text.slice(line.text.indexOf(':') + 1).trim() : '';
    if (name === 'BEGIN') {
      stack.push({ name: value.toUpperCase(), lines: [], parts: [], isBroken: false });
      return;
    }
    if (name === 'END') {
      if (stack.some((open) => open.name === value.toUpperCase()))
        while (stack.length > 0) {
          const isIt = stack.at(-1)?.name === value.toUpperCase();
          close();
          if (isIt) break;
        }
      return;
    }
    const open = stack.at(-1);
    if (!open) return;
    const { text } = decodeLine(plainLine(line.text));
    if (name !== undefined) open.lines.push(text);
    else if (open.lines.length > 0 && text.trim() !== '') {
      open.lines[open.lines.length - 1] += `\\n${text}`;
      open.isBroken = true;
    }
  });
  while (stack.length > 0) close();
  return whole;
}

/** Returns the first property of a name that has a value. */
export const find = ({ properties }: Component, name: string): Property | undefined =>
  properties.find((one) => one.name === name && one.values.some((value) => value !== ''));

/** Returns all properties of a name. */
export const findAll = ({ properties }: Component, name: string): Property[] =>
  properties.filter((one) => one.name === name);

/** Returns the first value of the first property of a name, without white space around; '' where there is none. */
export const firstValue = (component: Component, name: string): string =>
  find(component, name)?.values[0]?.trim() ?? '';
