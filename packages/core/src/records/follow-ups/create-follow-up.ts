import { z } from 'zod';
import { requireOpenCase } from '../cases/case.ts';
import { caseId } from '../cases/case-fields.ts';
import { deniedCase, onCase, seenCase } from '../cases/seen-case.ts';
import { keyOfCase } from '../entries/case-key.ts';
import {
  caseInvalidState,
  caseNotFound,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
} from '../errors.ts';
import { action } from '../ports.ts';
import { writesOfRecords } from '../rates.ts';
import { purposeOfUse as purposeField } from '../subjects/subject-fields.ts';
import { textSeal } from '../texts/case-text.ts';
import { followUpOwnerNotMember } from './errors.ts';
import { aboutFollowUp, followUpAssigned, followUpCreated } from './events.ts';
import { type FollowUp, followUpStates, usualReminders } from './follow-up.ts';
import { followUpFields as fields } from './follow-up-fields.ts';
import { addFollowUp, followUpText } from './follow-up-text.ts';
import { followUpMask, requireSeenEntry } from './followed-entry.ts';
import { requireOfCase, requireOwner } from './sound-follow-up.ts';
import { FollowUpView, shownFollowUp } from './views.ts';

export const createFollowUp = action({
  summary: 'Note what is to be done in a case',
  description: 'If it is for somebody else, they get a mail. Its owner is reminded before it is due.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  feature: 'professional_records',
  throttles: writesOfRecords,
  cli: { example: { title: 'Call back' } },
  input: z.strictObject({
    caseId: caseId(),
    title: fields.title,
    description: fields.description.default(null),
    priority: fields.priority.default('medium'),
    ownerUserId: fields.ownerUserId.optional(),
    dueAt: fields.dueAt.default(null),
    reminders: fields.reminders.default([...usualReminders]),
    subjectId: fields.subjectId.default(null),
    artifactId: fields.artifactId.default(null),
    encounterId: fields.encounterId.default(null),
    purposeOfUse: purposeField(),
  }),
  output: z.object({ followUp: FollowUpView }),
  errors: [
    caseNotFound,
    caseInvalidState,
    followUpOwnerNotMember,
    recordsPurposeRequired,
    recordsPurposeNotAllowed,
  ],
  denial: deniedCase,

  find: (asked, context) => seenCase(asked, context, 'for update'),
  may: onCase('write'),

  prepares: (given) => followUpText.isSaid(given),
  prepare: (given, context) => keyOfCase(given, context),

  async run({ purposeOfUse, ownerUserId, ...given }, context) {
    const { found, prepared, now, newId, user, emit } = context;
    requireOpenCase(found.case);
    const followUp: FollowUp = {
      id: newId(),
      ...given,
      status: followUpStates.begin('open'),
      ownerUserId: ownerUserId ?? user.userId,
      armedAt: now,
      ...{ outcome: null, cancelReason: null, sourceKind: 'manual', sourceId: null },
      ...{ completedAt: null, completedByUserId: null },
      createdByUserId: user.userId,
      createdAt: now,
      updatedByUserId: user.userId,
      updatedAt: now,
      version: 1,
    };
    await requireOwner(followUp, context);
    await requireOfCase(followUp, context);
    await requireSeenEntry(followUp, purposeOfUse, context);
    const effectiveMask = await followUpMask(followUp, found.case, context);

    await addFollowUp(followUp, textSeal(prepared, found.case, context), context);
    context.accessedBy(found.used);
    emit(followUpCreated, {
      ...aboutFollowUp(followUp, { ...found.case, effectiveMask }),
      title: followUp.title,
    });
    if (followUp.ownerUserId !== user.userId)
      emit(followUpAssigned, { followUpId: followUp.id, ownerUserId: followUp.ownerUserId, version: 1 });
    return {
      followUp: await shownFollowUp({ ...followUp, effectiveMask }, context),
    };
  },
});
