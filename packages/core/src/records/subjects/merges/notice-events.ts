import { z } from 'zod';
import { event } from '../../../kernel/events.ts';
import { id } from '../../../kernel/shapes.ts';

/** The leads of a case that whoever merged its subject does not see are to be told. It follows an event with a ledger line. */
export const subjectMergeNoticeDue = event(
  'subject.merge_notice_due',
  z.strictObject({ caseId: id(), mergeId: id(), isReversal: z.boolean() }),
  null,
);
