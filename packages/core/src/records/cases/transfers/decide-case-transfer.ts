import { z } from 'zod';
import type { WritingContext } from '../../../kernel/handler-context.ts';
import { id, version } from '../../../kernel/shapes.ts';
import { invalidField } from '../../../kernel/validation.ts';
import type { Purpose } from '../../access/labels.ts';
import { purposeVerdict } from '../../access/purposes.ts';
import { caseMemberNotEligible } from '../../errors.ts';
import { command, type RecordsPorts } from '../../ports.ts';
import { writesOfRecords } from '../../rates.ts';
import { purposeOfUse, reason } from '../../subjects/subject-fields.ts';
import { isOpenStatus, type RecordCase } from '../case.ts';
import { shownCase } from '../shown-case.ts';
import { CaseView } from '../views.ts';
import { handedOver } from './accepted-transfer.ts';
import { endPending } from './end-pending.ts';
import { caseTransferInvalidState, caseTransferNotFound, caseTransferNotRecipient } from './errors.ts';
import { foundTransfer } from './found-transfer.ts';
import { requireIncomingLead } from './incoming-lead.ts';
import { transferDecisions, transferStatusAt } from './transfer.ts';
import { CaseTransferView, shownTransfer } from './views.ts';

export const decideCaseTransfer = command({
  summary: 'Decide about the hand-over of a case',
  description:
    'Whoever is asked accepts or declines; who asked, who leads the case and who administers it cancels. With the acceptance the lead changes, and open follow-ups move.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  throttles: writesOfRecords,
  cli: { command: 'governance transfers decide' },
  input: z.strictObject({
    transferId: id().describe('The id of the hand-over.'),
    decision: z.enum(transferDecisions).describe('What you decide.'),
    reason: reason().nullable().default(null).describe('Why; needed to decline, else null.'),
    purposeOfUse: purposeOfUse(),
    expectedVersion: version().optional(),
  }),
  output: z.object({
    transfer: CaseTransferView,
    case: CaseView.nullable().describe('The case; null where you do not see it for this purpose.'),
  }),
  errors: [caseTransferNotFound, caseTransferNotRecipient, caseTransferInvalidState, caseMemberNotEligible],

  find: ({ transferId }, context) => foundTransfer(transferId, context),
  version: ({ transfer }) => transfer.version,

  async run({ decision, reason: why, purposeOfUse: purpose = null }, context) {
    const { found, user, now } = context;
    const { transfer, isRecipient, mayCancel } = found;
    if (decision === 'cancel' ? !mayCancel : !isRecipient) throw caseTransferNotRecipient();
    if (decision === 'decline' && why === null)
      throw invalidField('/reason', 'field.required', 'Say why you decline.');
    if (transferStatusAt(transfer, now) !== 'pending' || !isOpenStatus(found.case.status))
      throw caseTransferInvalidState();
    if (decision === 'accept') await requireIncomingLead(user.userId, found.case, context);

    const recordCase = decision === 'accept' ? await handedOver(found.case, transfer, context) : found.case;
    const decided = { action: decision, byUserId: user.userId, reason: why };
    const saved = await endPending(transfer, recordCase, decided, context);
    return {
      transfer: await shownTransfer(saved, recordCase, context),
      case: await caseFor(recordCase, purpose, context),
    };
  },
});

type Context = RecordsPorts & WritingContext & { readonly found: Awaited<ReturnType<typeof foundTransfer>> };

async function caseFor({ id: of }: RecordCase, purpose: Purpose | null, context: Context) {
  const { cases, found, now } = context;
  const seen = await cases.findSeen(of, { reader: found.reader, now });
  if (seen === null || purposeVerdict(seen.case.effectiveMask, purpose) !== 'passes') return null;
  return shownCase({ ...seen, reader: found.reader }, purpose, context);
}
