import { machine } from '../../kernel/machine.ts';
import type { Instant } from '../../kernel/time.ts';
import type { LabelMask } from '../access/labels.ts';
import { coSignInvalidState, entryInvalidState } from '../errors.ts';
import type { CoSignPolicy, ReviewPolicy } from '../templates/template.ts';

/** The life of a version of an entry (records 5.4). */
export const entryVersionStates = machine(entryInvalidState, ['draft'], {
  draft: { submit: 'in_review', abandon: 'abandoned' },
  in_review: { approve: 'approved', return: 'changes_requested', withdraw: 'draft', abandon: 'abandoned' },
  changes_requested: { submit: 'in_review', abandon: 'abandoned' },
  approved: { finalize: 'finalized', return: 'changes_requested', withdraw: 'draft', abandon: 'abandoned' },
  finalized: {},
  abandoned: {},
});
export type EntryVersionState = (typeof entryVersionStates.states)[number];

/** The life of the whole entry: as its first version until that is finalized (records 5.5). */
export const entryStates = machine(entryInvalidState, ['draft'], {
  draft: { submit: 'in_review', mark: 'entered_in_error' },
  in_review: {
    approve: 'approved',
    return: 'changes_requested',
    withdraw: 'draft',
    mark: 'entered_in_error',
  },
  changes_requested: { submit: 'in_review', mark: 'entered_in_error' },
  approved: {
    finalize: 'finalized',
    return: 'changes_requested',
    withdraw: 'draft',
    mark: 'entered_in_error',
  },
  finalized: { amend: 'amended', mark: 'entered_in_error' },
  amended: { amend: 'amended', mark: 'entered_in_error' },
  entered_in_error: {},
});
export type EntryStatus = (typeof entryStates.states)[number];

/** Where a second signature stands (records 5.6). What is pending ends with an entry that is marked as entered in error. */
export const coSignStates = machine(coSignInvalidState, ['not_requested'], {
  not_requested: { request: 'pending' },
  pending: { request: 'pending', sign: 'completed', decline: 'declined', cancel: 'not_requested' },
  declined: { request: 'pending' },
  completed: {},
});
export type CoSignStatus = (typeof coSignStates.states)[number];
export const submissionOutcomes = ['pending', 'returned', 'withdrawn', 'approved'] as const;
export type SubmissionOutcome = (typeof submissionOutcomes)[number];

export const mostEntriesInCase = 5000;

/** What an entry was made from. */
export interface EntrySource {
  /** Null of what came about without a promotion. */
  readonly promotionId: string | null;
  readonly kind: 'meeting' | 'document' | 'file_request_upload' | 'project' | 'intelligence';
  readonly sourceId: string;
  readonly sourceVersion: string | null;
  readonly sourceSha256: string | null;
}
export const entrySourceKinds = [
  'meeting',
  'document',
  'file_request_upload',
  'project',
  'intelligence',
] as const satisfies readonly EntrySource['kind'][];

/** One authored record inside a case. What is written in it is in its versions. */
export interface RecordEntry {
  readonly id: string;
  readonly caseId: string;
  readonly subjectId: string;
  /** Of the version that is shown by default; null for none. */
  readonly encounterId: string | null;
  readonly entryType: string;
  /** Of the version that is shown by default. */
  readonly title: string;
  readonly templateId: string | null;
  readonly templateVersion: number | null;
  readonly status: EntryStatus;
  /** The version that is being written or reviewed; null if none is. */
  readonly workingNumber: number | null;
  /** The newest version that was finalized; null before the first. */
  readonly currentVersion: number | null;
  readonly occurredAt: Instant;
  readonly lateEntry: boolean;
  readonly signatureDueAt: Instant | null;
  /** The labels that it was given itself. */
  readonly ownMask: LabelMask;
  /** These, those of its case and those of its subject. */
  readonly effectiveMask: LabelMask;
  readonly authorUserId: string;
  readonly reviewPolicy: ReviewPolicy;
  readonly coSignPolicy: CoSignPolicy;
  readonly coSignStatus: CoSignStatus;
  readonly coSignerUserId: string | null;
  /** The version that is to be signed by a second person, or was; null if nobody was asked. */
  readonly coSignVersion: number | null;
  readonly coSignRequestedAt: Instant | null;
  readonly coSignDecidedAt: Instant | null;
  readonly coSignDecidedByUserId: string | null;
  readonly source: EntrySource | null;
  readonly replacesArtifactId: string | null;
  readonly errorAt: Instant | null;
  readonly errorByUserId: string | null;
  readonly errorReasonSealed: Uint8Array | null;
  readonly errorPriorStatus: string | null;
  readonly createdByUserId: string;
  readonly createdAt: Instant;
  readonly updatedByUserId: string;
  readonly updatedAt: Instant;
  readonly version: number;
}

/** One numbered state of an entry's content. */
export interface EntryVersion {
  readonly entryId: string;
  readonly number: number;
  readonly state: EntryVersionState;
  /** How often it was submitted. */
  readonly submission: number;
  /** What is written in it while it can be changed. */
  readonly contentSealed: Uint8Array | null;
  /** Of what was submitted last; null while it can be changed. */
  readonly contentHash: string | null;
  readonly changeSummarySealed: Uint8Array | null;
  readonly amendmentId: string | null;
  readonly authorUserId: string;
  readonly createdAt: Instant;
  readonly submittedAt: Instant | null;
  readonly approvedByUserId: string | null;
  readonly approvedAt: Instant | null;
  /** Whether whoever wrote it approved it, because nobody else could (SPR-7). */
  readonly singlePerson: boolean;
  readonly finalizedAt: Instant | null;
  readonly supersededAt: Instant | null;
}

/** What was submitted at one time; it never changes. */
export interface EntrySubmission {
  readonly entryId: string;
  readonly number: number;
  readonly submission: number;
  /** The version document as it was hashed, with its salt. */
  readonly documentSealed: Uint8Array | null;
  readonly contentHash: string;
  readonly submittedAt: Instant;
  readonly submittedByUserId: string;
  readonly outcome: SubmissionOutcome;
  readonly reasonSealed: Uint8Array | null;
}

/** A step of the working version; the entry as a whole follows it until it is finalized for the first time. */
export function stepped(
  entry: RecordEntry,
  version: EntryVersion,
  action: 'submit' | 'approve' | 'return' | 'withdraw',
): { readonly entry: RecordEntry; readonly version: EntryVersion } {
  const state = entryVersionStates.next(version.state, action);
  const status = entry.currentVersion === null ? entryStates.next(entry.status, action) : entry.status;
  return { entry: { ...entry, status }, version: { ...version, state } };
}

/** Whether its author can still write in it. */
export const isEditable = ({ state }: Pick<EntryVersion, 'state'>): boolean =>
  entryVersionStates.can(state, 'submit');

/** Whether it can be approved at this moment. */
export const awaitsApproval = ({ state }: Pick<EntryVersion, 'state'>): boolean =>
  entryVersionStates.can(state, 'approve');
export const awaitsSignature = ({ state }: Pick<EntryVersion, 'state'>): boolean =>
  entryVersionStates.can(state, 'finalize');
