import { z } from 'zod';
import { userId } from '../../../kernel/shapes.ts';
import { plusDays } from '../../../kernel/time.ts';
import {
  caseInvalidState,
  caseMemberNotEligible,
  caseNotFound,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
} from '../../errors.ts';
import { command } from '../../ports.ts';
import { writesOfRecords } from '../../rates.ts';
import { purposeOfUse, reason } from '../../subjects/subject-fields.ts';
import { requireOpenCase } from '../case.ts';
import { caseId } from '../case-fields.ts';
import { deniedCase, onCase, seenCase } from '../seen-case.ts';
import { endPending } from './end-pending.ts';
import { caseTransferPendingExists } from './errors.ts';
import { aboutTransfer, caseTransferRequested } from './events.ts';
import { requireIncomingLead } from './incoming-lead.ts';
import {
  type CaseTransfer,
  caseTransferStates,
  longestTransferDays,
  outgoingRoles,
  transferStatusAt,
  usualTransferDays,
} from './transfer.ts';
import { CaseTransferView, shownTransfer } from './views.ts';

export const transferCase = command({
  summary: 'Ask somebody to take over a case',
  description:
    'The other member is told, and leads the case once they accept. One hand-over of a case waits at a time.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  throttles: writesOfRecords,
  cli: { command: 'governance transfers create' },
  input: z.strictObject({
    caseId: caseId(),
    toUserId: userId().describe('Who is to lead the case.'),
    reason: reason().describe('Why it is handed over.'),
    outgoingRole: z.enum(outgoingRoles).default('contributor').describe('What whoever leads it now becomes.'),
    moveFollowUps: z.boolean().default(true).describe('Whether open follow-ups of theirs move too.'),
    expiresInDays: z
      .int()
      .min(1)
      .max(longestTransferDays)
      .default(usualTransferDays)
      .describe('For how many days it can be accepted.'),
    purposeOfUse: purposeOfUse(),
  }),
  output: z.object({ transfer: CaseTransferView }),
  errors: [
    caseNotFound,
    caseInvalidState,
    caseMemberNotEligible,
    caseTransferPendingExists,
    recordsPurposeRequired,
    recordsPurposeNotAllowed,
  ],
  denial: deniedCase,

  find: (input, context) => seenCase(input, context, 'for update'),
  may: onCase('members'),

  async run({ toUserId, expiresInDays, reason: why, outgoingRole, moveFollowUps }, context) {
    const { found, user, now, newId, caseMembers, caseTransfers, emit, accessedBy } = context;
    const { case: recordCase } = found;
    requireOpenCase(recordCase);
    const leads = (await caseMembers.activeOf(recordCase.id, now)).filter(({ role }) => role === 'lead');
    if (leads.some(({ userId: lead }) => lead === toUserId)) throw caseMemberNotEligible();
    await requireIncomingLead(toUserId, recordCase, context);
    const earlier = await caseTransfers.pendingOf(recordCase.id, 'for update');
    // One whose time is over has only not been written down yet.
    if (earlier !== null && transferStatusAt(earlier, now) === 'expired')
      await endPending(earlier, recordCase, { action: 'expire', byUserId: null, reason: null }, context);

    const from = leads.find(({ userId: lead }) => lead === user.userId) ?? leads[0];
    const transfer: CaseTransfer = {
      ...{ id: newId(), caseId: recordCase.id, fromUserId: from?.userId ?? user.userId, toUserId },
      ...{ outgoingRole, moveFollowUps, reason: why, status: caseTransferStates.begin('pending') },
      ...{ expiresAt: plusDays(now, expiresInDays), decidedAt: null, decidedByUserId: null },
      ...{ decisionReason: null, createdByUserId: user.userId, createdAt: now, updatedAt: now, version: 1 },
    };
    if (!(await caseTransfers.add(transfer))) throw caseTransferPendingExists();
    accessedBy(found.used);
    emit(caseTransferRequested, { ...aboutTransfer(transfer, recordCase), outgoingRole, reason: why });
    return { transfer: await shownTransfer(transfer, recordCase, context) };
  },
});
