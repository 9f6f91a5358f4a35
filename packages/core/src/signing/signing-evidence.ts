import { canonicalJson } from '../kernel/ledger/index.ts';
import type { Instant } from '../kernel/time.ts';

/** A sequence of bytes, by its SHA-256 in lower-case hexadecimal. */
export interface EvidenceFile {
  readonly sha256: string;
  readonly sizeBytes: number;
  /** How many. */
  readonly pages: number;
}

export interface EvidenceSignature {
  readonly method: 'drawn' | 'typed' | 'uploaded';
  /** Of the image as we have written it anew; null where it was typed. */
  readonly imageSha256: string | null;
  /** What was typed. */
  readonly text: string | null;
}

export interface EvidenceRecipient {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: 'signer' | 'approver' | 'copy';
  /** The group, from 1 on. */
  readonly order: number;
  readonly delivery: readonly {
    readonly at: Instant;
    readonly by: 'email' | 'manual';
    readonly linkVersion: number;
  }[];
  readonly verification: {
    readonly channel: 'sms' | 'email';
    readonly destinationMasked: string;
    readonly sends: number;
    readonly wrongTries: number;
    readonly verifiedAt: Instant | null;
  } | null;
  readonly sentAt: Instant | null;
  readonly viewedAt: Instant | null;
  readonly consentedAt: Instant | null;
  /** The text that this person was shown and agreed to, which may be in another language than that of the round (SIG-33). */
  readonly disclosure: {
    readonly version: string;
    readonly language: string;
    readonly sha256: string;
  } | null;
  readonly completedAt: Instant | null;
  readonly intent: 'sign' | 'approve' | null;
  /** The digest of the signing copy as this person sent it back. */
  readonly documentSha256: string | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly timeZone: string | null;
  readonly signature: EvidenceSignature | null;
  readonly initials: EvidenceSignature | null;
}

export interface EvidenceField {
  readonly id: string;
  readonly recipientId: string;
  readonly kind: string;
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly label: string | null;
  /** The whole value, also where less of it is drawn; of an image its digest. */
  readonly value: string | boolean | { readonly imageSha256: string } | null;
}

/** A line of the ledger about the document, from the first of the round to its completion. */
export interface EvidenceEvent {
  readonly seq: number;
  readonly action: string;
  readonly at: Instant;
  readonly recipientId: string | null;
}

/** What is said about a round that everybody has completed: in the evidence, and on the pages of the certificate (documents 6.1). */
export interface SigningFacts {
  readonly workspace: { readonly id: string; readonly name: string };
  readonly document: { readonly id: string; readonly name: string; readonly fileName: string };
  readonly round: number;
  readonly sender: { readonly userId: string; readonly displayName: string };
  readonly subject: string;
  readonly message: string | null;
  readonly signingOrder: 'parallel' | 'sequential';
  readonly original: EvidenceFile;
  readonly signingCopy: EvidenceFile;
  readonly disclosure: {
    readonly version: string;
    readonly language: string;
    readonly sha256: string;
    readonly text: string;
  } | null;
  readonly sentAt: Instant;
  readonly deadlineAt: Instant;
  readonly completedAt: Instant;
  readonly recipients: readonly EvidenceRecipient[];
  readonly fields: readonly EvidenceField[];
  readonly events: readonly EvidenceEvent[];
  /** The newest line of the workspace's ledger when the file was prepared. */
  readonly ledger: { readonly ledgerId: string; readonly seq: number; readonly headHash: string };
}

export const evidenceSchema = 'chancery.signing-evidence.v1';
export const evidenceFileName = 'chancery-evidence.json';
export const mostEvidenceBytes = 4 * 1024 * 1024;

/** What was recorded about a round is more than evidence may hold; trying again is of no use. */
export class EvidenceTooLarge extends Error {
  override readonly name = 'EvidenceTooLarge';
}

const compared = (one: number | string, other: number | string): number =>
  one < other ? -1 : Number(one > other);

/** The lists in the order that evidence has, whatever order they came in. */
export function inEvidenceOrder(facts: SigningFacts): SigningFacts {
  return {
    ...facts,
    recipients: [...facts.recipients].sort(
      (one, other) => one.order - other.order || compared(one.id, other.id),
    ),
    fields: [...facts.fields].sort(
      (one, other) =>
        one.page - other.page || one.y - other.y || one.x - other.x || compared(one.id, other.id),
    ),
    events: [...facts.events].sort((one, other) => one.seq - other.seq),
  };
}

/**
 * The bytes of `chancery-evidence.json`: RFC 8785, so that the same facts give the same digest everywhere (SEA-18).
 * Throws `EvidenceTooLarge` over 4 MiB, and for facts that are no plain values.
 */
export function signingEvidence(facts: SigningFacts): Uint8Array {
  const bytes = canonicalJson({ schema: evidenceSchema, ...inEvidenceOrder(facts) });
  if (bytes.byteLength > mostEvidenceBytes) throw new EvidenceTooLarge();
  return bytes;
}
