import { z } from 'zod';
import { event } from '../kernel/events.ts';
import { id } from '../kernel/shapes.ts';

/** How a round ends before everybody is done. */
export const roundEnds = ['declined', 'voided', 'expired'] as const;
export type RoundEnd = (typeof roundEnds)[number];
const signerNotices = [...roundEnds, 'deadline_near'] as const;
export const ownerNotices = [...signerNotices, 'completed', 'undeliverable', 'seal_failed'] as const;
export type OwnerNotice = (typeof ownerNotices)[number];

/** Somebody who has or had a link learns that it is over, or soon will be. It has no ledger line, since it follows an event that has one. */
export const signerNoticeDue = event(
  'signer.notice_due',
  z.strictObject({ signerId: id(), roundId: id(), notice: z.enum(signerNotices) }),
  null,
);

/** The owner of a document learns something about its round; of one person where it is about one. */
export const ownerNoticeDue = event(
  'document.signing_notice_due',
  z.strictObject({
    documentId: id(),
    roundId: id(),
    signerId: id().nullable(),
    notice: z.enum(ownerNotices),
  }),
  null,
);
