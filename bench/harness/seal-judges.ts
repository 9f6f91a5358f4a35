import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { isSound, type SealTrust } from '@chancery/core';
import { contentInMemory } from '@chancery/core/internal';
import { PDFDocument } from 'pdf-lib';
import { timestampTokenOf } from '../../packages/adapters-engines/src/seal/checked-cms.ts';
import { readMessage } from '../../packages/adapters-engines/src/seal/signed-message.ts';
import { type Issued, output } from '../../packages/adapters-engines/src/seal/testing/openssl.ts';
import {
  type Kind,
  partsOf,
  type SealSuite,
  validSeal,
} from '../../packages/adapters-engines/src/seal/testing/seal-suite.ts';

export interface SealedFile {
  readonly kind: Kind;
  readonly isStamped: boolean;
  readonly bytes: Uint8Array;
  /** What has to be attached. */
  readonly evidence: Uint8Array;
  readonly signingCopySha256: string;
}

export const judges = [
  'pdfsig',
  'qpdf --check',
  'openssl cms -cades',
  'openssl ts',
  'pdfdetach',
  'Chancery',
] as const;
export type Judge = (typeof judges)[number];

/** Programs that look at sealed files, each for itself. */
export class Judges {
  readonly #suite: SealSuite;
  readonly #stampRoot: Issued;
  readonly #trust: Omit<SealTrust, 'signingCopySha256'>;

  constructor(suite: SealSuite, stampRoot: Issued, trust: Omit<SealTrust, 'signingCopySha256'>) {
    [this.#suite, this.#stampRoot, this.#trust] = [suite, stampRoot, trust];
  }

  /** What each of them found wrong; null if nothing, and nobody is asked for a time-stamp that is not there. */
  async faults(file: SealedFile): Promise<ReadonlyMap<Judge, string | null>> {
    const { bytes, isStamped } = file;
    const said = await this.#suite.qpdf(bytes);
    return new Map<Judge, string | null>([
      ['pdfsig', await this.#pdfsigFault(bytes)],
      [
        'qpdf --check',
        /No syntax or stream encoding errors/.test(said) && !/WARNING/.test(said) ? null : said,
      ],
      ['openssl cms -cades', await this.#cmsFault(file)],
      ...(isStamped ? [['openssl ts', await this.#stampFault(bytes)] as const] : []),
      ['pdfdetach', await this.#attachmentFault(file)],
      ['Chancery', await this.#ownFault(file)],
    ]);
  }

  /** Who takes a file that was changed for a sealed one. */
  async deceived(file: SealedFile, changed: Uint8Array): Promise<readonly Judge[]> {
    const [other, own] = [
      await this.#pdfsigFault(changed),
      await this.#ownFault({ ...file, bytes: changed }),
    ];
    return [...(other === null ? ['pdfsig' as const] : []), ...(own === null ? ['Chancery' as const] : [])];
  }

  async #pdfsigFault(bytes: Uint8Array): Promise<string | null> {
    const said = await this.#suite.pdfsig(bytes);
    return validSeal.every((line) => said.includes(line)) ? null : said;
  }

  async #cmsFault({ kind, bytes }: SealedFile): Promise<string | null> {
    const { folder, roots } = this.#suite;
    const [cms, content] = partsOf(bytes);
    await writeFile(folder.path('cms'), cms);
    await writeFile(folder.path('content'), content);
    const message = ['-inform', 'DER', '-in', folder.path('cms'), '-content', folder.path('content')];
    const trust = ['-CAfile', roots[kind].certificatePath, '-purpose', 'any', '-out', folder.path('out')];
    const said = await output('openssl', 'cms', '-verify', '-cades', '-binary', ...message, ...trust);
    return /^CAdES Verification successful/i.test(said) ? null : said;
  }

  async #stampFault(bytes: Uint8Array): Promise<string | null> {
    const { folder } = this.#suite;
    const message = readMessage(partsOf(bytes)[0]);
    await writeFile(folder.path('token'), timestampTokenOf(message) ?? '');
    await writeFile(folder.path('value'), new Uint8Array(message.signer.signature));
    const token = ['-token_in', '-in', folder.path('token'), '-data', folder.path('value')];
    const trust = ['-CAfile', this.#stampRoot.certificatePath];
    const said = await output('openssl', 'ts', '-verify', ...token, ...trust);
    return said.includes('Verification: OK') ? null : said;
  }

  async #attachmentFault({ bytes, evidence }: SealedFile): Promise<string | null> {
    const { folder } = this.#suite;
    await writeFile(folder.path('sealed.pdf'), bytes);
    const target = folder.path('evidence.json');
    const said = await output('pdfdetach', '-save', '1', '-o', target, folder.path('sealed.pdf'));
    const found = await readFile(target).catch(() => null);
    return found?.equals(evidence) ? null : `The evidence is not what pdfdetach gives. ${said}`;
  }

  async #ownFault({ bytes, signingCopySha256 }: SealedFile): Promise<string | null> {
    const report = await this.#suite.sealer.verify(contentInMemory(bytes), {
      ...this.#trust,
      signingCopySha256,
    });
    return isSound(report)
      ? null
      : JSON.stringify(report.checks.filter(({ outcome }) => outcome === 'failed'));
  }
}

/** Another bit at a place that the seal covers; the same for the same number. */
export function withOneBitChanged(bytes: Uint8Array, number: number): Uint8Array {
  const changed = Uint8Array.from(bytes);
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = file.lastIndexOf('/Contents <');
  if (start < 0) throw new Error('The file has no seal');
  const end = file.indexOf('>', start);
  const digest = createHash('sha256').update(bytes).update(String(number)).digest();
  const room = end + 1 - start;
  const drawn = Number(digest.readBigUInt64BE() % BigInt(bytes.byteLength - room));
  const at = drawn < start ? drawn : drawn + room;
  changed[at] = (changed[at] ?? 0) ^ (1 << ((digest[8] ?? 0) % 8));
  return changed;
}

export const withBytesAppended = (bytes: Uint8Array): Uint8Array =>
  Buffer.concat([bytes, Buffer.from('\n% one more line\n')]);

/** The file with a text on its first page, added behind its end as editors do. */
export async function editedIncrementally(bytes: Uint8Array): Promise<Uint8Array> {
  const document = await PDFDocument.load(bytes, { forIncrementalUpdate: true });
  document.getPage(0).drawText('One million', { x: 72, y: 72 });
  return document.commit();
}
