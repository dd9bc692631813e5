import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import sharp from 'sharp';
import { PictureError } from './errors.ts';
import type { PictureType } from './kinds.ts';
import { inspectPicture, makeSizes, type PictureFiles, pictureType } from './picture.ts';

const sample = (name: string) =>
  readFileSync(new URL(`../../../test/samples/media/${name}`, import.meta.url));
const types: PictureType[] = ['jpeg', 'png', 'gif', 'webp', 'avif'];

function plain(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: { r: 20, g: 120, b: 200 } } });
}

const place = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } };

async function animation(type: 'gif' | 'webp', width: number, height: number): Promise<Buffer> {
  const frames = await Promise.all(
    ['red', 'blue'].map((background) =>
      sharp({ create: { width, height, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  return sharp(frames, { join: { animated: true } })
    .toFormat(type)
    .toBuffer();
}

// Each file is what the description says, by another look at its bytes.
async function verify({ file, original, sizes }: PictureFiles): Promise<void> {
  const all = [file, ...Object.values(sizes)];
  for (const one of all) {
    const found = await sharp(one.bytes).metadata();
    assert.deepEqual([found.width, found.height], [one.width, one.height]);
  }
  for (const size of Object.values(sizes)) {
    assert.equal(size.filesize, size.bytes.length);
    assert.ok(size.file.includes(`-${size.width}x${size.height}.`));
    assert.equal(`image/${pictureType(size.bytes)}`, size['mime-type']);
  }
  for (const { bytes } of [...all, ...(original ? [original] : [])]) {
    const { exif, xmp, iptc } = await sharp(bytes).metadata();
    assert.deepEqual([exif, xmp, iptc], [undefined, undefined, undefined]);
  }
}

test('makeSizes gives the recorded files of photo.png, the picture itself untouched', async () => {
  const bytes = sample('photo.png');
  const made = await makeSizes(bytes, 'photo.png');
  await verify(made);
  assert.equal(made.file.bytes, bytes);
  assert.equal(made.file.bytes.length, 5787);
  assert.equal(made.original, undefined);
  const listed = Object.entries(made.sizes).map(([name, size]) => [name, size.file, size['mime-type']]);
  assert.deepEqual(listed, [
    ['medium', 'photo-300x200.png', 'image/png'],
    ['large', 'photo-1024x683.png', 'image/png'],
    ['thumbnail', 'photo-150x150.png', 'image/png'],
    ['medium_large', 'photo-768x512.png', 'image/png'],
  ]);
});

test('makeSizes makes nothing smaller of small.jpg, the picture itself untouched', async () => {
  const bytes = sample('small.jpg');
  const made = await makeSizes(bytes, 'small.jpg');
  assert.deepEqual(made, { file: { name: 'small.jpg', bytes, width: 120, height: 90 }, sizes: {} });
  assert.equal(bytes.length, 885);
});

for (const type of types) {
  test(`inspectPicture and makeSizes take ${type}`, async () => {
    const bytes = await plain(400, 320).toFormat(type).toBuffer();
    const extension = type === 'jpeg' ? 'jpg' : type;
    assert.equal(pictureType(bytes), type);
    assert.deepEqual(await inspectPicture(bytes), {
      type,
      width: 400,
      height: 320,
      mime_type: `image/${type}`,
      extension,
    });
    const made = await makeSizes(bytes, 'a.txt');
    await verify(made);
    assert.equal(made.file.name, `a.${extension}`);
    assert.deepEqual(Object.keys(made.sizes), ['medium', 'thumbnail']);
  });
}

// GIF has no EXIF.
for (const type of types.filter((one) => one !== 'gif')) {
  test(`makeSizes removes the place from ${type} and turns it upright`, async () => {
    const upright = await plain(400, 200).withExif(place).toFormat(type).toBuffer();
    assert.ok((await sharp(upright).metadata()).exif);
    const made = await makeSizes(upright, 'a');
    await verify(made);
    assert.deepEqual([made.file.width, made.file.height], [400, 200]);

    const lying = await plain(400, 200)
      .withExif(place)
      .withMetadata({ orientation: 6 })
      .toFormat(type)
      .toBuffer();
    // HEIF has a turn of its own, which its encoder writes instead.
    const facts = await inspectPicture(lying);
    assert.deepEqual([facts?.width, facts?.height], [200, 400]);
    const turned = await makeSizes(lying, 'a');
    await verify(turned);
    assert.deepEqual([turned.file.width, turned.file.height], [200, 400]);
    assert.deepEqual([turned.sizes['medium']?.width, turned.sizes['medium']?.height], [150, 300]);
  });
}

test('makeSizes replaces a picture over 2560 pixels by a scaled copy', async () => {
  const bytes = await plain(3000, 1500).jpeg().toBuffer();
  const made = await makeSizes(bytes, 'photo.jpeg');
  await verify(made);
  assert.equal(made.file.name, 'photo-scaled.jpeg');
  assert.deepEqual([made.file.width, made.file.height], [2560, 1280]);
  assert.deepEqual(made.original, { name: 'photo.jpeg', bytes });
  assert.deepEqual(
    Object.values(made.sizes).map((size) => size.file),
    [
      'photo-300x150.jpeg',
      'photo-1024x512.jpeg',
      'photo-150x150.jpeg',
      'photo-768x384.jpeg',
      'photo-1536x768.jpeg',
      'photo-2048x1024.jpeg',
    ],
  );
  const limit = await makeSizes(await plain(2560, 10).png().toBuffer(), 'wide.png');
  assert.equal(limit.original, undefined);
});

for (const type of ['gif', 'webp'] as const) {
  test(`makeSizes leaves an animated ${type} as it is and takes sizes from its first frame`, async () => {
    const bytes = await animation(type, 400, 200);
    const facts = await inspectPicture(bytes);
    assert.deepEqual([facts?.width, facts?.height], [400, 200]);
    const made = await makeSizes(bytes, 'a');
    assert.equal((await sharp(made.file.bytes).metadata()).pages, 2);
    assert.deepEqual([made.file.width, made.file.height], [400, 200]);
    const medium = made.sizes['medium'];
    assert.deepEqual([medium?.width, medium?.height], [300, 150]);
    const { pages = 1 } = await sharp(medium?.bytes).metadata();
    assert.equal(pages, 1);
    const [red = 0, , blue = 0] = await sharp(medium?.bytes).removeAlpha().raw().toBuffer();
    assert.ok(red > 200 && blue < 50);
  });

  test(`makeSizes does not scale down an animated ${type}`, async () => {
    const made = await makeSizes(await animation(type, 2600, 20), 'a');
    assert.equal(made.original, undefined);
    assert.deepEqual([made.file.width, made.file.height], [2600, 20]);
  });
}

test('makeSizes crops the middle for a thumbnail', async () => {
  const middle = await sharp({ create: { width: 100, height: 100, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const bytes = await plain(900, 300)
    .composite([{ input: middle, gravity: 'centre' }])
    .png()
    .toBuffer();
  const thumbnail = (await makeSizes(bytes, 'a')).sizes['thumbnail'];
  const at = (left: number) =>
    sharp(thumbnail?.bytes).removeAlpha().extract({ left, top: 75, width: 1, height: 1 }).raw().toBuffer();
  assert.deepEqual([...(await at(75))], [255, 0, 0]);
  assert.deepEqual([...(await at(5))], [20, 120, 200]);
});

test('makeSizes keeps transparency, palettes and grey', async () => {
  const clear = sharp({ create: { width: 400, height: 400, channels: 4, background: '#0000' } });
  const medium = (await makeSizes(await clear.png().toBuffer(), 'a')).sizes['medium'];
  assert.equal((await sharp(medium?.bytes).stats()).isOpaque, false);
  const palette = await makeSizes(await plain(400, 400).png({ palette: true }).toBuffer(), 'a');
  assert.equal((await sharp(palette.sizes['medium']?.bytes).metadata()).isPalette, true);
  await verify(await makeSizes(await plain(400, 400).greyscale().jpeg().toBuffer(), 'a'));
  await verify(await makeSizes(await plain(400, 400).toColourspace('cmyk').jpeg().toBuffer(), 'a'));
  await verify(await makeSizes(await plain(400, 400).toColourspace('rgb16').png().toBuffer(), 'a'));
});

test('what is broken, cut off, too large or no picture is refused', async () => {
  const photo = sample('photo.png');
  const noise = await sharp({
    create: {
      width: 300,
      height: 300,
      channels: 3,
      background: 'red',
      noise: { type: 'gaussian', mean: 120, sigma: 60 },
    },
  })
    .jpeg()
    .toBuffer();
  const huge = Buffer.from(photo);
  huge.writeUInt32BE(100_000, 16);
  huge.writeUInt32BE(100_000, 20);
  const refused = {
    empty: Buffer.alloc(0),
    text: Buffer.from('<!doctype html>'),
    svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    pdf: Buffer.from('%PDF-1.7\n'),
    tiff: await plain(9, 9).tiff().toBuffer(),
    signature: photo.subarray(0, 8),
    gifStart: Buffer.from('GIF89a'),
    webpStart: Buffer.from('RIFF\x04\0\0\0WEBP'),
    cutPng: photo.subarray(0, 3000),
    cutJpeg: noise.subarray(0, noise.length / 2),
    disguised: Buffer.concat([
      Buffer.from([0xff, 0xd8, 0xff]),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    ]),
    huge,
  };
  for (const [name, bytes] of Object.entries(refused)) {
    assert.equal(await inspectPicture(bytes), undefined, name);
    const isBroken = (error: unknown) => error instanceof PictureError && error.reason === 'broken';
    await assert.rejects(makeSizes(bytes, 'a'), isBroken, name);
  }
});

test('many pictures at once all come out right', async () => {
  const widths = Array.from({ length: 12 }, (_, index) => 310 + index);
  const made = await Promise.all(
    widths.map(async (width) => makeSizes(await plain(width, 200).png().toBuffer(), 'a')),
  );
  assert.deepEqual(
    made.map(({ file }) => file.width),
    widths,
  );
});

test('the picture library is not loaded before the first picture', () => {
  const source = `await import(${JSON.stringify(new URL('./picture.ts', import.meta.url).href)});
    process.exitCode = process.report.getReport().sharedObjects.some((one) => one.includes('sharp')) ? 1 : 0;`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', source], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
});

test('makeSizes gives each size in the forms that take fewer bytes, and a picture of sixteen pixels', async () => {
  // Noise is as large in every form; a slope is what photographs are made of.
  const slope = Buffer.from(
    Array.from(
      { length: 1200 * 800 * 3 },
      (_, at) => ((at % 3600) / 15 + at / 3600 / 4 + (at % 3) * 40) % 256,
    ),
  );
  const photo = sharp(slope, { raw: { width: 1200, height: 800, channels: 3 } });
  const made = await makeSizes(await photo.jpeg({ quality: 95 }).toBuffer(), 'slope.jpg');
  await verify(made);
  for (const [name, { width, height, filesize, forms = [] }] of Object.entries(made.sizes)) {
    if (name === 'thumbnail') {
      assert.deepEqual(forms, []);
      continue;
    }
    assert.ok(forms.length > 0, name);
    for (const form of forms) {
      assert.equal(`image/${pictureType(form.bytes)}`, form['mime-type']);
      assert.ok(form.filesize === form.bytes.length && form.filesize < filesize);
      assert.equal(form.file, `slope-${width}x${height}.${form['mime-type'].slice('image/'.length)}`);
      const found = await sharp(form.bytes).metadata();
      assert.deepEqual([found.width, found.height, found.exif], [width, height, undefined]);
    }
  }
  assert.match(made.placeholder ?? '', /^data:image\/webp;base64,[\w+/=]{20,600}$/);
  const clear = sharp({ create: { width: 400, height: 400, channels: 4, background: '#12345640' } });
  assert.equal((await makeSizes(await clear.png().toBuffer(), 'a')).placeholder, undefined);
});
