import type { WritingContext } from '../../../kernel/handler-context.ts';
import type { RecordsPorts } from '../../ports.ts';
import type { CaseMember, RecordCase } from '../case.ts';
import { savedCase } from '../changed-case.ts';
import { aboutCase, caseMemberAdded, caseMemberChanged } from '../events.ts';
import { endMemberships } from '../member-ends.ts';
import type { CaseTransfer } from './transfer.ts';

type Context = RecordsPorts & WritingContext;

/** Whoever accepts leads the case; whoever led it becomes what was said, and open follow-ups move (GOV-27). */
export async function handedOver(
  before: RecordCase,
  transfer: CaseTransfer,
  context: Context,
): Promise<RecordCase> {
  const { caseMembers, followUps, now } = context;
  const members = await caseMembers.activeOf(before.id, now);
  const saved = await savedCase(before, context);
  await leadBy(saved, members, transfer, context);
  if (transfer.moveFollowUps)
    await followUps.handOver(before.id, transfer.fromUserId, transfer.toUserId, now);
  const outgoing = members.find(({ userId, role }) => userId === transfer.fromUserId && role === 'lead');
  if (outgoing === undefined) return saved;
  if (transfer.outgoingRole === 'removed') await endMemberships(saved, [outgoing], transfer.reason, context);
  else {
    await caseMembers.save({ ...outgoing, role: transfer.outgoingRole });
    context.emit(caseMemberChanged, {
      ...aboutCase(saved),
      ...{ memberUserId: outgoing.userId, from: 'lead', to: transfer.outgoingRole, reason: transfer.reason },
    });
  }
  return saved;
}

async function leadBy(
  recordCase: RecordCase,
  members: readonly CaseMember[],
  { toUserId, reason }: CaseTransfer,
  { caseMembers, now, newId, user, emit }: Context,
): Promise<void> {
  const about = { ...aboutCase(recordCase), memberUserId: toUserId, reason };
  const known = members.find(({ userId }) => userId === toUserId);
  if (known !== undefined) {
    await caseMembers.save({ ...known, role: 'lead', endsAt: null });
    emit(caseMemberChanged, { ...about, from: known.role, to: 'lead' });
    return;
  }
  await caseMembers.endOver(recordCase.id, toUserId, now);
  const added = { id: newId(), caseId: recordCase.id, userId: toUserId, role: 'lead' as const };
  await caseMembers.add([
    { ...added, addedAt: now, addedByUserId: user.userId, endsAt: null, endedAt: null },
  ]);
  emit(caseMemberAdded, { ...about, role: 'lead' });
}
