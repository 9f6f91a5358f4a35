import type { WritingContext } from '../../kernel/handler-context.ts';
import type { Instant } from '../../kernel/time.ts';
import type { RecordsPorts } from '../ports.ts';
import type { CaseMember, RecordCase } from './case.ts';
import { aboutCase, caseMemberRemoved } from './events.ts';

interface Ending extends Pick<RecordsPorts, 'caseMembers'> {
  readonly now: Instant;
  readonly emit: WritingContext['emit'];
}

/** They leave the case at this moment, or left it when their time was over. */
export async function endMemberships(
  recordCase: RecordCase,
  members: readonly CaseMember[],
  reason: string | null,
  { caseMembers, now, emit }: Ending,
): Promise<void> {
  for (const member of members) {
    const endedAt = member.endsAt !== null && member.endsAt < now ? member.endsAt : now;
    await caseMembers.save({ ...member, endedAt });
    emit(caseMemberRemoved, { ...aboutCase(recordCase), memberUserId: member.userId, reason });
  }
}
