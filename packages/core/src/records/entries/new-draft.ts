import type { WritingContext } from '../../kernel/handler-context.ts';
import { type Instant, plusSeconds } from '../../kernel/time.ts';
import { entryLimit } from '../errors.ts';
import type { RecordWorkflow } from '../pack/record-pack.ts';
import type { RecordsPorts } from '../ports.ts';
import type { RecordTemplate } from '../templates/template.ts';
import { type EntryContent, type EntrySeal, requireFitting, versionDocument } from './content.ts';
import {
  type EntryVersion,
  entryStates,
  entryVersionStates,
  mostEntriesInCase,
  type RecordEntry,
} from './entry.ts';
import { aboutEntry, entryCreated } from './events.ts';

type Given = Pick<
  RecordEntry,
  | 'id'
  | 'caseId'
  | 'subjectId'
  | 'encounterId'
  | 'entryType'
  | 'title'
  | 'occurredAt'
  | 'authorUserId'
  | 'ownMask'
  | 'effectiveMask'
> &
  Partial<Pick<RecordEntry, 'coSignerUserId' | 'replacesArtifactId' | 'source'>>;

interface From {
  readonly template: RecordTemplate | null;
  readonly templateVersion: number | null;
  readonly workflow: RecordWorkflow;
  readonly now: Instant;
}

/** An entry as it begins. */
export const newDraft = (given: Given, { template, templateVersion, workflow, now }: From): RecordEntry => ({
  coSignerUserId: null,
  replacesArtifactId: null,
  source: null,
  ...given,
  templateId: template?.id ?? null,
  templateVersion,
  status: entryStates.begin('draft'),
  workingNumber: 1,
  currentVersion: null,
  lateEntry: false,
  signatureDueAt: plusSeconds(now, workflow.signatureDueHours * 3600),
  reviewPolicy: template?.reviewPolicy ?? workflow.reviewPolicy,
  coSignPolicy: template?.coSignPolicy ?? workflow.coSignPolicy,
  coSignStatus: 'not_requested',
  ...{ coSignVersion: null, coSignRequestedAt: null, coSignDecidedAt: null, coSignDecidedByUserId: null },
  ...{ errorAt: null, errorByUserId: null, errorReasonSealed: null, errorPriorStatus: null },
  createdByUserId: given.authorUserId,
  createdAt: now,
  updatedByUserId: given.authorUserId,
  updatedAt: now,
  version: 1,
});

/** A version in which somebody writes from now on. */
export const draftVersion = (
  of: Pick<EntryVersion, 'entryId' | 'number' | 'amendmentId' | 'authorUserId'>,
  content: EntryContent,
  seal: EntrySeal,
  now: Instant,
): EntryVersion => ({
  ...of,
  state: entryVersionStates.begin('draft'),
  submission: 0,
  contentSealed: seal.sealContent(of, content),
  contentHash: null,
  changeSummarySealed: null,
  createdAt: now,
  submittedAt: null,
  approvedByUserId: null,
  approvedAt: null,
  singlePerson: false,
  finalizedAt: null,
  supersededAt: null,
});

/** Puts an entry into its case, if there is room. */
export async function addedDraft(
  entry: RecordEntry,
  content: EntryContent,
  seal: EntrySeal,
  { entries, now, emit }: Pick<RecordsPorts, 'entries'> & Pick<WritingContext, 'now' | 'emit'>,
): Promise<void> {
  await entries.lockCase(entry.caseId);
  if ((await entries.countInCase(entry.caseId, mostEntriesInCase)) >= mostEntriesInCase) throw entryLimit();
  requireFitting(versionDocument(entry, 1, content));
  const { id: entryId, authorUserId, entryType, templateVersion } = entry;
  const of = { entryId, number: 1, amendmentId: null, authorUserId };
  await entries.add(entry, draftVersion(of, content, seal, now));
  emit(entryCreated, { ...aboutEntry(entry), entryType, templateVersion });
}
