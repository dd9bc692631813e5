import { codedFrames } from './av1.ts';
import type { PictureHeader } from './header.ts';

// Telephones cut a picture into some fifty tiles; each may have a plane of transparency.
const MAX_ITEMS = 300;
const CONTAINERS = ['meta', 'iprp', 'ipco'];

/** A box of ISO/IEC 14496-12: where its payload begins and ends. */
interface AvifBox {
  name: string;
  start: number;
  end: number;
}

interface AvifItem {
  type: string;
  data: Buffer[];
  width: number;
  height: number;
}

/**
 * The header of an AVIF picture (AVIF 1.1 over ISO/IEC 23008-12): of every coded item, the size that its properties
 * claim and the one that its own bitstream has, times the frames in it. undefined: not understood.
 */
export function avifHeader(bytes: Buffer): PictureHeader | undefined {
  const meta = boxesIn(bytes, 0, bytes.length).find(({ name }) => name === 'meta');
  if (!meta) return undefined;
  const boxes = flattened(bytes, { ...meta, start: meta.start + 4 });
  const items = itemsOf(bytes, boxes);
  const box = (name: string) => boxes.find((one) => one.name === name);
  const pitm = box('pitm');
  const primaryId = pitm && readId(bytes, pitm.start + 4, bytes.readUInt8(pitm.start) > 0);
  const primary = primaryId === undefined ? undefined : items.get(primaryId);
  if (!primary || items.size > MAX_ITEMS || !hasPlainReferences(bytes, box('iref'))) return undefined;
  let decoded = primary.type === 'av01' ? 0 : primary.width * primary.height;
  let passes = 0;
  for (const { type, data, width, height } of items.values()) {
    if (type !== 'av01') continue;
    const coded = codedFrames(data);
    if (!coded) return undefined;
    passes = Math.max(passes, coded.frames);
    decoded += Math.max(width * height, coded.width * coded.height) * coded.frames;
  }
  if (passes === 0) return undefined;
  const { width, height } = primary;
  return { width, height, frames: 1, passes, decoded };
}

function boxesIn(bytes: Buffer, from: number, end: number): AvifBox[] {
  const found: AvifBox[] = [];
  for (let at = from; at + 8 <= end; ) {
    let size = bytes.readUInt32BE(at);
    let header = 8;
    if (size === 1) {
      size = Number(bytes.readBigUInt64BE(at + 8));
      header = 16;
    } else if (size === 0) size = end - at;
    if (size < header || at + size > end) throw new RangeError('A box beyond its end');
    found.push({ name: bytes.toString('latin1', at + 4, at + 8), start: at + header, end: at + size });
    at += size;
  }
  return found;
}

/** A box and those within, in order; a property's index is its place in `ipco`. */
function flattened(bytes: Buffer, box: AvifBox): AvifBox[] {
  const inner = boxesIn(bytes, box.start, box.end);
  return inner.flatMap((one) => (CONTAINERS.includes(one.name) ? [one, ...flattened(bytes, one)] : [one]));
}

const readId = (bytes: Buffer, at: number, isLong: boolean) =>
  isLong ? bytes.readUInt32BE(at) : bytes.readUInt16BE(at);

function itemsOf(bytes: Buffer, boxes: readonly AvifBox[]): Map<number, AvifItem> {
  const items = new Map<number, AvifItem>();
  for (const infe of boxes.filter(({ name }) => name === 'iinf').flatMap((box) => entriesOf(bytes, box))) {
    const version = bytes.readUInt8(infe.start);
    const id = readId(bytes, infe.start + 4, version > 2);
    const at = infe.start + (version > 2 ? 10 : 8);
    items.set(id, { type: bytes.toString('latin1', at, at + 4), data: [], width: 0, height: 0 });
  }
  const idat = boxes.find(({ name }) => name === 'idat');
  for (const iloc of boxes.filter(({ name }) => name === 'iloc'))
    for (const [id, data] of locations(bytes, iloc, idat)) items.get(id)?.data.push(...data);
  const ipco = boxes.find(({ name }) => name === 'ipco');
  const properties = ipco ? boxesIn(bytes, ipco.start, ipco.end) : [];
  for (const ipma of boxes.filter(({ name }) => name === 'ipma'))
    for (const [id, index] of associations(bytes, ipma)) {
      const property = properties[index - 1];
      const item = items.get(id);
      if (property?.name !== 'ispe' || !item) continue;
      item.width = Math.max(item.width, bytes.readUInt32BE(property.start + 4));
      item.height = Math.max(item.height, bytes.readUInt32BE(property.start + 8));
    }
  return items;
}

function entriesOf(bytes: Buffer, iinf: AvifBox): AvifBox[] {
  const isLong = bytes.readUInt8(iinf.start) > 0;
  const from = iinf.start + 4 + (isLong ? 4 : 2);
  return boxesIn(bytes, from, iinf.end).filter(({ name }) => name === 'infe');
}

/** Yields the ID of each item and its bytes in parts; items in another file have none. */
function* locations(bytes: Buffer, iloc: AvifBox, idat: AvifBox | undefined): Iterable<[number, Buffer[]]> {
  const version = bytes.readUInt8(iloc.start);
  let at = iloc.start + 4;
  const take = (size: number): number => {
    if (size === 0) return 0;
    const value = size === 8 ? Number(bytes.readBigUInt64BE(at)) : bytes.readUIntBE(at, size);
    at += size;
    return value;
  };
  const sizes = take(2);
  const [offsetSize, lengthSize, baseSize, indexSize] = [12, 8, 4, 0].map((shift) => (sizes >> shift) & 15);
  const count = take(version < 2 ? 2 : 4);
  if (count > MAX_ITEMS) throw new RangeError('Too many items');
  for (let n = 0; n < count; n += 1) {
    const id = take(version < 2 ? 2 : 4);
    const method = version > 0 ? take(2) & 15 : 0;
    const otherFile = take(2);
    const base = take(baseSize ?? 0);
    const extents = take(2);
    const data: Buffer[] = [];
    for (let extent = 0; extent < extents; extent += 1) {
      if (version > 0) take(indexSize ?? 0);
      const from =
        (method === 1 ? (idat?.start ?? Number.POSITIVE_INFINITY) : 0) + base + take(offsetSize ?? 0);
      const length = take(lengthSize ?? 0);
      const end = length === 0 ? bytes.length : from + length;
      if (method > 1 || otherFile !== 0 || end > bytes.length) throw new RangeError('Bytes beyond the end');
      data.push(bytes.subarray(from, end));
    }
    yield [id, data];
  }
}

/** Pairs of an item and the index of one of its properties. */
function* associations(bytes: Buffer, ipma: AvifBox): Iterable<[number, number]> {
  const isLong = bytes.readUInt8(ipma.start) > 0;
  const isWide = (bytes.readUInt8(ipma.start + 3) & 1) === 1;
  let at = ipma.start + 8;
  for (let left = bytes.readUInt32BE(ipma.start + 4); left > 0; left -= 1) {
    const id = readId(bytes, at, isLong);
    at += isLong ? 4 : 2;
    const count = bytes.readUInt8(at);
    at += 1;
    for (let n = 0; n < count; n += 1) {
      yield [id, isWide ? bytes.readUInt16BE(at) & 0x7fff : bytes.readUInt8(at) & 0x7f];
      at += isWide ? 2 : 1;
    }
  }
}

/** Whether no picture is made of the same one several times, which would cost as often. */
function hasPlainReferences(bytes: Buffer, iref: AvifBox | undefined): boolean {
  if (!iref) return true;
  const isLong = bytes.readUInt8(iref.start) > 0;
  const width = isLong ? 4 : 2;
  const derived = new Set<number>();
  for (const { name, start, end } of boxesIn(bytes, iref.start + 4, iref.end)) {
    if (name !== 'dimg') continue;
    for (let at = start + width + 2; at < end; at += width) {
      const id = readId(bytes, at, isLong);
      if (derived.has(id)) return false;
      derived.add(id);
    }
  }
  return true;
}
