import { z } from 'zod';
import { sameJson } from '../../kernel/same-json.ts';
import { requireOpenCase } from '../cases/case.ts';
import { keyOfThing } from '../entries/case-key.ts';
import { caseInvalidState, recordsPurposeNotAllowed, recordsPurposeRequired } from '../errors.ts';
import { action } from '../ports.ts';
import { writesOfRecords } from '../rates.ts';
import { textSeal } from '../texts/case-text.ts';
import { changedFollowUp } from './changed-follow-up.ts';
import { followUpInvalidState, followUpNotFound, followUpOwnerNotMember } from './errors.ts';
import { followUpAssigned } from './events.ts';
import { followUpChange } from './follow-up-change.ts';
import { followUpText, savedFollowUp } from './follow-up-text.ts';
import { followUpMask, requireSeenEntry } from './followed-entry.ts';
import { sayFollowUpChanged } from './say-follow-up-changed.ts';
import { deniedFollowUp, followUpToChange, onFollowUp } from './seen-follow-up.ts';
import { requireOfCase, requireOwner } from './sound-follow-up.ts';
import { FollowUpView, shownFollowUp } from './views.ts';

export const updateFollowUp = action({
  summary: 'Change a follow-up',
  description:
    'A list replaces the stored one, null empties a field, and what is left out stays. A new owner gets a mail; another due date or other reminders are reminded of anew.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  throttles: writesOfRecords,
  cli: { example: { status: 'completed' } },
  input: followUpChange,
  output: z.object({ followUp: FollowUpView }),
  errors: [
    followUpNotFound,
    followUpInvalidState,
    followUpOwnerNotMember,
    caseInvalidState,
    recordsPurposeRequired,
    recordsPurposeNotAllowed,
  ],
  denial: deniedFollowUp,

  find: followUpToChange,
  may: onFollowUp('change'),
  version: ({ followUp }) => followUp.version,

  prepare: ({ followUpId }, context) => keyOfThing(({ followUps }) => followUps.find(followUpId), context),

  async run(given, context) {
    const { found, prepared, now, user, emit } = context;
    const { case: of } = found;
    const seal = textSeal(prepared, of, context);
    const before = followUpText.opened(found.followUp, seal);
    const after = changedFollowUp(before, given, { now, userId: user.userId });
    // What is left to do in a closed case can be done or dropped, and nothing is begun in it.
    if (after.status !== 'completed' && after.status !== 'cancelled') requireOpenCase(of);
    if (sameJson(after, before))
      return { followUp: await shownFollowUp({ ...before, effectiveMask: found.effectiveMask }, context) };
    if (after.ownerUserId !== before.ownerUserId) await requireOwner(after, context);
    await requireOfCase(after, context);
    if (after.artifactId !== before.artifactId) await requireSeenEntry(after, given.purposeOfUse, context);
    const effectiveMask = await followUpMask(after, of, context);

    const changed = { ...after, updatedAt: now, updatedByUserId: user.userId };
    const saved = await savedFollowUp(changed, seal, context);
    context.accessedBy(found.used);
    sayFollowUpChanged(before, saved, { ...of, effectiveMask }, emit);
    if (saved.ownerUserId !== before.ownerUserId && saved.ownerUserId !== user.userId)
      emit(followUpAssigned, {
        ...{ followUpId: saved.id, ownerUserId: saved.ownerUserId, version: saved.version },
      });
    return { followUp: await shownFollowUp({ ...saved, effectiveMask }, context) };
  },
});
