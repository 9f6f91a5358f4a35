import { z } from 'zod';
import type { OpenedKey } from '../../kernel/key-vault.ts';
import {
  aboutEntry,
  entryRead,
  isRestricted,
  openedKey,
  purposeOfUse,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
} from '../../records/index.ts';
import { releasePackageNotFound } from '../errors.ts';
import { slowQuery } from '../ports.ts';
import { packageId } from './disclosure-fields.ts';
import { deniedPackage, foundPackage } from './found-disclosure.ts';
import { packageView, ReleasePackageView } from './package-views.ts';
import { passedEntries } from './passed-items.ts';
import { openedContent, pinnedItem, type SealedItem, sealedItems } from './pinned-items.ts';
import { type PortalPackage, PortalPackageView, portalPackage } from './portal-package.ts';
import { portalLanguage } from './portal-texts.ts';
import type { ReleasePackage } from './release-package.ts';
import { renderedItem } from './rendered-item.ts';
import { namesOfPackage } from './shown-disclosure.ts';

export const getReleasePackage = slowQuery({
  summary: 'Read a release package as its recipient will',
  description:
    'With all that is written in it, for whoever passes every entry of it; for others the preview is null. An approval names the manifestSha256 of what was read here.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  cli: { command: 'governance disclosures packages get' },
  input: z.strictObject({ packageId: packageId(), purposeOfUse: purposeOfUse() }),
  output: z.object({
    package: ReleasePackageView,
    preview: PortalPackageView.nullable().describe(
      'What the recipient reads; null if you do not pass all of it, and once it was erased.',
    ),
  }),
  errors: [releasePackageNotFound, recordsPurposeRequired, recordsPurposeNotAllowed],
  denial: deniedPackage,

  find: (asked, context) => foundPackage(asked, context),

  async run({ purposeOfUse: purpose }, context) {
    const { found, releasePackages, recordEntries, recordSubjects, workspaceIdentity } = context;
    const { released, used, reader } = found;
    const items = await releasePackages.items(released.id);
    const passed = await passedEntries(items, purpose ?? null, context);
    context.accessedBy(used);
    for (const item of items) {
      const entry = passed?.find(({ id }) => id === item.artifactId);
      if (entry !== undefined && (reader.auditsAllReads || isRestricted(entry.effectiveMask)))
        context.emit(entryRead, { ...aboutEntry(entry), versionNumber: item.versionNumber });
    }
    const subject = await recordSubjects.get(released.subjectId);
    return {
      ...{ released, items },
      sealed: passed === null ? null : await sealedItems(items, context),
      names: await namesOfPackage(released, context),
      activity: await context.recipientActivity.get(released.id),
      keyId: await recordEntries.keyIdOf(released.caseId),
      subjectDisplayName: subject?.displayName ?? '',
      workspace: await workspaceIdentity.profile(),
    };
  },

  async compose(read, _, context) {
    const { released, items, sealed, names: named, activity, keyId, subjectDisplayName, workspace } = read;
    const { workspaceId, recordCipher, now } = context;
    const key = keyId === null || sealed === null ? null : await openedKey(keyId, context);
    const content = openedContent(released, key, { workspaceId, recordCipher });
    const opening = { key, workspaceId, recordCipher, subjectDisplayName, workspace, content };
    return {
      package: packageView(released, items, { workspaceId, now, named, activity, content }),
      preview: previewOf(released, sealed, opening, activity),
    };
  },
});

interface Previewing {
  readonly key: OpenedKey | null;
  readonly content: ReturnType<typeof openedContent>;
  readonly subjectDisplayName: string;
  readonly workspace: { readonly name: string; readonly defaultLocale: string };
}

/** With everything done that the recipient has to do first. */
function previewOf(
  released: ReleasePackage,
  sealed: readonly SealedItem[] | null,
  { key, content, subjectDisplayName, workspace, ...opening }: Previewing & Parameters<typeof pinnedItem>[2],
  activity: { readonly consentedAt: string | null },
): PortalPackage | null {
  const items = (sealed ?? []).flatMap((each) => {
    const pinned = pinnedItem(each, key, opening);
    return pinned === null ? [] : [renderedItem(each.item, pinned)];
  });
  // What was erased is not shown in parts.
  if (sealed === null || items.length < released.itemCount) return null;
  return portalPackage({
    ...{ released, content, items, activity, subjectDisplayName },
    withContent: true,
    requires: [],
    workspaceName: workspace.name,
    language: portalLanguage(workspace.defaultLocale),
  });
}
