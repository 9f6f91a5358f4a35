import type { WritingContext } from '../kernel/handler-context.ts';
import { requireOpenCase } from './cases/case.ts';
import { caseNotFound, followUpOwnerNotMember } from './errors.ts';
import { aboutFollowUp, followUpAssigned, followUpCreated } from './follow-ups/events.ts';
import { type FollowUp, followUpStates, usualReminders } from './follow-ups/follow-up.ts';
import type { RecordsPorts } from './ports.ts';

/** The transaction of another context in which something is taken into the records. */
export type IntakeTransaction = Pick<WritingContext, 'workspaceId' | 'now' | 'newId' | 'emit' | 'timeZones'>;

export interface FollowUpAsked
  extends Pick<FollowUp, 'caseId' | 'title' | 'description' | 'priority' | 'dueAt' | 'subjectId'> {
  readonly artifactId: string | null;
  /** Who is to do it, if they are on the case now; otherwise a lead of the case. */
  readonly ownerUserId: string | null;
  /** Who stands there as whoever wrote it down; null makes that its owner. */
  readonly createdByUserId: string | null;
  readonly source: { readonly kind: FollowUp['sourceKind']; readonly id: string | null };
}

export interface RecordIntake {
  /** Notes what is to be done in an open case. */
  openFollowUp(asked: FollowUpAsked, tx: IntakeTransaction): Promise<{ readonly followUpId: string }>;
}

export const recordIntake = (own: () => RecordsPorts): RecordIntake => ({
  async openFollowUp({ source, createdByUserId, artifactId: _, ...asked }, { now, newId, emit }) {
    const { cases, caseMembers, followUps } = own();
    const recordCase = await cases.find(asked.caseId, 'for update');
    if (recordCase === null) throw caseNotFound();
    requireOpenCase(recordCase);
    const members = await caseMembers.activeOf(recordCase.id, now);
    const owner =
      members.find(({ userId }) => userId === asked.ownerUserId) ??
      members.find(({ role }) => role === 'lead');
    if (owner === undefined) throw followUpOwnerNotMember();
    const author = createdByUserId ?? owner.userId;
    const followUp: FollowUp = {
      ...asked,
      id: newId(),
      encounterId: null,
      status: followUpStates.begin('open'),
      ownerUserId: owner.userId,
      reminders: usualReminders,
      armedAt: now,
      ...{ outcome: null, cancelReason: null, sourceKind: source.kind, sourceId: source.id },
      ...{ completedAt: null, completedByUserId: null },
      createdByUserId: author,
      createdAt: now,
      updatedByUserId: author,
      updatedAt: now,
      version: 1,
    };
    await followUps.add(followUp);
    emit(followUpCreated, { ...aboutFollowUp(followUp, recordCase), title: followUp.title });
    if (owner.userId !== createdByUserId)
      emit(followUpAssigned, { followUpId: followUp.id, ownerUserId: owner.userId, version: 1 });
    return { followUpId: followUp.id };
  },
});
