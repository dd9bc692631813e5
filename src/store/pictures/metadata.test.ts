import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import sharp from 'sharp';
import type { PictureType } from './kinds.ts';
import { withoutMetadata } from './metadata.ts';

const stripped = ['jpeg', 'png', 'gif', 'webp'] as const;

function picture() {
  const noise = { type: 'gaussian', mean: 120, sigma: 60 } as const;
  return sharp({ create: { width: 40, height: 30, channels: 3, background: 'red', noise } });
}

const secret = 'Kalends-secret-place';

for (const type of ['jpeg', 'png', 'webp'] as const) {
  test(`withoutMetadata takes EXIF and XMP out of ${type} and leaves pixels and colour profile`, async () => {
    const full = await picture()
      .withIccProfile('p3')
      .withExif({ IFD0: { ImageDescription: secret } })
      .withXmp(
        `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">${secret}</x:xmpmeta>`,
      )
      .toFormat(type)
      .toBuffer();
    assert.ok(full.includes(secret));
    const clean = withoutMetadata(full, type);
    assert.ok(clean);
    assert.equal(clean.includes(secret), false);
    const metadata = await sharp(clean).metadata();
    assert.deepEqual([metadata.exif, metadata.xmp], [undefined, undefined]);
    assert.ok(metadata.icc);
    assert.deepEqual(await sharp(clean).raw().toBuffer(), await sharp(full).raw().toBuffer());
    assert.equal(withoutMetadata(clean, type), clean);
  });
}

for (const type of stripped) {
  test(`withoutMetadata cuts off what follows the end of ${type}`, async () => {
    const clean = await picture().toFormat(type).toBuffer();
    const known = withoutMetadata(clean, type);
    assert.ok(known);
    assert.deepEqual(withoutMetadata(Buffer.concat([clean, Buffer.from(secret)]), type), known);
  });

  test(`withoutMetadata ends, and adds nothing, whatever is in ${type}`, async () => {
    const clean = await picture().toFormat(type).toBuffer();
    const at = fc.integer({ min: 0, max: clean.length - 1 });
    fc.assert(
      fc.property(at, fc.integer({ min: 0, max: 255 }), at, (where, value, end) => {
        const damaged = Buffer.from(clean);
        damaged[where] = value;
        for (const bytes of [damaged, damaged.subarray(0, end)]) {
          const result = withoutMetadata(bytes, type);
          assert.ok(result === undefined || result.length <= bytes.length);
        }
      }),
      { numRuns: 1000 },
    );
  });
}

test('withoutMetadata takes comments and XMP out of a GIF and leaves its loop and frames', async () => {
  const frames = await Promise.all(
    ['red', 'blue'].map((background) =>
      sharp({ create: { width: 9, height: 9, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const animated = await sharp(frames, { join: { animated: true } })
    .gif({ loop: 3 })
    .toBuffer();
  const blocks = [
    Buffer.from([0x21, 0xfe, secret.length, ...Buffer.from(secret), 0]),
    Buffer.from([0x21, 0xff, 11, ...Buffer.from('XMP DataXMP'), secret.length, ...Buffer.from(secret), 0]),
  ];
  const start = animated.indexOf(Buffer.from([0x21, 0xff]));
  const full = Buffer.concat([animated.subarray(0, start), ...blocks, animated.subarray(start)]);
  const clean = withoutMetadata(full, 'gif');
  assert.ok(clean && !clean.includes(secret));
  const { pages, loop } = await sharp(clean).metadata();
  assert.deepEqual([pages, loop], [2, 3]);
});

test('withoutMetadata leaves AVIF to an encoder', async () => {
  const type: PictureType = 'avif';
  assert.equal(withoutMetadata(await picture().avif().toBuffer(), type), undefined);
});
