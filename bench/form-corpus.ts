import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  EnginePool,
  FontSource,
  PooledPdfInspector,
  PooledSigningPdfComposer,
} from '@chancery/adapters-engines';
import { type ContentFlag, isFailure } from '@chancery/core';
import { contentInMemory } from '@chancery/core/internal';
import { PDFDocument, PDFDropdown, PDFOptionList, PDFTextField } from 'pdf-lib';
import {
  checked,
  differentPixels,
  pictureOf,
  textOf,
} from '../packages/adapters-engines/src/signing-pdf/testing/poppler.ts';
import { printTable } from './harness/printed-table.ts';
import { program } from './harness/program.ts';

// The copy that people sign of every PDF with a form in a folder, such as the test files of other people's viewers: how many
// are copied and how many are refused and why; of the copies, whether each value that poppler reads off the original can be
// read off the copy, whether qpdf finds a fault, and how many look different.
const { pages: mostPages, pixels } = program({ pages: { usual: 3 }, pixels: { usual: 0.002 } });
const folder = process.argv[2];
if (folder === undefined) throw new Error('Name a folder with PDF files');

/** What sending refuses before a copy is made (SIG-5). */
const refusing: readonly ContentFlag[] = ['encrypted', 'signed', 'xfa', 'damaged', 'uninspected'];
const pool = new EnginePool({ processes: 1 });
const inspector = new PooledPdfInspector(pool);
const composer = new PooledSigningPdfComposer(pool, new FontSource());
const counts = new Map<string, number>();
const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
const noted: string[] = [];

try {
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.pdf'))) {
    const original = readFileSync(join(folder, name));
    const { flags } = await inspector.inspect(contentInMemory(original));
    if (!flags.includes('acroform')) {
      count('without a form, or unreadable');
      continue;
    }
    const flag = refusing.find((each) => flags.includes(each));
    if (flag !== undefined) {
      count(`refused: ${flag}`);
      continue;
    }
    const copy = await copyOf(original);
    count(typeof copy === 'string' ? `refused: ${copy}` : 'copied');
    if (typeof copy === 'string') noted.push(`${name}: ${copy}`);
    else for (const fault of await faultsOf(original, copy)) noted.push(`${name}: ${fault}`);
  }
} finally {
  await pool.close(0);
}
printTable(
  ['files', 'count'],
  [...counts].sort(([one], [other]) => one.localeCompare(other)).map(([what, many]) => [what, many]),
);
for (const line of noted) console.log(line);
if (counts.has('with a lost value') || counts.has('with a fault')) process.exitCode = 1;

async function copyOf(original: Uint8Array): Promise<Uint8Array | string> {
  try {
    return (await composer.signingCopy(contentInMemory(original), null)).bytes;
  } catch (error) {
    return isFailure(error) ? error.code : String(error);
  }
}

async function faultsOf(original: Uint8Array, copy: Uint8Array): Promise<readonly string[]> {
  const faults: string[] = [];
  const lost = await lostValues(original, copy);
  if (lost.length > 0) {
    count('with a lost value');
    faults.push(`lost ${lost.map((value) => JSON.stringify(value)).join(', ')}`);
  }
  if (attempt(() => checked(copy)) === null) {
    count('with a fault');
    faults.push('qpdf finds a fault');
  }
  const different = mostDifferent(original, copy);
  if (different > pixels) {
    count('that look different');
    faults.push(`${(different * 100).toFixed(1)} % of a page look different`);
  }
  return faults;
}

/** Values of fields that are read off the pages of the original and not off those of the copy. */
async function lostValues(original: Uint8Array, copy: Uint8Array): Promise<readonly string[]> {
  const [before, after] = [textIn(original), textIn(copy)];
  const values = await valuesOf(original);
  return values.filter((value) => before.includes(plain(value)) && !after.includes(plain(value)));
}

async function valuesOf(pdf: Uint8Array): Promise<readonly string[]> {
  try {
    const form = (await PDFDocument.load(pdf, { updateMetadata: false })).getForm();
    const values = form.getFields().flatMap((field) => {
      if (field instanceof PDFTextField) return [field.getText() ?? ''];
      return field instanceof PDFDropdown || field instanceof PDFOptionList ? field.getSelected() : [];
    });
    return [...new Set(values.filter((value) => plain(value) !== ''))];
  } catch {
    return [];
  }
}

function plain(text: string): string {
  return text.replace(/\s+/gu, '');
}

function textIn(pdf: Uint8Array): string {
  return plain(attempt(() => textOf(pdf)) ?? '');
}

/** The largest share of clearly different pixels of the first pages, where poppler can draw both. */
function mostDifferent(original: Uint8Array, copy: Uint8Array): number {
  let most = 0;
  for (let page = 1; page <= mostPages; page += 1) {
    const pictures = attempt(() => [pictureOf(original, page, 50), pictureOf(copy, page, 50)] as const);
    if (pictures === null) break;
    const [before, after] = pictures;
    most = Math.max(most, differentPixels(before, after) / (before.width * before.height));
  }
  return most;
}

/** What a program says; null if it fails. */
function attempt<Result>(ask: () => Result): Result | null {
  try {
    return ask();
  } catch {
    return null;
  }
}
