import type { RecordCaller, SubjectDirectory } from './decision.ts';
import type { LabelMask } from './labels.ts';

/** What a member answers for in the whole workspace. */
export const duties = ['privacy_officer', 'records_manager', 'auditor'] as const;
export type Duty = (typeof duties)[number];

/** What the workspace says of one person, and of how it keeps its records. */
export interface ReaderRow {
  readonly clearance: LabelMask;
  readonly duties: readonly Duty[];
  readonly subjectDirectory: SubjectDirectory;
  /** Whether every read of one thing leaves a line, and not those of labelled things alone (REC-8). */
  readonly auditsAllReads: boolean;
}

/** Who reads records, as every decision about access knows them. */
export interface RecordReader extends RecordCaller, ReaderRow {}
