import type { Instant } from '../../kernel/time.ts';

/** Takes what was written out of the tables of records, in the workspace of this transaction. Numbers, dates and digests stay. */
export interface RecordErasure {
  eraseCase(caseId: string): Promise<void>;
  /** The files of the case are nobody's any more; which they are, so that their bytes are deleted. */
  releaseAttachments(
    caseId: string,
    now: Instant,
  ): Promise<readonly { readonly id: string; readonly sizeBytes: number }[]>;
  eraseSubject(subjectId: string): Promise<void>;
  /** The lines of the ledger about the case that still have a detail beside them, the first ones, at most so many. */
  detailsOfCase(caseId: string, most: number): Promise<readonly number[]>;
  detailsOfSubject(subjectId: string, most: number): Promise<readonly number[]>;
}
