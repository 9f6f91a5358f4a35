import { createHash } from 'node:crypto';
import { type BundleModel, BundleTooLarge } from '@chancery/core';
import { contentInMemory } from '@chancery/core/internal';
import { expect } from 'chai';
import { degrees, PDFDocument } from 'pdf-lib';
import { EnginePool, type TaskGiven } from '../../pool/engine-pool.ts';
import type { EngineTask } from '../../pool/engine-task.ts';
import { FontSource } from '../font-source.ts';
import { attachedTo, checked, differentPixels, pictureOf, textOf, wordsOf } from '../testing/poppler.ts';
import { PooledRecordPdfComposer } from './pooled-record-pdf-composer.ts';

const stamp = {
  before: 'C-2026-000001 · 01900000-0000-7000-8000-0000000000b1',
  page: 'page',
  of: 'of',
  after: '2026-11-23 12:00 UTC · treatment · restricted',
};
const long = Array.from({ length: 220 }, (_, line) => `Line ${line} of a long note.`).join('\n');
const model = (given: Partial<BundleModel> = {}): BundleModel => ({
  title: 'Case C-2026-000001',
  at: '2026-11-23T12:00:00.000Z',
  cover: [{ kind: 'text', text: 'What the requester may see.', isStruck: false }],
  contents: 'Contents',
  sections: [
    { title: 'Case summary', level: 1, blocks: [{ kind: 'facts', rows: [['Number', 'C-2026-000001']] }] },
    { title: 'First interview', level: 2, blocks: [{ kind: 'text', text: long, isStruck: false }] },
    { title: 'Signatures', level: 1, blocks: [{ kind: 'heading', text: 'Signed by Ada' }] },
  ],
  stamp,
  ...given,
});

describe('the composer of bundles', () => {
  const pool = new EnginePool({ processes: 1 });
  const composer = new PooledRecordPdfComposer(pool, new FontSource());
  after(() => pool.close(0));
  const composed = (given: Partial<BundleModel> = {}, files: readonly Uint8Array[] = [], most = 2000) =>
    composer.bundle(model(given), files.map(contentInMemory), most);
  const shown = (rows: readonly (readonly [number, string])[]): Partial<BundleModel> => ({
    sections: rows.map(([source, form]) => ({
      title: `File ${source}`,
      level: 1,
      blocks: [{ kind: 'file', source, form: form as 'pdf', otherwise: 'It cannot be shown.' }],
    })),
  });

  it('REC-60: divides long texts between pages, and its contents name the right ones', async () => {
    const { bytes, pages } = await composed();

    expect(checked(bytes)).to.include('No syntax or stream encoding errors found');
    const contents = textOf(bytes, 2);
    const numberOf = (title: string) => Number(new RegExp(`${title}\\s+(\\d+)`).exec(contents)?.[1]);
    expect(textOf(bytes, 1)).to.include('What the requester may see.');
    for (const title of ['Case summary', 'First interview', 'Signatures'])
      expect(textOf(bytes, numberOf(title)), title).to.include(title);
    expect(pages).to.be.greaterThan(6);
    expect(numberOf('Signatures')).to.equal(pages);
    expect(textOf(bytes).match(/Line \d+ of a long note/g)).to.have.length(220);
  });

  it('REC-60: stamps every page, those of files too, however they are turned, and covers nothing of them', async () => {
    const file = await PDFDocument.create();
    for (const angle of [0, 90, 180, 270]) {
      const page = file.addPage([300, 200]);
      page.setRotation(degrees(angle));
      page.drawText(`turned ${angle}`, { x: 20, y: 4, size: 10 });
    }
    const original = await file.save();

    const { bytes, pages } = await composed(shown([[0, 'pdf']]), [original]);

    expect(pages).to.equal(7);
    for (let page = 1; page <= pages; page += 1)
      expect(textOf(bytes, page).replace(/\s+/g, ' '), `page ${page}`).to.include(
        `${stamp.before} · page ${page} of 7 · ${stamp.after}`,
      );
    for (const [index, angle] of [0, 90, 180, 270].entries()) {
      expect(textOf(bytes, 4 + index)).to.include(`turned ${angle}`);
      const words = wordsOf(bytes, 4 + index);
      const lowest = Math.max(...words.map(({ bottom }) => bottom));
      const height = angle % 180 === 0 ? 200 : 300;
      expect(words.find(({ text }) => text === 'UTC')?.top, `turned by ${angle}`).to.be.greaterThan(height);
      expect(lowest).to.be.lessThan(height + 60);
      const before = pictureOf(original, 1 + index, 40);
      const after = pictureOf(bytes, 4 + index, 40);
      const same = {
        ...after,
        height: before.height,
        pixels: after.pixels.subarray(0, before.pixels.length),
      };
      expect(differentPixels(before, same), `turned by ${angle}`).to.be.lessThan(30);
    }
  });

  it('REC-60: shows pictures on pages, and says where a file cannot be shown', async () => {
    const { bytes, pages } = await composed(
      shown([
        [0, 'png'],
        [1, 'pdf'],
      ]),
      [aRedPng, Buffer.from('%PDF-1.7 not a PDF')],
    );

    expect(pages).to.equal(4);
    const { pixels } = pictureOf(bytes, 3, 30);
    let red = 0;
    for (let at = 0; at < pixels.length; at += 3)
      if ((pixels[at] ?? 0) > 200 && (pixels[at + 1] ?? 255) < 60) red += 1;
    expect(red).to.be.greaterThan(0);
    expect(textOf(bytes, 4)).to.include('It cannot be shown.');
  });

  it('REC-62: is made of the same bytes each time', async () => {
    const file = await PDFDocument.create();
    file.addPage([300, 200]).drawText('Same', { x: 20, y: 20 });
    const files = [await file.save(), aRedPng];
    const rows = shown([
      [0, 'pdf'],
      [1, 'png'],
    ]);

    const [first, second] = [await composed(rows, files), await composed(rows, files)];

    const digest = ({ bytes }: { bytes: Uint8Array }) => createHash('sha256').update(bytes).digest('hex');
    expect(digest(first)).to.equal(digest(second));
  });

  it('REC-64: shows every script that its fonts cover, and writes other characters as their numbers', async () => {
    const { bytes } = await composed({
      sections: [
        {
          title: 'Scripts',
          level: 1,
          blocks: [{ kind: 'text', text: 'Ελληνικά Русский العربية \u{12000} \u4e2d', isStruck: false }],
        },
      ],
    });

    const text = textOf(bytes, 3);
    expect(text).to.include('Ελληνικά').and.to.include('Русский');
    expect(text).to.include('U+12000').and.to.include('U+4E2D');
    expect(text).not.to.include('□');
  });

  it('shows a table whose head comes again on every page, and no row of which is divided', async () => {
    const columns = [
      { title: 'Number of the case', width: 0.5 },
      { title: 'What became of it', width: 0.5 },
    ];
    const rows = Array.from({ length: 120 }, (_, at) => [
      `Case ${at}`,
      `First line ${at}\nSecond line ${at}`,
    ]);

    const { bytes, pages } = await composed({
      ...{ cover: null, contents: null },
      sections: [{ title: 'All cases', level: 1, blocks: [{ kind: 'table', columns, rows }] }],
    });

    expect(pages).to.be.greaterThan(3);
    const numbers = (text: string, pattern: RegExp) =>
      [...text.matchAll(pattern)].map(([, at]) => Number(at));
    const shown: number[] = [];
    for (let page = 1; page <= pages; page += 1) {
      const text = textOf(bytes, page);
      expect(text, `page ${page}`).to.match(/Number of the case\s+What became of it/);
      const firsts = numbers(text, /First line (\d+)/g);
      expect(numbers(text, /Second line (\d+)/g), `page ${page}`).to.deep.equal(firsts);
      shown.push(...firsts);
    }
    expect(shown).to.deep.equal(rows.map((_, at) => at));
  });

  it('carries a file for machines, byte by byte', async () => {
    const text = JSON.stringify({ name: 'Ελένη 中' });
    const attached = { fileName: 'data.json', mediaType: 'application/json', description: 'Data', text };

    const { bytes } = await composed({ attached });

    expect(attachedTo(bytes, 'data.json').toString('utf8')).to.equal(text);
    expect(checked(bytes)).to.include('No syntax or stream encoding errors found');
  });

  it('REC-51: strikes through what was entered in error', async () => {
    const one = (isStruck: boolean): Partial<BundleModel> => ({
      sections: [
        { title: 'Note', level: 1, blocks: [{ kind: 'text', text: 'Of somebody else.', isStruck }] },
      ],
    });
    const [struck, plain] = [await composed(one(true)), await composed(one(false))];

    expect(textOf(struck.bytes, 3)).to.include('Of somebody else.');
    expect(differentPixels(pictureOf(struck.bytes, 3, 72), pictureOf(plain.bytes, 3, 72))).to.be.greaterThan(
      40,
    );
  });

  it('REC-63: with more pages than are asked for is refused', async () => {
    const error = await composed({}, [], 3).catch((reason: unknown) => reason);

    expect(error).to.be.instanceOf(BundleTooLarge);
  });

  it('REC-63: may take a minute and no more, in which the wait for a process does not count', async () => {
    const bounds: unknown[] = [];
    const bounded = (wallSeconds: number) =>
      new PooledRecordPdfComposer(
        {
          run(task: EngineTask<unknown, unknown>, input: unknown, given: TaskGiven) {
            bounds.push(task.limits?.wallSeconds);
            return pool.run({ ...task, limits: { ...task.limits, wallSeconds } }, input, given);
          },
        } as EnginePool,
        new FontSource(),
      );
    // There is one process, so that each waits for those before it.
    const [first, second] = [composed(), bounded(20).bundle(model(), [], 2000)];
    const error = await bounded(0.001)
      .bundle(model(), [], 2000)
      .catch((reason: unknown) => reason);

    expect(error).to.be.instanceOf(BundleTooLarge);
    expect((await second).bytes).to.deep.equal((await first).bytes);
    expect(bounds).to.deep.equal([60, 60]);
  });
});

/** Forty by forty red pixels. */
const aRedPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAACgAAAAoCAIAAAADnC86AAAALUlEQVR4nO3NMQkAAAwDsPo3vckolED+5JKKzioWi8VisVgsFovFYrFYLB6NH6r1OhvW1o1iAAAAAElFTkSuQmCC',
  'base64',
);
