import { packageItemInError, packageManifestChanged, releasePackageInvalidState } from '../errors.ts';
import type { GovernancePorts } from '../ports.ts';
import type { FoundPackage } from './found-disclosure.ts';
import { manifestSha256, type PackageItem } from './release-package.ts';

/**
 * Passes if what is stored is still what was pinned, under the labels that it had then (GOV-4, GOV-10), and none of it was
 * marked as entered in error; of a case that was disposed of there is nothing left to disclose. Until the end of the
 * transaction nobody changes the entries (GOV-6).
 */
export async function requireUnchangedItems(
  { released, recordCase }: Pick<FoundPackage, 'released' | 'recordCase'>,
  items: readonly PackageItem[],
  { recordEntries }: Pick<GovernancePorts, 'recordEntries'>,
): Promise<void> {
  if (recordCase.status === 'disposed')
    throw releasePackageInvalidState({ message: 'The records of this case were destroyed.' });
  const pinned = await recordEntries.pinned(items, 'for share');
  if (pinned.some(({ entry }) => entry.status === 'entered_in_error')) throw packageItemInError();
  const stored = new Map(
    pinned.map(({ entry, version, submission }) => [
      `${entry.id} ${version.number}`,
      [version.contentHash, submission.contentHash],
    ]),
  );
  const labels = new Map(pinned.map(({ entry }) => [entry.id, entry.effectiveMask]));
  if (items.some(({ artifactId, effectiveMask }) => labels.get(artifactId) !== effectiveMask))
    throw packageManifestChanged({
      message: 'The labels of an entry have changed since the package was prepared; prepare another one.',
    });
  const addenda = await recordEntries.addendaOf(items.map(({ artifactId }) => artifactId));
  const added = new Map(addenda.map(({ id, contentHash }) => [id, contentHash]));
  const isPinned = (item: PackageItem) =>
    stored.get(`${item.artifactId} ${item.versionNumber}`)?.every((hash) => hash === item.contentHash) &&
    item.addenda.every(({ id, contentHash }) => added.get(id) === contentHash);
  if (manifestSha256(released, items) !== released.manifestSha256 || !items.every(isPinned))
    throw packageManifestChanged();
}
