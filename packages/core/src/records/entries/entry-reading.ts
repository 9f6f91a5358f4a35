import type { z } from 'zod';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import type { PlainDate } from '../../kernel/time.ts';
import { labelsOf, statedLabels } from '../access/labels.ts';
import type { Addendum } from '../addenda/addendum.ts';
import { addendumView } from '../addenda/views.ts';
import type { Amendment } from '../amendments/amendment.ts';
import { todayIn } from '../amendments/today.ts';
import { amendmentView, peopleOf } from '../amendments/views.ts';
import type { EntryAttachment } from '../attachments/attachment.ts';
import { attachmentView } from '../attachments/views.ts';
import { entryVersionNotFound } from '../errors.ts';
import type { RecordsPorts } from '../ports.ts';
import { type NamedUsers, namedUsers } from '../subjects/user-refs.ts';
import type { SectionDefinition } from '../templates/section.ts';
import { contentText, type EntryContent, type EntrySeal } from './content.ts';
import { type EntrySubmission, type EntryVersion, isEditable, type RecordEntry } from './entry.ts';
import type { RecordSignature } from './signature.ts';
import { signatureView } from './signature-view.ts';
import type { EntryView } from './views.ts';
import { definitionsOf } from './written-sections.ts';

interface Which {
  readonly version?: number | undefined;
  readonly submission?: number | undefined;
}

/** All that is shown of an entry, still sealed. */
export interface EntryReading {
  readonly entry: RecordEntry;
  readonly workspaceId: string;
  readonly versions: readonly EntryVersion[];
  readonly submissions: readonly EntrySubmission[];
  readonly signatures: readonly RecordSignature[];
  readonly addenda: readonly Addendum[];
  readonly amendments: readonly Amendment[];
  /** Where the workspace is. */
  readonly today: PlainDate;
  readonly attachments: readonly EntryAttachment[];
  readonly definitions: readonly SectionDefinition[];
  /** The name for programs of the template that it was written from; null for none. */
  readonly templateCode: string | null;
  readonly replacedBy: string | null;
  readonly named: NamedUsers;
  /** The version in whose content the reader is interested. */
  readonly chosen: EntryVersion;
  /** What was submitted of it; null where the draft itself is shown. */
  readonly snapshot: EntrySubmission | null;
}

type Context = Pick<
  RecordsPorts,
  | 'entries'
  | 'recordSignatures'
  | 'addenda'
  | 'entryAttachments'
  | 'amendments'
  | 'recordTemplates'
  | 'memberDirectory'
  | 'workspaceIdentity'
> &
  Pick<HandlerContext, 'workspaceId' | 'now' | 'timeZones'>;

export async function readEntry(entry: RecordEntry, which: Which, context: Context): Promise<EntryReading> {
  const { entries, recordSignatures, workspaceId } = context;
  const [
    versions,
    submissions,
    signatures,
    addenda,
    amendments,
    attachments,
    definitions,
    template,
    replacedBy,
  ] = await Promise.all([
    entries.versions(entry.id),
    entries.submissions(entry.id),
    recordSignatures.of(entry.id),
    context.addenda.of(entry.id),
    context.amendments.of(entry.id),
    context.entryAttachments.of(entry.id),
    definitionsOf(entry, context),
    entry.templateId === null ? null : context.recordTemplates.get(entry.templateId),
    entries.replacedBy(entry.id),
  ]);
  const added = { signatures, addenda, amendments, attachments, today: await todayIn(context) };
  const named = await namedUsers(peopleIn(entry, versions, submissions, added), context);
  const chosen = chosenVersion(entry, versions, which);
  const snapshot = chosenSubmission(chosen, submissions, which);
  const templateCode = template?.code ?? null;
  const read = { entry, workspaceId, versions, submissions, definitions, templateCode, replacedBy, named };
  return { ...read, ...added, chosen, snapshot };
}

const peopleIn = (
  entry: RecordEntry,
  versions: readonly EntryVersion[],
  submissions: readonly EntrySubmission[],
  { signatures, addenda, amendments }: Pick<EntryReading, 'signatures' | 'addenda' | 'amendments'>,
): readonly string[] => [
  ...[entry.authorUserId, entry.createdByUserId, entry.updatedByUserId],
  ...[entry.coSignerUserId, entry.errorByUserId].filter((each) => each !== null),
  ...versions.flatMap((each) => [each.authorUserId, each.approvedByUserId ?? each.authorUserId]),
  ...submissions.map(({ submittedByUserId }) => submittedByUserId),
  ...signatures.map(({ signerUserId }) => signerUserId),
  ...addenda.map(({ authorUserId }) => authorUserId),
  ...amendments.flatMap(peopleOf),
];

function chosenVersion(
  { currentVersion, workingNumber }: RecordEntry,
  versions: readonly EntryVersion[],
  { version }: Which,
): EntryVersion {
  const number = version ?? currentVersion ?? workingNumber ?? versions.at(-1)?.number;
  const found = versions.find((each) => each.number === number);
  if (found === undefined) throw entryVersionNotFound();
  return found;
}

function chosenSubmission(
  chosen: EntryVersion,
  submissions: readonly EntrySubmission[],
  { submission }: Which,
): EntrySubmission | null {
  if (submission === undefined && (isEditable(chosen) || chosen.submission === 0)) return null;
  const number = submission ?? chosen.submission;
  const found = submissions.find((each) => each.number === chosen.number && each.submission === number);
  if (found === undefined) throw entryVersionNotFound();
  return found;
}

/** What is shown of an entry, opened. A finalized version is shown from the bytes that were hashed (REC-102). */
export function shownEntry(reading: EntryReading, seal: EntrySeal): z.input<typeof EntryView> {
  const { entry, workspaceId, versions, chosen, snapshot, named } = reading;
  const content: EntryContent | null =
    snapshot === null ? seal.openContent(chosen) : (seal.openSnapshot(snapshot)?.document ?? null);
  const { confidentiality, additionalLabels } = statedLabels(entry.ownMask);
  const working = versions.find(({ number }) => number === entry.workingNumber);
  return {
    ...commonOf(entry, working, named),
    workspaceId,
    title: content?.title ?? entry.title,
    occurredAt: content?.occurredAt ?? entry.occurredAt,
    subjectId: entry.subjectId,
    encounterId: content === null ? entry.encounterId : content.encounterId,
    template:
      entry.templateId === null || entry.templateVersion === null || reading.templateCode === null
        ? null
        : { id: entry.templateId, code: reading.templateCode, version: entry.templateVersion },
    lateEntry: entry.lateEntry,
    confidentiality,
    additionalLabels: [...additionalLabels],
    reviewPolicy: entry.reviewPolicy,
    coSign: coSignView(entry, named),
    versionShown: chosen.number,
    content: content === null ? null : { sections: content.sections.map(sectionView) },
    contentText: content === null ? null : contentText(content, reading.definitions),
    contentHash: snapshot?.contentHash ?? null,
    erased: content === null,
    versions: versions.map((version) => versionView(version, named, seal)),
    submissions: reading.submissions.map((each) => submissionView(each, named, seal)),
    ...addedTo(reading, seal),
    source: entry.source,
    attachments: reading.attachments.map((each) => attachmentView(each, seal)),
    replacesArtifactId: entry.replacesArtifactId,
    replacedByArtifactId: reading.replacedBy,
    enteredInError: errorView(entry, named, seal),
    createdAt: entry.createdAt,
    createdBy: named(entry.createdByUserId),
    updatedBy: named(entry.updatedByUserId),
    version: entry.version,
  };
}

/** What was signed of it, added to it and asked of it. */
const addedTo = (reading: EntryReading, seal: EntrySeal) => {
  const { entry, signatures, attachments, named } = reading;
  const around = { entry, signatures, attachments, named, seal };
  return {
    signatures: signatures.map((each) => signatureView(each, named)),
    addenda: reading.addenda.map((each) => addendumView(each, around)),
    amendments: reading.amendments.map((each) => amendmentView(each, { ...reading, seal })),
  };
};

const coSignView = (entry: RecordEntry, named: NamedUsers): Shown['coSign'] => ({
  policy: entry.coSignPolicy,
  status: entry.coSignStatus,
  versionNumber: entry.coSignVersion,
  requestedFrom: entry.coSignerUserId === null ? null : named(entry.coSignerUserId),
  decidedAt: entry.coSignDecidedAt,
});

export const commonOf = (entry: RecordEntry, working: EntryVersion | undefined, named: NamedUsers) => ({
  id: entry.id,
  caseId: entry.caseId,
  entryType: entry.entryType,
  title: entry.title,
  status: entry.status,
  workingVersion:
    working === undefined
      ? null
      : {
          number: working.number,
          state: working.state,
          submission: working.submission,
          amendmentId: working.amendmentId,
        },
  currentVersion: entry.currentVersion,
  occurredAt: entry.occurredAt,
  signatureDueAt: entry.signatureDueAt,
  author: named(entry.authorUserId),
  effectiveLabels: [...labelsOf(entry.effectiveMask)],
  updatedAt: entry.updatedAt,
});

type Shown = z.input<typeof EntryView>;

const sectionView = ({ key, title, kind, value }: EntryContent['sections'][number]) => ({
  ...{ key, title, kind },
  value: typeof value === 'object' && value !== null ? [...value] : value,
});

export const errorReasonPlace = (entryId: string): string => `record_entries|${entryId}|error`;
export const changeSummaryPlace = ({ entryId, number }: Pick<EntryVersion, 'entryId' | 'number'>): string =>
  `record_entry_versions|${entryId}|${number}.summary`;
export const outcomeReasonPlace = ({
  entryId,
  number,
  submission,
}: Pick<EntrySubmission, 'entryId' | 'number' | 'submission'>): string =>
  `record_entry_submissions|${entryId}|${number}.${submission}.reason`;

const versionView = (
  version: EntryVersion,
  named: NamedUsers,
  seal: EntrySeal,
): Shown['versions'][number] => ({
  number: version.number,
  state: version.state,
  submission: version.submission,
  contentHash: version.contentHash,
  changeSummary: seal.openText(changeSummaryPlace(version), version.changeSummarySealed),
  amendmentId: version.amendmentId,
  author: named(version.authorUserId),
  createdAt: version.createdAt,
  submittedAt: version.submittedAt,
  approvedBy: version.approvedByUserId === null ? null : named(version.approvedByUserId),
  approvedAt: version.approvedAt,
  singlePerson: version.singlePerson,
  finalizedAt: version.finalizedAt,
  supersededAt: version.supersededAt,
});

const submissionView = (
  each: EntrySubmission,
  named: NamedUsers,
  seal: EntrySeal,
): Shown['submissions'][number] => ({
  number: each.number,
  submission: each.submission,
  submittedAt: each.submittedAt,
  submittedBy: named(each.submittedByUserId),
  contentHash: each.contentHash,
  outcome: each.outcome,
  reason: seal.openText(outcomeReasonPlace(each), each.reasonSealed),
});

function errorView(
  { id, errorAt, errorByUserId, errorReasonSealed, errorPriorStatus }: RecordEntry,
  named: NamedUsers,
  seal: EntrySeal,
): Shown['enteredInError'] {
  if (errorAt === null || errorByUserId === null || errorPriorStatus === null) return null;
  return {
    at: errorAt,
    by: named(errorByUserId),
    reason: seal.openText(errorReasonPlace(id), errorReasonSealed),
    priorStatus: errorPriorStatus,
  };
}
