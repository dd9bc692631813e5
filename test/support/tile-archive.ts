import { deflateSync } from 'node:zlib';

/** Returns a number as PMTiles' directories write it, seven bits a byte, the lowest first. */
function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}

/** Checks of PNG's chunks (RFC 2083 §3.4). */
function crc(bytes: Buffer): number {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

function chunk(name: string, bytes: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), bytes]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(bytes.length);
  check.writeUInt32BE(crc(named));
  return Buffer.concat([length, named, check]);
}

/** Returns a tile of 256 × 256 pixels in one grey, as PNG. */
export function tilePicture(grey = 0xd0): Buffer {
  const size = 256;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(size, grey)]);
  const lines = deflateSync(Buffer.concat(Array.from({ length: size }, () => line)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', lines),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const HEADER_BYTES = 127;

/**
 * Returns a PMTiles archive, version 3, that has one picture for every tile of the world.
 * @param type of the tiles: 1 vector, 2 PNG
 */
export function tileArchive({ type = 2, mostZoom = 16, credit = 'Tile makers' } = {}): Buffer {
  const tile = tilePicture();
  const tiles = (4 ** (mostZoom + 1) - 1) / 3;
  // One entry: its ID, how many tiles it stands for, its length, its place plus one.
  const root = Buffer.from([1, 0, ...varint(tiles), ...varint(tile.length), 1]);
  const metadata = Buffer.from(JSON.stringify({ attribution: `<b>${credit}</b>` }));
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('PMTiles');
  header[7] = 3;
  const rootAt = HEADER_BYTES;
  const metadataAt = rootAt + root.length;
  const tilesAt = metadataAt + metadata.length;
  const places = [rootAt, root.length, metadataAt, metadata.length, tilesAt, 0, tilesAt, tile.length];
  places.forEach((place, at) => void header.writeBigUInt64LE(BigInt(place), 8 + at * 8));
  [tiles, 1, 1].forEach((count, at) => void header.writeBigUInt64LE(BigInt(count), 72 + at * 8));
  // Clustered, nothing compressed, from the whole world to the last zoom.
  header.set([1, 1, 1, type, 0, mostZoom], 96);
  [-1_800_000_000, -850_000_000, 1_800_000_000, 850_000_000].forEach(
    (degrees, at) => void header.writeInt32LE(degrees, 102 + at * 4),
  );
  return Buffer.concat([header, root, metadata, tile]);
}
