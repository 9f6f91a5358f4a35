import type { ParticipatingContext } from '../../identity/index.ts';
import { membershipParticipant } from '../../identity/index.ts';
import { handOverCoSigns } from '../co-signing/hand-over-co-signs.ts';
import { caseMemberBlocked } from '../errors.ts';
import { ports, type RecordsPorts } from '../ports.ts';
import type { CaseMember, RecordCase } from './case.ts';
import { aboutCase, caseMemberAdded, caseMemberChanged } from './events.ts';
import { endMemberships } from './member-ends.ts';

type Context = ParticipatingContext & RecordsPorts;

/** An open case is led by somebody: an heir leads it, or the person stays (REC-22). Whoever leaves the workspace leaves its cases. */
export const recordsMembership = membershipParticipant(ports, {
  responsibilities: async ({ userId }, { caseMembers, now }) => {
    const ids = await caseMembers.soleLedBy(userId, now);
    return ids.length === 0 ? [] : [{ kind: 'record_case', count: ids.length, ids: ids.slice(0, 20) }];
  },

  async reassign({ userId, heirUserId }, context) {
    const { cases, caseMembers, now } = context;
    const led = new Set(await caseMembers.soleLedBy(userId, now));
    for (const caseId of await caseMembers.casesOf(userId)) {
      const recordCase = await cases.find(caseId, 'for update');
      if (recordCase === null) continue;
      const members = await caseMembers.activeOf(caseId, now);
      if (heirUserId !== null && led.has(caseId)) await handOver(recordCase, members, heirUserId, context);
      await handOverWork(recordCase, members, { userId, heirUserId }, context);
      const leaving = members.filter((member) => member.userId === userId);
      await endMemberships(recordCase, leaving, null, context);
      await caseMembers.endOver(caseId, userId, now);
    }
  },
});

/** What somebody was to do falls to the heir who works on the case now, else to its lead (records 11). */
async function handOverWork(
  { id: caseId }: RecordCase,
  members: readonly CaseMember[],
  { userId, heirUserId }: { readonly userId: string; readonly heirUserId: string | null },
  context: Context,
): Promise<void> {
  const { caseMembers, followUps, now } = context;
  const others = (await caseMembers.activeOf(caseId, now)).filter((member) => member.userId !== userId);
  const named = others.find((member) => member.userId === heirUserId);
  const heir = named ?? others.find(({ role }) => role === 'lead');
  if (heir !== undefined && members.some((member) => member.userId === userId))
    await followUps.handOver(caseId, userId, heir.userId, now);
  await handOverCoSigns(caseId, { userId, heirUserId: named?.userId ?? null }, context);
}

/** The heir leads the case for good. Whoever is kept away from it cannot take it over. */
async function handOver(
  recordCase: RecordCase,
  members: readonly CaseMember[],
  heirUserId: string,
  { caseMembers, now, newId, emit }: Context,
): Promise<void> {
  if (recordCase.blockedUserIds.includes(heirUserId)) throw caseMemberBlocked();
  const about = { ...aboutCase(recordCase), memberUserId: heirUserId, reason: null };
  const known = members.find(({ userId }) => userId === heirUserId);
  if (known !== undefined) {
    await caseMembers.save({ ...known, role: 'lead', endsAt: null });
    emit(caseMemberChanged, { ...about, from: known.role, to: 'lead' });
    return;
  }
  await caseMembers.endOver(recordCase.id, heirUserId, now);
  await caseMembers.add([
    {
      id: newId(),
      caseId: recordCase.id,
      userId: heirUserId,
      role: 'lead',
      addedAt: now,
      addedByUserId: heirUserId,
      endsAt: null,
      endedAt: null,
    },
  ]);
  emit(caseMemberAdded, { ...about, role: 'lead' });
}
