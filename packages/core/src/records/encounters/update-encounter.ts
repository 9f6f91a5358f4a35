import { z } from 'zod';
import { sameJson } from '../../kernel/same-json.ts';
import { onlyWhen } from '../../kernel/thing-permission.ts';
import { requireOpenCase } from '../cases/case.ts';
import { onCase } from '../cases/seen-case.ts';
import { keyOfThing } from '../entries/case-key.ts';
import {
  caseInvalidState,
  recordsLabelLoweringNotAllowed,
  recordsLabelNotCleared,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
} from '../errors.ts';
import { action } from '../ports.ts';
import { writesOfRecords } from '../rates.ts';
import { textSeal } from '../texts/case-text.ts';
import { changedEncounter, relabelledEncounter } from './changed-encounter.ts';
import { type EncounterChange, encounterChange } from './encounter-change.ts';
import { encounterText, savedEncounter } from './encounter-text.ts';
import { encounterInvalidState, encounterNotFound } from './errors.ts';
import { sayEncounterChanged } from './say-encounter-changed.ts';
import { deniedEncounter, onEncounter, seenEncounter } from './seen-encounter.ts';
import { shownEncounter } from './shown-encounter.ts';
import {
  requireKnownParticipants,
  requireKnownZone,
  requireSeenMeeting,
  requireSoundTimes,
} from './sound-encounter.ts';
import { EncounterView } from './views.ts';

const isVoided = (_: unknown, { status }: Pick<EncounterChange, 'status'>) => status === 'entered_in_error';

export const updateEncounter = action({
  summary: 'Change an encounter',
  description:
    'A list replaces the stored one, null empties a field, and what is left out stays. One that begins has begun now, unless startedAt says otherwise, and one that went on has ended now.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  throttles: writesOfRecords,
  cli: { example: { outcome: 'Agreed on the next steps' } },
  input: encounterChange,
  output: z.object({ encounter: EncounterView }),
  errors: [
    encounterNotFound,
    encounterInvalidState,
    caseInvalidState,
    recordsPurposeRequired,
    recordsPurposeNotAllowed,
    recordsLabelNotCleared,
    recordsLabelLoweringNotAllowed,
  ],
  denial: deniedEncounter,

  find: (asked, context) => seenEncounter(asked, context, 'for update'),
  may: [
    onlyWhen(
      'it is not marked as entered in error',
      (_: unknown, asked: Pick<EncounterChange, 'status'>) => !isVoided(_, asked),
      onCase('write'),
    ),
    onlyWhen('it is marked as entered in error', isVoided, onEncounter('void')),
  ],
  version: ({ encounter }) => encounter.version,

  prepare: ({ encounterId }, context) =>
    keyOfThing(({ encounters }) => encounters.find(encounterId), context),

  async run(given, context) {
    const { found, prepared, now, user } = context;
    const { case: of } = found;
    const seal = textSeal(prepared, of, context);
    const before = encounterText.opened(found.encounter, seal);
    // What should not have been recorded is marked in a closed case too.
    if (!isVoided(null, given)) requireOpenCase(of);
    const ownMask = relabelledEncounter(found, given);
    const after = changedEncounter({ ...before, ownMask }, given, now);
    const effectiveMask = ownMask | of.effectiveMask;
    // What was signed of it says that it is over (records 5.3).
    const isTakenUpAgain = before.status === 'completed' && after.status === 'in_progress';
    if (isTakenUpAgain && (await context.entries.isAnySignedOf(before.id))) throw encounterInvalidState();
    if (sameJson(after, before)) return { encounter: await shownEncounter(before, effectiveMask, context) };
    requireKnownZone(given.timeZone, context);
    requireSoundTimes(after, now);
    if (given.participants !== undefined) await requireKnownParticipants(after, context);
    if (after.meetingId !== before.meetingId) await requireSeenMeeting(after.meetingId, context);

    const changed = { ...after, updatedAt: now, updatedByUserId: user.userId };
    const saved = await savedEncounter(changed, seal, context);
    context.accessedBy(found.used);
    sayEncounterChanged(before, saved, given, context);
    return { encounter: await shownEncounter(saved, effectiveMask, context) };
  },
});
