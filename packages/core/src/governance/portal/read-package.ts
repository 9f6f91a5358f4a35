import { goneBecause } from '../../kernel/links.ts';
import { openedKey } from '../../records/index.ts';
import { openedContent, pinnedItem, type SealedItem, sealedItems } from '../disclosures/pinned-items.ts';
import { type PortalPackage, portalPackage, shownTerms } from '../disclosures/portal-package.ts';
import { portalLanguage } from '../disclosures/portal-texts.ts';
import type { PackageContent, PackageItem } from '../disclosures/release-package.ts';
import { type RenderedItem, renderedItem } from '../disclosures/rendered-item.ts';
import type { GovernancePorts, GovernancePreparing } from '../ports.ts';
import type { OpenedPackage } from './opened-package.ts';

/** All that is shown of a package, still sealed. */
export interface PackageReading extends OpenedPackage {
  readonly items: readonly PackageItem[];
  /** Null where nothing that is written is shown. */
  readonly sealed: readonly SealedItem[] | null;
  readonly keyId: string | null;
  readonly subjectDisplayName: string;
  readonly workspace: { readonly name: string; readonly defaultLocale: string };
}

/** Reads in the transaction what `shownPackage` opens afterwards. */
export async function packageReading(
  opened: OpenedPackage,
  { withContent }: { readonly withContent: boolean },
  context: GovernancePorts,
): Promise<PackageReading> {
  const { releasePackages, recordEntries, recordSubjects, workspaceIdentity } = context;
  const { released, requires } = opened;
  const isOpen = requires.length === 0;
  const items = await releasePackages.items(released.id);
  const subject = isOpen ? await recordSubjects.get(released.subjectId) : null;
  return {
    ...opened,
    items,
    sealed: withContent && isOpen ? await sealedItems(items, context) : null,
    keyId: isOpen ? await recordEntries.keyIdOf(released.caseId) : null,
    subjectDisplayName: subject?.displayName ?? '',
    workspace: await workspaceIdentity.profile(),
  };
}

/** Everything of a package opened, outside of any transaction. */
export interface OpenedWords {
  readonly content: PackageContent | null;
  readonly rendered: readonly RenderedItem[];
  readonly pinned: readonly {
    readonly sealed: SealedItem;
    readonly pinned: NonNullable<ReturnType<typeof pinnedItem>>;
  }[];
}

type Preparing = Pick<GovernancePreparing, 'keyVault' | 'recordCipher'>;

/** Throws if the key of its case was destroyed: what is left of a package is nothing to read. */
export async function openedWords(
  { released, requires, items, sealed, keyId, workspaceId }: PackageReading,
  { keyVault, recordCipher }: Preparing,
): Promise<OpenedWords> {
  if (requires.length > 0) return { content: null, rendered: items.map(hiddenWords), pinned: [] };
  const opening = { workspaceId, recordCipher };
  const key = keyId === null ? null : await openedKey(keyId, { keyVault, workspaceId });
  const content = openedContent(released, key, opening);
  if (content === null) throw goneBecause('over');
  if (sealed === null) return { content, rendered: items.map((item) => listed(item, content)), pinned: [] };
  const pinned = sealed.flatMap((each) => {
    const opened = pinnedItem(each, key, opening);
    return opened === null ? [] : [{ sealed: each, pinned: opened }];
  });
  if (pinned.length < released.itemCount) throw goneBecause('over');
  return {
    content,
    rendered: pinned.map((each) => renderedItem(each.sealed.item, each.pinned)),
    pinned,
  };
}

/** What a list says of an item: nothing that would have to be opened for it alone. */
const listed = (item: PackageItem, content: PackageContent): RenderedItem => ({
  id: item.id,
  position: item.position,
  title: content.titles[item.id] ?? '',
  entryType: item.entryType,
  occurredAt: item.occurredAt,
  signedBy: [],
  content: { sections: [] },
  addenda: [],
  attachments: [],
  redacted: item.redactions.length > 0,
  contentHash: item.contentHash,
  flag: item.flag,
});

const hiddenWords = (item: PackageItem): RenderedItem =>
  listed(item, { title: '', coverNote: null, titles: {}, fileNames: {}, notes: {} });

/** A package as its recipient sees it. Who has declined is shown the terms, so that they can accept after all. */
export function shownPackage(
  { released, requires, sealed, subjectDisplayName, workspace }: PackageReading,
  { content, rendered }: Pick<OpenedWords, 'content' | 'rendered'>,
  activity: OpenedPackage['activity'],
): PortalPackage {
  const shown = portalPackage({
    ...{ released, content, activity, requires, subjectDisplayName },
    items: rendered,
    withContent: sealed !== null,
    workspaceName: workspace.name,
    language: portalLanguage(workspace.defaultLocale),
  });
  return {
    ...shown,
    terms: requires.includes('consent') ? shownTerms(released.termsText) : shown.terms,
    items: sealed === null ? shown.items.map(withoutWords) : shown.items,
  };
}

const withoutWords = (item: PortalPackage['items'][number]) => ({
  ...item,
  signedBy: null,
  attachments: null,
});
