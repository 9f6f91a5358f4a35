import { z } from 'zod';
import { id, instant, multiline, plannedInstant, text, timeZone, visibleName } from '../../kernel/shapes.ts';
import { code } from '../cases/case-fields.ts';
import { subjectFields } from '../subjects/subject-fields.ts';
import { encounterModes, mostParticipants, participantKinds } from './encounter.ts';

export const encounterId = () => id().describe('The id of the encounter.');

const participant = z
  .strictObject({
    kind: z
      .enum(participantKinds)
      .describe('A member of the workspace, a subject, or somebody from outside.'),
    id: z
      .string()
      .max(64)
      .nullable()
      .default(null)
      .describe('The id of the member or of the subject; null for somebody from outside.'),
    displayName: visibleName(200).describe('The name of the person.'),
    role: text(100).describe('What they took part as.'),
    attended: z.boolean().nullable().default(null).describe('Whether they came; null if that is not known.'),
  })
  .refine(({ kind, id: of }) => (kind === 'external') === (of === null), {
    error: 'Give the id of a member or of a subject, and none for somebody from outside.',
    path: ['id'],
  })
  .meta({ id: 'EncounterParticipantInput', description: 'Somebody who takes part in an encounter.' });

/** What can be said about an encounter, without what holds if it is left out. */
export const encounterFields = {
  encounterType: code(100)
    .describe('The kind of encounter, a word of your trade; contact if there is none.')
    .meta({ examples: ['contact'] }),
  mode: z.enum(encounterModes).describe('How people meet.'),
  title: visibleName(300).describe('What people call it; by default the name of its kind.'),
  reason: multiline(2000, 1).nullable().describe('Why it takes place; null if it is not said.'),
  scheduledStartAt: plannedInstant().nullable().describe('When it is to begin; null if that is not planned.'),
  scheduledEndAt: plannedInstant(1)
    .nullable()
    .describe('When it is to end, at most 7 days later; null if that is open.'),
  startedAt: instant().nullable().describe('When it began; null if it has not.'),
  endedAt: instant(1).nullable().describe('When it ended; null if it has not.'),
  timeZone: timeZone().describe('The time zone of the place; by default that of the workspace.'),
  location: text(300).nullable().describe('Where it takes place; null if it is not said.'),
  participants: z.array(participant).max(mostParticipants).describe('Who takes part.'),
  meetingId: id().nullable().describe('The meeting of the workspace that it is; null for none.'),
  confidentiality: subjectFields.confidentiality,
  additionalLabels: subjectFields.additionalLabels,
};
