import type { ProvenAgain } from '../../identity/index.ts';
import type { WritingContext } from '../../kernel/handler-context.ts';
import type { AttachmentPart } from '../attachments/attachment.ts';
import { signedUnder } from '../entries/attestation.ts';
import type { EntrySeal } from '../entries/content.ts';
import type { RecordEntry } from '../entries/entry.ts';
import { aboutSavedEntry, entryAddendumAdded } from '../entries/events.ts';
import type { RecordSignature } from '../entries/signature.ts';
import { entryInvalidState, entryVersionNotFound } from '../errors.ts';
import type { RecordsPorts } from '../ports.ts';
import { recordIndexDue } from '../search/events.ts';
import { type Addendum, addendumDocument, addendumHash, sealedAddendum } from './addendum.ts';

type Context = RecordsPorts & WritingContext;

interface Written {
  readonly entry: RecordEntry;
  readonly versionNumber: number;
  readonly kind: Addendum['kind'];
  readonly content: string;
  readonly amendmentId: string | null;
  /** The files that its signature covers. */
  readonly attachments?: readonly AttachmentPart[];
}

/** Whether it was signed and not marked as entered in error since. */
export const isSigned = ({ status }: Pick<RecordEntry, 'status'>): boolean =>
  status === 'finalized' || status === 'amended';

/** Only what was signed is added to, and nothing that was entered in error. */
export function requireSigned(entry: Pick<RecordEntry, 'status'>): void {
  if (!isSigned(entry)) throw entryInvalidState();
}

/** The finalized version that somebody names, or else the newest one. */
export async function finalizedVersion(
  entry: RecordEntry,
  versionNumber: number | null,
  { entries }: Pick<RecordsPorts, 'entries'>,
): Promise<number> {
  if (entry.currentVersion === null) throw entryInvalidState();
  if (versionNumber === null || versionNumber === entry.currentVersion) return entry.currentVersion;
  const versions = await entries.versions(entry.id);
  const named = versions.find(({ number, state }) => number === versionNumber && state === 'finalized');
  if (named === undefined) throw entryVersionNotFound();
  return named.number;
}

/** Writes an addendum under the proof of whoever signs it. The entry keeps its content and gets a new version for callers. */
export async function signedAddendum(
  { entry, versionNumber, kind, content, amendmentId, attachments = [] }: Written,
  proof: ProvenAgain,
  seal: EntrySeal,
  context: Context,
): Promise<{
  readonly addendum: Addendum;
  readonly signature: RecordSignature;
  readonly entry: RecordEntry;
}> {
  const { addenda, entries, newId, now, random, user, emit } = context;
  const of = { id: newId(), entryId: entry.id, versionNumber, kind };
  const byId = [...attachments].sort((one, other) => (one.id < other.id ? -1 : 1));
  const document = addendumDocument(of, content, byId);
  const salt = random.bytes(32);
  const addendum: Addendum = {
    ...of,
    documentSealed: sealedAddendum(of, document, salt, seal),
    contentHash: addendumHash(document, salt),
    amendmentId,
    authorUserId: user.userId,
    createdAt: now,
  };
  await addenda.add(addendum);
  const toSign = {
    artifactId: entry.id,
    versionNumber: null,
    addendumId: addendum.id,
    contentHash: addendum.contentHash,
  };
  const asAddendum = { role: 'author', meaning: 'addendum' } as const;
  const { signatures } = await signedUnder(proof, 'attest.addendum.v1', [toSign], asAddendum, context);
  const [signature] = signatures;
  if (signature === undefined) throw new TypeError('One addendum was to be signed');
  const saved = await entries.save({ ...entry, updatedByUserId: user.userId, updatedAt: now });
  emit(entryAddendumAdded, {
    ...aboutSavedEntry(saved),
    kind,
    contentHash: addendum.contentHash,
    addendumId: addendum.id,
  });
  emit(recordIndexDue, { caseId: entry.caseId, whole: false });
  return { addendum, signature, entry: saved };
}
