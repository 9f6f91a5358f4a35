import { packageItemInError, packageManifestChanged } from '../errors.ts';
import type { GovernancePorts } from '../ports.ts';
import { manifestSha256, type PackageItem, type ReleasePackage } from './release-package.ts';

/**
 * Passes if what is stored is still what was pinned, and none of it was marked as entered in error. Until the end of the
 * transaction nobody changes the entries (GOV-6).
 */
export async function requireUnchangedItems(
  released: ReleasePackage,
  items: readonly PackageItem[],
  { recordEntries }: Pick<GovernancePorts, 'recordEntries'>,
): Promise<void> {
  const pinned = await recordEntries.pinned(items, 'for share');
  if (pinned.some(({ entry }) => entry.status === 'entered_in_error')) throw packageItemInError();
  const stored = new Map(
    pinned.map(({ entry, version, submission }) => [
      `${entry.id} ${version.number}`,
      [version.contentHash, submission.contentHash],
    ]),
  );
  const addenda = await recordEntries.addendaOf(items.map(({ artifactId }) => artifactId));
  const added = new Map(addenda.map(({ id, contentHash }) => [id, contentHash]));
  const isPinned = (item: PackageItem) =>
    stored.get(`${item.artifactId} ${item.versionNumber}`)?.every((hash) => hash === item.contentHash) &&
    item.addenda.every(({ id, contentHash }) => added.get(id) === contentHash);
  if (manifestSha256(released, items) !== released.manifestSha256 || !items.every(isPinned))
    throw packageManifestChanged();
}
