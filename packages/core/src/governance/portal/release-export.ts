import {
  canonicalText,
  type ReleasedAttachment,
  type ReleasedItem,
  type ReleaseExport,
} from '@chancery/verify';
import type { Instant } from '../../kernel/time.ts';
import type { EntryProofs } from '../../records/index.ts';
import type { PortalPackage } from '../disclosures/portal-package.ts';
import { itemDisclosure, type PinnedAttachment } from '../disclosures/rendered-item.ts';
import type { OpenedWords, PackageReading } from './read-package.ts';

/** What is put together into an export, all of it opened. */
export interface ExportParts {
  readonly reading: PackageReading;
  readonly pinned: OpenedWords['pinned'];
  readonly shown: PortalPackage;
  readonly proofs: EntryProofs;
  /** The bytes of the files in base64, by their ids; null where all of them are too many to be embedded. */
  readonly files: ReadonlyMap<string, string> | null;
  readonly now: Instant;
}

/** The release as its recipient takes it away, to be verified without us (`chancery.release/1`). */
export function releaseExport(parts: ExportParts): ReleaseExport {
  const { reading, pinned, shown, proofs, now } = parts;
  const { items, title, coverNote, subjectDisplayName, releasedAt, terms, redisclosureNotice, ...head } =
    shown;
  return {
    format: 'chancery.release/1',
    authorizationId: reading.released.authorizationId,
    package: {
      ...{ ...head, coverNote: coverNote ?? null, terms: terms ?? null },
      title: title ?? '',
      subjectDisplayName: subjectDisplayName ?? '',
      releasedAt: releasedAt ?? now,
      requires: [],
      consentedAt: head.consentedAt ?? null,
      redisclosureNotice: redisclosureNotice ?? null,
    },
    items: items.map((item, index) => exportedItem(item, pinned[index], parts)),
    keys: { vkey: proofs.vkey, signingKeys: proofs.signingKeys },
    checkpoint: proofs.checkpoint,
    notice: redisclosureNotice?.text ?? null,
    generatedAt: now,
  };
}

type ShownItem = PortalPackage['items'][number];

function exportedItem(
  item: ShownItem,
  of: OpenedWords['pinned'][number] | undefined,
  { reading, proofs, files }: ExportParts,
): ReleasedItem {
  const proof = proofs.events.get(of?.sealed.item.contentHash ?? '');
  if (of === undefined || proof === undefined) throw new TypeError('An item of a release has no proof');
  const { id, contentHash, redactions } = of.sealed.item;
  const path = `/api/v1/public/records/portal/packages/${reading.released.id}/items/${id}/attachments`;
  const withBytes = (file: PinnedAttachment): ReleasedAttachment => ({
    ...file,
    contentBase64: files?.get(file.id) ?? null,
    contentPath: files === null ? `${path}/${file.id}/content` : null,
  });
  return {
    item: {
      ...{ id, position: item.position, contentHash },
      title: item.title ?? '',
      entryType: item.entryType ?? '',
      occurredAt: item.occurredAt ?? '',
      signedBy: item.signedBy ?? [],
      content: item.content ?? null,
      addenda: (item.addenda ?? []).map((addendum) => ({
        ...addendum,
        attachments: addendum.attachments.map(withBytes),
      })),
      attachments: (item.attachments ?? []).map(withBytes),
      redacted: redactions.length > 0,
      flag: item.flag ?? 'none',
      flagText: item.flagText ?? null,
    },
    ...itemDisclosure(of.sealed.item, of.pinned),
    signatures: of.sealed.signatures.map(({ keyId, signature, signedStatement }) => ({
      keyId,
      signature: Buffer.from(signature).toString('base64'),
      statement: JSON.parse(signedStatement),
    })),
    redactions: redactions.map(({ part, key, start, end, code }) => ({ part, key, start, end, code })),
    ...proof,
  };
}

/** The file that a recipient keeps: exactly the bytes of which the ledger holds the SHA-256. */
export const savedRelease = ({
  export: made,
}: {
  readonly export: { readonly package: { readonly packageNumber: string } };
}): { readonly fileName: string; readonly content: string } => ({
  fileName: `release-${made.package.packageNumber}.json`,
  content: canonicalText(made),
});
