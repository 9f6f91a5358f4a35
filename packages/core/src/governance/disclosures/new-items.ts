import { invalidField } from '../../kernel/validation.ts';
import type { DisclosureAuthorization } from './authorization.ts';
import type { ChosenItem } from './chosen-items.ts';
import type { OpenedAddendum } from './pinned-items.ts';
import type { PackageContent, PackageItem } from './release-package.ts';
import type { PinnedAttachment } from './rendered-item.ts';
import { soundRedactions } from './sound-redactions.ts';

type Words = Pick<PackageContent, 'titles' | 'fileNames' | 'notes'>;

/** The items of a package that begins, and their words, which are sealed with it. */
export function newItems(
  packageId: string,
  chosen: readonly ChosenItem[],
  { scope }: Pick<DisclosureAuthorization, 'scope'>,
  newId: () => string,
): Words & { readonly items: readonly PackageItem[] } {
  const titles: Record<string, string> = {};
  const fileNames: Record<string, string> = {};
  const notes: Record<string, string> = {};
  const items = chosen.map(({ wanted, sealed, document, addenda: all }, index): PackageItem => {
    const id = newId();
    const pointer = `/items/${index}`;
    const files = wantedFiles(document.attachments, wanted.attachmentIds, scope.includeAttachments, pointer);
    const addenda = wantedAddenda(all, wanted.addendumIds, pointer);
    const sound = soundRedactions(
      wanted.redactions,
      {
        sections: document.sections,
        addenda: addenda.map(({ id: of, document: { content } }) => ({ id: of, content })),
        attachmentIds: files.map((file) => file.id),
      },
      { pointer, newId },
    );
    titles[id] = document.title;
    for (const { id: redactionId, note } of sound) if (note !== null) notes[redactionId] = note;
    const redactedFiles = new Set(sound.filter(({ part }) => part === 'attachment').map(({ key }) => key));
    const attachments = files.filter((file) => !redactedFiles.has(file.id));
    for (const file of attachments) fileNames[file.id] = file.fileName;
    return {
      ...{ id, packageId },
      position: index + 1,
      artifactId: sealed.entry.id,
      versionNumber: sealed.version.number,
      entryType: document.entryType,
      occurredAt: document.occurredAt,
      contentHash: sealed.submission.contentHash,
      addenda: addenda.map(({ id: of, contentHash }) => ({ id: of, contentHash })),
      attachments: attachments.map(({ id: fileId, sha256, sizeBytes }) => ({
        id: fileId,
        sha256,
        sizeBytes,
      })),
      redactions: sound.map(({ note: _, ...redaction }) => redaction),
      effectiveMask: sealed.entry.effectiveMask,
      flag: 'none',
      flaggedAt: null,
    };
  });
  return { items, titles, fileNames, notes };
}

function wantedAddenda(
  all: readonly OpenedAddendum[],
  wanted: readonly string[] | undefined,
  pointer: string,
): readonly OpenedAddendum[] {
  for (const [index, id] of (wanted ?? []).entries())
    if (!all.some((addendum) => addendum.id === id))
      throw invalidField(
        `${pointer}/addendumIds/${index}`,
        'addendum.not_found',
        'Name what was added to this version or to one before it.',
      );
  return wanted === undefined ? all : all.filter(({ id }) => wanted.includes(id));
}

function wantedFiles(
  all: readonly PinnedAttachment[],
  wanted: readonly string[] | undefined,
  areCovered: boolean,
  pointer: string,
): readonly PinnedAttachment[] {
  if (wanted === undefined) return areCovered ? all : [];
  for (const [index, id] of wanted.entries())
    if (!areCovered || !all.some((file) => file.id === id))
      throw invalidField(
        `${pointer}/attachmentIds/${index}`,
        'attachment.not_found',
        'Name files of this version, and only if the authorization covers files.',
      );
  return all.filter(({ id }) => wanted.includes(id));
}
