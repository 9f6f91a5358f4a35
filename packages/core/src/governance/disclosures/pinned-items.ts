import { utf8 } from '../../kernel/crypto.ts';
import { dependencyUnavailable } from '../../kernel/errors.ts';
import type { OpenedKey } from '../../kernel/key-vault.ts';
import type { RecordCipher } from '../../kernel/record-cipher.ts';
import { SealedUnreadable } from '../../kernel/sealed-stream.ts';
import {
  type Addendum,
  type AddendumDocument,
  type EntrySeal,
  entrySeal,
  namedUsers,
  openedAddendum,
  type RecordSignature,
  type SealedVersion,
  type VersionDocument,
} from '../../records/index.ts';
import type { GovernancePorts } from '../ports.ts';
import {
  type PackageContent,
  type PackageItem,
  packageContentPlace,
  type ReleasePackage,
} from './release-package.ts';
import type { PinnedAddendum, PinnedAttachment, PinnedDocument, PinnedItem } from './rendered-item.ts';

/** One item with everything that it pins, as it is stored. */
export interface SealedItem {
  readonly item: PackageItem;
  readonly sealed: SealedVersion;
  /** What was added to it and is in the package, in its order. */
  readonly addenda: readonly Addendum[];
  /** Those of this version and of the addenda that are in the package, the oldest first. */
  readonly signatures: readonly RecordSignature[];
  readonly signedBy: PinnedItem['signedBy'];
}

/** What the items of a package pin, in a few statements however many they are. */
export async function sealedItems(
  items: readonly PackageItem[],
  { recordEntries, memberDirectory }: Pick<GovernancePorts, 'recordEntries' | 'memberDirectory'>,
): Promise<readonly SealedItem[]> {
  const artifactIds = [...new Set(items.map(({ artifactId }) => artifactId))];
  const [versions, signatures, added] = await Promise.all([
    recordEntries.pinned(items),
    recordEntries.signaturesOf(artifactIds),
    recordEntries.addendaOf(artifactIds),
  ]);
  const named = await namedUsers(
    signatures.map(({ signerUserId }) => signerUserId),
    { memberDirectory },
  );
  const byVersion = new Map(versions.map((each) => [`${each.entry.id} ${each.version.number}`, each]));
  return items.flatMap((item) => {
    const sealed = byVersion.get(`${item.artifactId} ${item.versionNumber}`);
    if (sealed === undefined) return [];
    const hashes = [item.contentHash, ...item.addenda.map(({ contentHash }) => contentHash)];
    const own = signatures.filter(
      ({ entryId, versionNumber, contentHash, meaning }) =>
        entryId === item.artifactId &&
        meaning !== 'error' &&
        (meaning === 'addendum' || versionNumber === item.versionNumber) &&
        hashes.includes(contentHash),
    );
    const signedBy = own.map(({ signerUserId, signedAt }) => ({
      name: named(signerUserId).displayName,
      title: null,
      signedAt,
    }));
    const addenda = item.addenda.flatMap(({ id }) => added.filter((each) => each.id === id));
    return [{ item, sealed, addenda, signatures: own, signedBy }];
  });
}

/** A version document with its files: attachments are objects of this form in every document that is hashed. */
export const pinnedDocument = (document: VersionDocument): PinnedDocument => ({
  ...document,
  attachments: document.attachments as readonly PinnedAttachment[],
});

/** An addendum as it was hashed, with its salt. */
export interface OpenedAddendum {
  readonly id: string;
  readonly contentHash: string;
  /** The version that it was added to. */
  readonly versionNumber: number;
  readonly document: PinnedAddendum;
  readonly salt: Uint8Array;
}

/** What was added to an entry, opened; what was destroyed with its key is left out. */
export const openedAddenda = (addenda: readonly Addendum[], seal: EntrySeal): readonly OpenedAddendum[] =>
  addenda.flatMap((addendum) => {
    const opened = openedAddendum(addendum, seal);
    const { id, contentHash, versionNumber } = addendum;
    return opened === null
      ? []
      : [{ id, contentHash, versionNumber, salt: opened.salt, document: pinnedAddendum(opened.document) }];
  });

const pinnedAddendum = (document: AddendumDocument): PinnedAddendum => ({
  ...document,
  attachments: document.attachments as readonly PinnedAttachment[],
});

/** The same opened; null once the key of the case was destroyed. */
export function pinnedItem(
  { sealed, addenda, signedBy }: SealedItem,
  key: OpenedKey | null,
  { workspaceId, recordCipher }: { readonly workspaceId: string; readonly recordCipher: RecordCipher },
): PinnedItem | null {
  const seal = entrySeal(workspaceId, key, recordCipher);
  const opened = seal.openSnapshot(sealed.submission);
  if (opened === null) return null;
  const { document, salt } = opened;
  return { document: pinnedDocument(document), salt, addenda: openedAddenda(addenda, seal), signedBy };
}

interface Sealing {
  readonly workspaceId: string;
  readonly recordCipher: RecordCipher;
}

export const sealedContent = (
  packageId: string,
  content: PackageContent,
  key: OpenedKey,
  { workspaceId, recordCipher }: Sealing,
): Uint8Array =>
  recordCipher.seal(key, utf8(JSON.stringify(content)), `${workspaceId}|${packageContentPlace(packageId)}`);

/** What is written in a package; null once the key of its case was destroyed. */
export function openedContent(
  { id, contentSealed }: Pick<ReleasePackage, 'id' | 'contentSealed'>,
  key: OpenedKey | null,
  { workspaceId, recordCipher }: Sealing,
): PackageContent | null {
  if (key === null || contentSealed === null) return null;
  try {
    const bytes = recordCipher.open(key, contentSealed, `${workspaceId}|${packageContentPlace(id)}`);
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch (error) {
    // What cannot be read is away, and not empty (REC-96).
    if (error instanceof SealedUnreadable) throw dependencyUnavailable();
    throw error;
  }
}
