import { signingEvidence } from '@chancery/core';
import { contentInMemory } from '@chancery/core/internal';
import { PDFDocument } from 'pdf-lib';
import { unpackedPages } from '../../packages/adapters-engines/src/pdf/packed-pages.ts';
import { run as composeCopy } from '../../packages/adapters-engines/src/signing-pdf/compose-signing-copy-task.ts';
import { placedMarks } from '../../packages/adapters-engines/src/signing-pdf/marks/placed-mark.ts';
import { run as prepare } from '../../packages/adapters-engines/src/signing-pdf/prepare-sealing-task.ts';
import {
  aCertificate,
  aRecipient,
  someFacts,
} from '../../packages/adapters-engines/src/signing-pdf/testing/a-certificate.ts';
import { aLetter } from '../../packages/adapters-engines/src/signing-pdf/testing/a-letter.ts';
import { aScrawl } from '../../packages/adapters-engines/src/signing-pdf/testing/images.ts';
import { DocumentFonts } from '../../packages/adapters-engines/src/signing-pdf/text/document-fonts.ts';
import { run as writeCertificate } from '../../packages/adapters-engines/src/signing-pdf/write-certificate-task.ts';
import { median } from './printed-table.ts';

let spent: Record<string, number> = {};

const milliseconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

// biome-ignore lint/suspicious/noExplicitAny: whatever the function takes
type AnyFunction = (...given: any[]) => unknown;

/** Adds what a method takes of the processor to one of the steps. */
function counting(thing: object, method: string, step: string): void {
  const target = thing as Record<string, AnyFunction>;
  const before = target[method] as AnyFunction;
  target[method] = function (this: unknown, ...given: unknown[]) {
    const begun = milliseconds();
    const add = () => {
      spent[step] = (spent[step] ?? 0) + milliseconds() - begun;
    };
    const result = before.apply(this, given);
    if (result instanceof Promise) return result.finally(add);
    add();
    return result;
  };
}

/**
 * What drawing the document and its certificate consists of, measured in this process: the library reads and saves, and faces
 * are laid out and cut down to what is shown.
 */
export async function drawingSteps(rounds: number): Promise<readonly (readonly string[])[]> {
  const original = contentInMemory(await aLetter(10));
  const copy = await composeCopy({ page: null, furtherFaces: [] }, { sources: [original] });
  if (copy.kind !== 'made') throw new Error('There is no copy to sign');
  const pages = unpackedPages(copy.pages) ?? [];
  const place = { page: pages.length, x: 0.1, width: 0.3, height: 0.05 };
  const png = aScrawl(400, 120);
  const source = contentInMemory(copy.bytes);
  const marks = placedMarks({ pages, content: source }, [
    { kind: 'image', png, ...place, y: 0.5 },
    { kind: 'image', png, ...place, y: 0.6 },
    { kind: 'typed', text: 'Ada Lovelace', ...place, y: 0.7 },
  ]);
  const recipients = ['Ada Lovelace', 'Grace Hopper', 'Αλέξανδρος'].map((name, index) =>
    aRecipient({ id: `recipient-${index}`, name }),
  );
  const facts = someFacts({ recipients });
  const certificate = aCertificate(facts);
  const seal = { name: 'Harcourt seal', reason: null, location: null, contentsBytes: 8192 };
  const shared = { certificate, seal, furtherFaces: [] };
  const evidence = signingEvidence(facts);

  counting(PDFDocument, 'load', 'reading the file');
  counting(PDFDocument.prototype, 'save', 'saving');
  counting(DocumentFonts.prototype, 'line', 'fonts: laying out');
  counting(DocumentFonts.prototype, 'finish', 'fonts: cutting and embedding');
  const document = await split(rounds, () => prepare({ ...shared, marks, evidence }, { sources: [source] }));
  const alone = await split(rounds, () => writeCertificate(shared));
  const steps = [...new Set([...Object.keys(document), ...Object.keys(alone)])];
  return steps.map((step) => [step, ...[document, alone].map((each) => (each[step] ?? 0).toFixed(1))]);
}

/** The median of each step, of the rest, and of all. */
async function split(rounds: number, work: () => Promise<unknown>): Promise<Record<string, number>> {
  const all: Record<string, number[]> = {};
  const warm = Math.ceil(rounds / 4);
  for (let round = 0; round < rounds + warm; round += 1) {
    spent = {};
    const begun = milliseconds();
    await work();
    const whole = milliseconds() - begun;
    const known = Object.values(spent).reduce((sum, each) => sum + each, 0);
    if (round < warm) continue;
    for (const [step, time] of Object.entries({
      ...spent,
      'everything else': whole - known,
      'in all': whole,
    })) {
      all[step] ??= [];
      all[step].push(time);
    }
  }
  return Object.fromEntries(Object.entries(all).map(([step, times]) => [step, median(times)]));
}
