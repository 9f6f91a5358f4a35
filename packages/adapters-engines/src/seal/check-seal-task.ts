import { createHash } from 'node:crypto';
import { ParseSpeeds, PDFDocument } from 'pdf-lib';
import type { TaskSurroundings } from '../pool/engine-task.ts';
import { type CheckedCms, checkedSeal } from './checked-seal.ts';
import { textFromPage } from './page-text.ts';
import { type ReadEvidence, readEvidence } from './read-evidence.ts';
import { readSeals } from './read-seal.ts';

export interface CheckSealInput {
  /** Certificates in DER. */
  readonly roots: readonly Uint8Array[];
  /** Whether the pages are to be read too: whether they name the evidence. */
  readonly readsPages: boolean;
  /** ISO 8601: when certificates have to be valid if nothing in the file says when it was sealed. */
  readonly now: string;
}

export interface CheckSealOutput {
  readonly sha256: string;
  /** Null of a file that cannot be read. */
  readonly pages: number | null;
  readonly seals: number;
  readonly seal: CheckedCms | null;
  readonly evidence: Uint8Array | 'too_large' | null;
  /** Whether a page of the certificate names the digest of the evidence; null if that was not looked for. */
  readonly isEvidenceNamed: boolean | null;
}

const unreadable = { pages: null, seals: 0, seal: null, evidence: null, isEvidenceNamed: null };

/** The task of the pool that looks at the seal of a PDF, its one source. */
export async function run(
  input: CheckSealInput,
  { sources: [content] }: TaskSurroundings,
): Promise<CheckSealOutput> {
  // The libraries warn of what is odd, and nobody reads the output of this process.
  console.warn = () => undefined;
  const file = Buffer.alloc(content?.sizeBytes ?? 0);
  let at = 0;
  for await (const piece of (await content?.read()) ?? []) {
    file.set(piece, at);
    at += piece.byteLength;
  }
  const sha256 = createHash('sha256').update(file).digest('hex');
  const document = await PDFDocument.load(file, {
    updateMetadata: false,
    // Nobody else has a turn in this process.
    parseSpeed: ParseSpeeds.Fastest,
  }).catch(() => null);
  if (document === null) return { sha256, ...unreadable };
  const seals = readSeals(document);
  const [seal] = seals;
  const evidence = readEvidence(document);
  return {
    sha256,
    pages: document.getPageCount(),
    seals: seals.length,
    seal: seal === undefined ? null : checkedSeal(file, seal, input),
    evidence: evidence === null || evidence === 'too_large' ? evidence : evidence.bytes,
    isEvidenceNamed: input.readsPages ? await isNamed(file, evidence) : null,
  };
}

async function isNamed(file: Buffer, evidence: ReadEvidence | 'too_large' | null): Promise<boolean | null> {
  if (evidence === null || evidence === 'too_large' || evidence.signingCopyPages === null) return null;
  const text = await textFromPage(file, evidence.signingCopyPages + 1).catch(() => null);
  return text === null ? null : text.toLowerCase().includes(evidence.sha256);
}
