import { z } from 'zod';
import { requireOpenCase } from '../cases/case.ts';
import { caseId } from '../cases/case-fields.ts';
import { deniedCase, onCase, seenCase } from '../cases/seen-case.ts';
import { keyOfCase } from '../entries/case-key.ts';
import {
  caseInvalidState,
  caseNotFound,
  recordsLabelNotCleared,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
} from '../errors.ts';
import { requirePackType } from '../pack/record-pack.ts';
import { action } from '../ports.ts';
import { writesOfRecords } from '../rates.ts';
import { purposeOfUse } from '../subjects/subject-fields.ts';
import { textSeal } from '../texts/case-text.ts';
import { encounterStates } from './encounter.ts';
import { encounterFields as fields } from './encounter-fields.ts';
import { addEncounter, encounterText } from './encounter-text.ts';
import { aboutEncounter, encounterCreated } from './events.ts';
import { newEncounter } from './new-encounter.ts';
import { shownEncounter } from './shown-encounter.ts';
import {
  requireKnownParticipants,
  requireKnownZone,
  requireSeenMeeting,
  requireSoundTimes,
} from './sound-encounter.ts';
import { EncounterView } from './views.ts';

const input = z.strictObject({
  caseId: caseId(),
  encounterType: fields.encounterType,
  mode: fields.mode,
  status: z
    .enum(encounterStates.initial)
    .default('planned')
    .describe('Whether it is to come, goes on, or is over.'),
  title: fields.title.optional(),
  reason: fields.reason.default(null),
  scheduledStartAt: fields.scheduledStartAt.default(null),
  scheduledEndAt: fields.scheduledEndAt.default(null),
  startedAt: fields.startedAt.default(null),
  endedAt: fields.endedAt.default(null),
  timeZone: fields.timeZone.optional(),
  location: fields.location.default(null),
  participants: fields.participants.default([]),
  meetingId: fields.meetingId.default(null),
  confidentiality: fields.confidentiality.default('standard'),
  additionalLabels: fields.additionalLabels.default([]),
  purposeOfUse: purposeOfUse(),
});

export const createEncounter = action({
  summary: 'Record an encounter of a case',
  description:
    'A planned one needs scheduledStartAt, one that goes on startedAt, and one that is over startedAt and endedAt.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  feature: 'professional_records',
  throttles: writesOfRecords,
  cli: { example: { encounterType: 'contact', mode: 'phone' } },
  input,
  output: z.object({ encounter: EncounterView }),
  errors: [
    caseNotFound,
    caseInvalidState,
    recordsPurposeRequired,
    recordsPurposeNotAllowed,
    recordsLabelNotCleared,
  ],
  denial: deniedCase,

  find: (asked, context) => seenCase(asked, context, 'for update'),
  may: onCase('write'),

  prepares: (given) => encounterText.isSaid(given),
  prepare: (given, context) => keyOfCase(given, context),

  async run(given, context) {
    const { found, prepared, emit } = context;
    requireOpenCase(found.case);
    await requirePackType('encounterType', given.encounterType, context);
    requireKnownZone(given.timeZone, context);
    const encounter = newEncounter(given, found, context);
    requireSoundTimes(encounter, context.now);
    await requireKnownParticipants(encounter, context);
    await requireSeenMeeting(encounter.meetingId, context);

    await addEncounter(encounter, textSeal(prepared, found.case, context), context);
    context.accessedBy(found.used);
    emit(encounterCreated, { ...aboutEncounter(encounter, found.case), title: encounter.title });
    return {
      encounter: await shownEncounter(encounter, encounter.ownMask | found.case.effectiveMask, context),
    };
  },
});
