import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { KalendsError } from '#errors.ts';
import {
  claiming,
  gif,
  hugeAvif,
  jpegOfScans,
  packedText,
  plainPicture,
  png,
} from '../../../test/support/bombs.ts';
import { Allowance } from './allowance.ts';
import { PictureError } from './errors.ts';
import { readHeader } from './header.ts';
import { PictureDecoders } from './isolated.ts';
import { refuseCostly } from './limits.ts';
import { pictureType } from './type.ts';

const decoders = new PictureDecoders();
after(() => decoders.close());

const types = ['jpeg', 'png', 'gif', 'webp', 'avif'] as const;

for (const type of types)
  test(`readHeader reads the size of a ${type}, and nothing of it is too costly`, async () => {
    for (const [width, height] of [
      [1, 1],
      [333, 77],
      [2000, 1500],
    ] as const) {
      const bytes = await plainPicture(type, width, height);
      assert.equal(pictureType(bytes), type);
      const header = readHeader(bytes, type);
      assert.deepEqual([header?.width, header?.height, header?.frames], [width, height, 1]);
      assert.equal(header?.decoded, width * height);
      assert.doesNotThrow(() => header && refuseCostly(header, type, bytes.length));
    }
  });

test('readHeader throws nothing, whatever is cut off or changed', async () => {
  const whole = await Promise.all(
    types.map(async (type) => ({ type, bytes: await plainPicture(type, 40, 30) })),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...whole),
      fc.nat(),
      fc.nat(),
      fc.nat(255),
      ({ type, bytes }, cut, at, value) => {
        const changed = Buffer.from(bytes.subarray(0, 1 + (cut % bytes.length)));
        changed[at % changed.length] = value;
        readHeader(changed, type);
      },
    ),
    { numRuns: 20_000 },
  );
});

test('an AVIF that claims less than its bitstream has is judged by its bitstream', () => {
  const lying = claiming(hugeAvif, 100, 100);
  const header = readHeader(lying, 'avif');
  assert.deepEqual([header?.width, header?.decoded], [100, 64_000_000]);
  assert.throws(() => header && refuseCostly(header, 'avif', lying.length), PictureError);
});

test('pictures that cost too much are refused by their headers, at once', async () => {
  const costly: [string, Buffer, string][] = [
    ['an AVIF of 64 million pixels', hugeAvif, 'pixels'],
    ['an AVIF that claims 100 million', claiming(hugeAvif, 10_000, 10_000), 'pixels'],
    ['an AVIF that claims few', claiming(hugeAvif, 10, 10), 'costly'],
    ['an AVIF of six million in 400 bytes', await plainPicture('avif', 3000, 2000), 'costly'],
    ['a PNG of 100 million', png(10_000, 10_000, { claim: true }), 'pixels'],
    ['a PNG as wide as numbers', png(2 ** 31 - 1, 1, { claim: true }), 'pixels'],
    ['an interlaced PNG of 36 million', png(6000, 6000, { interlaced: true }), 'pixels'],
    ['a GIF of 65535 by 65535', gif(65_535, 65_535), 'pixels'],
    ['a GIF of 1,500 frames', gif(10, 10, 1_500), 'costly'],
    ['a JPEG of 4,000 scans', await jpegOfScans(4_000), 'costly'],
    ['a WebP of 64 million', await plainPicture('webp', 8000, 8000), 'pixels'],
  ];
  for (const [name, bytes, reason] of costly) {
    const beganMs = performance.now();
    const refused = (error: unknown) => error instanceof PictureError && error.reason === reason;
    await assert.rejects(decoders.inspect(bytes), refused, name);
    await assert.rejects(decoders.makeSizes(bytes, 'x'), refused, name);
    assert.ok(performance.now() - beganMs < 30_000, name);
  }
});

test('what no header tells is ended by the deadline, and others go on', async () => {
  const large = await plainPicture('avif', 1200, 1200);
  await assert.rejects(
    decoders.makeSizes(large, 'x', new Allowance(5)),
    (error) => error instanceof PictureError && error.reason === 'costly',
  );
  const { sizes } = await decoders.makeSizes(await plainPicture('png', 400, 300), 'small.png');
  assert.deepEqual(Object.keys(sizes), ['medium', 'thumbnail']);
});

test('a picture that others left too little time is not called costly', async () => {
  const large = await plainPicture('avif', 1200, 1200);
  for (const ms of [60, 50]) {
    const allowance = new Allowance(ms);
    await allowance.spend(() => pause(51));
    await assert.rejects(
      decoders.makeSizes(large, 'x', allowance),
      (error) => error instanceof KalendsError && error.code === 'rest_unavailable',
    );
  }
});

test('waiting for its turn takes nothing of the time for a picture', async () => {
  const large = await plainPicture('avif', 600, 600);
  const busy = [
    decoders.makeSizes(large, 'x'),
    decoders.makeSizes(large, 'x'),
    decoders.makeSizes(large, 'x'),
  ];
  const beganMs = performance.now();
  const last = new Allowance(60_000);
  await decoders.makeSizes(large, 'x', last);
  const tookMs = performance.now() - beganMs;
  await Promise.all(busy);
  assert.ok(60_000 - last.leftMs < tookMs / 2, `${60_000 - last.leftMs} of ${tookMs} ms`);
});

test('a large picture is taken as often as it comes, whatever earlier ones left in memory', async () => {
  // With bytes behind it, lest it be implausibly small.
  const free = Buffer.alloc(20_000);
  free.writeUInt32BE(free.length);
  free.write('free', 4);
  const large = Buffer.concat([await plainPicture('avif', 3900, 4000), free]);
  for (let times = 0; times < 3; times++) assert.ok((await decoders.makeSizes(large, 'x.avif')).original);
});

test('a PNG whose texts unpack to a gigabyte is read without them', async () => {
  const bytes = png(30, 20, { beside: Array<Buffer>(150).fill(packedText(7_500_000)) });
  const made = await decoders.makeSizes(bytes, 'x.png');
  assert.ok(made.file.bytes.length < 1_000);
});
