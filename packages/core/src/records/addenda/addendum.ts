import { canonicalText, contentHash as contentHashing, hashedNow } from '@chancery/verify';
import { base64urlOf, bytesOfBase64url, hexOf, sha256 } from '../../kernel/crypto.ts';
import type { Instant } from '../../kernel/time.ts';
import type { AttachmentPart } from '../attachments/attachment.ts';
import type { EntrySeal } from '../entries/content.ts';

/** Those that somebody writes by themselves. */
export const writtenAddendumKinds = ['addendum', 'late_entry', 'clarification'] as const;
/** And those that follow from a request to change the entry. */
export const addendumKinds = [
  ...writtenAddendumKinds,
  'statement_of_disagreement',
  'rebuttal',
  'amendment_denial',
] as const;
export type AddendumKind = (typeof addendumKinds)[number];

/** Signed text that was added to a finalized version without changing it. */
export interface Addendum {
  readonly id: string;
  readonly entryId: string;
  readonly versionNumber: number;
  readonly kind: AddendumKind;
  /** The document as it was hashed, with its salt; null once it was destroyed. */
  readonly documentSealed: Uint8Array | null;
  readonly contentHash: string;
  /** The request that it answers; null for none. */
  readonly amendmentId: string | null;
  readonly authorUserId: string;
  readonly createdAt: Instant;
}

/** The exact object of an addendum that is hashed and signed (records 7.6). */
export interface AddendumDocument {
  readonly format: 'chancery.addendum/1';
  readonly addendumId: string;
  readonly artifactId: string;
  readonly versionNumber: number;
  readonly kind: AddendumKind;
  readonly content: string;
  /** Its files, by their ids. */
  readonly attachments: readonly AttachmentPart[];
}

export const addendumDocument = (
  { id, entryId, versionNumber, kind }: Pick<Addendum, 'id' | 'entryId' | 'versionNumber' | 'kind'>,
  content: string,
  attachments: readonly AttachmentPart[] = [],
): AddendumDocument => ({
  format: 'chancery.addendum/1',
  addendumId: id,
  artifactId: entryId,
  versionNumber,
  kind,
  content,
  attachments,
});

export const addendumHash = (document: AddendumDocument, salt: Uint8Array): string =>
  hexOf(hashedNow(contentHashing({ ...document }, salt), sha256));

const placeOf = ({ id }: Pick<Addendum, 'id'>): string => `record_addenda|${id}`;

export const sealedAddendum = (
  of: Pick<Addendum, 'id'>,
  document: AddendumDocument,
  salt: Uint8Array,
  seal: EntrySeal,
): Uint8Array => seal.sealText(placeOf(of), `${base64urlOf(salt)}\n${canonicalText(document)}`);

/** What was hashed, and the salt of its hash; null once it was destroyed. */
export function openedAddendum(
  addendum: Pick<Addendum, 'id' | 'documentSealed'>,
  seal: EntrySeal,
): { readonly document: AddendumDocument; readonly salt: Uint8Array } | null {
  const text = seal.openText(placeOf(addendum), addendum.documentSealed);
  if (text === null) return null;
  const at = text.indexOf('\n');
  return { salt: bytesOfBase64url(text.slice(0, at)), document: JSON.parse(text.slice(at + 1)) };
}
