import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives a file to one of the programs of poppler or to qpdf; what the program says. */
function asked(
  program: string,
  pdf: Uint8Array,
  args: (file: string, folder: string) => readonly string[],
): string {
  return inFolder((folder) => {
    const file = join(folder, 'file.pdf');
    writeFileSync(file, pdf);
    return run(program, args(file, folder));
  });
}

const run = (program: string, args: readonly string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 28 });

function inFolder<Result>(use: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'signing-pdf-'));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The text of a file, or of one page, which is counted from 1. */
export const textOf = (pdf: Uint8Array, page?: number): string =>
  asked('pdftotext', pdf, (file) => [
    ...(page === undefined ? [] : ['-f', String(page), '-l', String(page)]),
    ...['-enc', 'UTF-8', '-layout', file, '-'],
  ]);

export interface FoundWord {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The words of a page with their boxes in points, from the top left corner of the crop box as it is shown. */
export function wordsOf(pdf: Uint8Array, page: number): readonly FoundWord[] {
  const args = ['-f', String(page), '-l', String(page), '-cropbox', '-bbox'];
  const html = asked('pdftotext', pdf, (file) => [...args, file, '-']);
  return [...html.matchAll(/<word xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">(.*?)<\/word>/gu)].map(
    ([, left, top, right, bottom, text = '']) => ({
      text,
      left: Number(left),
      top: Number(top),
      right: Number(right),
      bottom: Number(bottom),
    }),
  );
}

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue, a byte each. */
  readonly pixels: Uint8Array;
}

/** What a page looks like. */
export function pictureOf(pdf: Uint8Array, page: number, dotsPerInch: number): Picture {
  return inFolder((folder) => {
    const file = join(folder, 'file.pdf');
    writeFileSync(file, pdf);
    const range = ['-f', String(page), '-l', String(page), '-singlefile'];
    run('pdftoppm', ['-r', String(dotsPerInch), '-cropbox', ...range, file, join(folder, 'page')]);
    return portablePixels(readFileSync(join(folder, 'page.ppm')));
  });
}

function portablePixels(bytes: Buffer): Picture {
  const [head = '', width, height] = /^P6\s(\d+)\s(\d+)\s255\s/u.exec(bytes.toString('latin1', 0, 64)) ?? [];
  return { width: Number(width), height: Number(height), pixels: bytes.subarray(head.length) };
}

/** Throws if qpdf finds a fault, or anything that it warns of. */
export const checked = (pdf: Uint8Array): string => asked('qpdf', pdf, (file) => ['--check', file]);

/** The attached file of this name. */
export function attachedTo(pdf: Uint8Array, name: string): Buffer {
  return inFolder((folder) => {
    const file = join(folder, 'file.pdf');
    writeFileSync(file, pdf);
    run('pdfdetach', ['-saveall', '-o', folder, file]);
    return readFileSync(join(folder, name));
  });
}

/** How many pixels of two pictures of one size are clearly different. */
export function differentPixels(one: Picture, other: Picture): number {
  if (one.pixels.length !== other.pixels.length) return one.pixels.length / 3;
  let different = 0;
  for (let at = 0; at < one.pixels.length; at += 3)
    if ([0, 1, 2].some((part) => Math.abs((one.pixels[at + part] ?? 0) - (other.pixels[at + part] ?? 0)) > 8))
      different += 1;
  return different;
}
