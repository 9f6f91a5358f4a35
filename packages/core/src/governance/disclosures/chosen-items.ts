import type { FailureDetail, FailureType } from '../../kernel/errors.ts';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import { localDate } from '../../kernel/plain-dates.ts';
import { invalidField } from '../../kernel/validation.ts';
import {
  entryNotFound,
  isWithin,
  maskOf,
  type Purpose,
  type RecordEntry,
  requirePurpose,
  type SealedVersion,
} from '../../records/index.ts';
import { packageItemInError, packageItemNotFinal, packageItemOutOfScope } from '../errors.ts';
import type { GovernancePorts } from '../ports.ts';
import type { DisclosureAuthorization } from './authorization.ts';
import type { OpenedAddendum } from './pinned-items.ts';
import type { PinnedDocument } from './rendered-item.ts';
import type { WantedRedaction } from './sound-redactions.ts';

export interface WantedItem {
  readonly artifactId: string;
  readonly versionNumber?: number | undefined;
  readonly addendumIds?: readonly string[] | undefined;
  readonly attachmentIds?: readonly string[] | undefined;
  readonly redactions: readonly WantedRedaction[];
}

/** A wanted version that may go into the package, opened. */
export interface ChosenItem {
  readonly wanted: WantedItem;
  readonly sealed: SealedVersion;
  readonly document: PinnedDocument;
  /** What was added to this version and to those before it, the oldest first. */
  readonly addenda: readonly OpenedAddendum[];
}

type Context = Pick<GovernancePorts, 'recordEntries' | 'recordSubjects' | 'workspaceIdentity'> &
  Pick<HandlerContext, 'user' | 'now' | 'timeZones'>;

/** What was opened before the transaction, by entry and version. */
export type OpenedVersions = ReadonlyMap<string, Pick<ChosenItem, 'document' | 'addenda'>>;
export const documentKey = (artifactId: string, versionNumber: number): string =>
  `${artifactId} ${versionNumber}`;

/** The versions that are wanted, if all of them may go into a package on this authorization (GOV-5). */
export async function chosenItems(
  wanted: readonly WantedItem[],
  authorization: DisclosureAuthorization,
  versions: OpenedVersions,
  purpose: Purpose | null,
  context: Context,
): Promise<readonly ChosenItem[]> {
  requireDistinct(wanted);
  const ids = wanted.map(({ artifactId }) => artifactId);
  const passed = new Map(
    (await context.recordEntries.passedAmong(ids, context)).map((each) => [each.id, each]),
  );
  if (ids.some((id) => !passed.has(id))) throw entryNotFound();
  for (const { effectiveMask } of passed.values()) requirePurpose(effectiveMask, purpose);

  const pinned = await context.recordEntries.pinned(
    wanted.map(({ artifactId, versionNumber }) => ({ artifactId, versionNumber: versionNumber ?? null })),
    'for share',
  );
  const byId = new Map(pinned.map((each) => [each.entry.id, each]));
  refuse(
    packageItemInError,
    wanted,
    ({ artifactId }) => passed.get(artifactId)?.status === 'entered_in_error',
  );
  refuse(packageItemNotFinal, wanted, ({ artifactId }) => !byId.has(artifactId));
  const chosen = wanted.flatMap((each) => {
    const sealed = byId.get(each.artifactId);
    const opened = sealed && versions.get(documentKey(each.artifactId, sealed.version.number));
    return sealed === undefined || opened === undefined ? [] : [{ wanted: each, sealed, ...opened }];
  });
  const isInScope = await scopeOf(authorization, context, [...passed.values()]);
  refuse(packageItemOutOfScope, wanted, (each) => {
    const found = chosen.find(({ wanted: of }) => of === each);
    return found === undefined || !isInScope(found.sealed.entry, found.document);
  });
  return chosen;
}

function requireDistinct(wanted: readonly WantedItem[]): void {
  const seen = new Set<string>();
  for (const [index, { artifactId }] of wanted.entries()) {
    if (seen.has(artifactId))
      throw invalidField(`/items/${index}/artifactId`, 'field.duplicate', 'Name each entry once.');
    seen.add(artifactId);
  }
}

/** Throws with a detail for each item that this is true of. */
function refuse(
  failure: FailureType,
  wanted: readonly WantedItem[],
  isRefused: (item: WantedItem) => boolean,
): void {
  const details = wanted.flatMap((item, index): FailureDetail[] =>
    isRefused(item) ? [{ path: `/items/${index}`, code: failure.code, message: failure.message }] : [],
  );
  if (details.length > 0) throw failure({ details });
}

async function scopeOf(
  { caseId, subjectId, scope }: DisclosureAuthorization,
  { recordSubjects, workspaceIdentity, timeZones }: Context,
  entries: readonly RecordEntry[],
): Promise<(entry: RecordEntry, document: PinnedDocument) => boolean> {
  const { defaultTimeZone } = await workspaceIdentity.profile();
  // After a merge, entries keep the subject that they were written about.
  const canonicalOf = async (id: string) => (await recordSubjects.get(id))?.canonicalSubjectId ?? id;
  const subject = await canonicalOf(subjectId);
  const about = new Set<string>();
  for (const id of new Set(entries.map((entry) => entry.subjectId)))
    if ((await canonicalOf(id)) === subject) about.add(id);
  const open = maskOf(scope.labels) | maskOf(['confidential']);
  return (entry, { occurredAt }) => {
    const day = localDate(occurredAt, defaultTimeZone, timeZones);
    return (
      entry.caseId === caseId &&
      about.has(entry.subjectId) &&
      (scope.from === null || day >= scope.from) &&
      (scope.to === null || day <= scope.to) &&
      (scope.entryTypes.length === 0 || scope.entryTypes.includes(entry.entryType)) &&
      (scope.artifactIds.length === 0 || scope.artifactIds.includes(entry.id)) &&
      isWithin(entry.effectiveMask, open)
    );
  };
}
