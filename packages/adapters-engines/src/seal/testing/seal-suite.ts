import { writeFile } from 'node:fs/promises';
import type { SealedPdf, SealKey, TimestampAuthority } from '@chancery/core';
import { EnginePool } from '../../pool/engine-pool.ts';
import { PooledPdfSealer } from '../pooled-pdf-sealer.ts';
import { type Folder, type Issued, issued, output, ran, temporaryFolder } from './openssl.ts';
import { type Prepared, sealedAt } from './prepared-pdf.ts';
import { noTimestamps, sealKeyOf } from './seal-key-of.ts';

export const kinds = ['rsa', 'ec'] as const;
export type Kind = (typeof kinds)[number];

/** Keys of both kinds, programs that check seals and trust their roots, and a sealer. */
export interface SealSuite {
  readonly folder: Folder;
  readonly sealer: PooledPdfSealer;
  readonly roots: Readonly<Record<Kind, Issued>>;
  readonly keys: Readonly<Record<Kind, SealKey>>;
  seal(kind: Kind, file: Prepared, over?: SealChoices): Promise<SealedPdf>;
  /** What poppler says about the file, which it reads from `sealed.pdf` in the folder. */
  pdfsig(bytes: Uint8Array): Promise<string>;
  qpdf(bytes: Uint8Array): Promise<string>;
  close(): Promise<void>;
}

export interface SealChoices {
  readonly timestamps?: TimestampAuthority;
  readonly key?: SealKey;
  readonly pages?: number;
  readonly evidenceSha256?: string | null;
  readonly now?: string;
}

export async function openSealSuite(): Promise<SealSuite> {
  // A process that has read text is larger than half of what it usually may be, and would be replaced after each file.
  const pool = new EnginePool({ processes: 1, limits: { memoryMebibytes: 1024 } });
  const sealer = new PooledPdfSealer(pool);
  const folder = await temporaryFolder();
  const store = `sql:${folder.path('')}`;
  await ran('certutil', '-N', '-d', store, '--empty-password');
  const made = async (kind: Kind) => {
    const root = await issued(folder, `root-${kind}`, kind);
    const leaf = await issued(folder, `leaf-${kind}`, kind, { issuer: root });
    await ran('certutil', '-A', '-d', store, '-n', kind, '-t', 'CT,C,C', '-i', root.certificatePath);
    return { root, key: await sealKeyOf(leaf, [root]) };
  };
  const [rsa, ec] = [await made('rsa'), await made('ec')];
  const keys = { rsa: rsa.key, ec: ec.key };
  const written = async (bytes: Uint8Array) => {
    await writeFile(folder.path('sealed.pdf'), bytes);
    return folder.path('sealed.pdf');
  };
  return {
    folder,
    sealer,
    keys,
    roots: { rsa: rsa.root, ec: ec.root },
    seal: (kind, file, over = {}) =>
      sealer.seal(file.bytes, {
        key: over.key ?? keys[kind],
        timestamps: over.timestamps ?? noTimestamps,
        now: over.now ?? sealedAt,
        expected: { pages: over.pages ?? file.pages, evidenceSha256: over.evidenceSha256 ?? null },
      }),
    pdfsig: async (bytes) => output('pdfsig', '-nssdir', folder.path(''), await written(bytes)),
    qpdf: async (bytes) => output('qpdf', '--check', await written(bytes)),
    async close() {
      await pool.close(0);
      await folder.remove();
    },
  };
}

/** What poppler says of a seal that is whole. */
export const validSeal = [
  'Signature Type: ETSI.CAdES.detached',
  'Signature is Valid.',
  'Total document signed',
  'Certificate is Trusted.',
];

/** The CMS of a sealed file, and the bytes that it covers. */
export function partsOf(bytes: Uint8Array): readonly [cms: Buffer, content: Buffer] {
  const file = Buffer.from(bytes);
  const at = file.lastIndexOf('/ByteRange [0 ');
  const [start = 0, end = 0] = file
    .toString('latin1', at + 14, at + 80)
    .split(' ')
    .map(Number);
  const contents = Buffer.from(file.toString('latin1', start + 1, end - 1), 'hex');
  return [
    // The message is longer than 255 bytes, so that its length takes two of them.
    contents.subarray(0, contents.readUInt16BE(2) + 4),
    Buffer.concat([file.subarray(0, start), file.subarray(end)]),
  ];
}
