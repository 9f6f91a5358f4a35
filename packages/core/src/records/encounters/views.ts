import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { confidentialities, type LabelMask, labels, labelsOf, statedLabels } from '../access/labels.ts';
import { type NamedUsers, UserRef } from '../subjects/user-refs.ts';
import {
  durationMinutes,
  type Encounter,
  encounterModes,
  encounterStates,
  participantKinds,
} from './encounter.ts';

export const EncounterView = z
  .object({
    id: shown.ownId(),
    workspaceId: shown.workspaceId(),
    caseId: shown.id().describe('The id of the case.'),
    encounterType: z.string().describe('The kind of encounter, a word of your trade.'),
    mode: z.enum(encounterModes).describe('How people meet.'),
    status: z.enum(encounterStates.states).describe('Where it stands.'),
    title: z.string().describe('What people call it.'),
    reason: z.string().nullable().describe('Why it takes place; null if it is not said.'),
    outcome: z.string().nullable().describe('What came of it; null if it is not said.'),
    scheduledStartAt: shown
      .instant()
      .nullable()
      .describe('When it is to begin; null if that is not planned.'),
    scheduledEndAt: shown.instant().nullable().describe('When it is to end; null if that is open.'),
    startedAt: shown.instant().nullable().describe('When it began; null if it has not.'),
    endedAt: shown.instant().nullable().describe('When it ended; null if it has not.'),
    durationMinutes: z
      .int()
      .nullable()
      .describe('How long it took, in whole minutes, rounded down; null while that is not known.'),
    timeZone: z.string().describe('The time zone of the place.'),
    location: z.string().nullable().describe('Where it takes place; null if it is not said.'),
    participants: z
      .array(
        z.object({
          kind: z.enum(participantKinds).describe('A member, a subject, or somebody from outside.'),
          id: z
            .string()
            .nullable()
            .describe('The id of the member or subject; null for somebody from outside.'),
          displayName: z.string().describe('The name of the person.'),
          role: z.string().describe('What they took part as.'),
          attended: z.boolean().nullable().describe('Whether they came; null if that is not known.'),
        }),
      )
      .describe('Who takes part.'),
    meetingId: shown.id().nullable().describe('The meeting of the workspace that it is; null for none.'),
    confidentiality: z
      .enum(confidentialities)
      .describe('The highest of its own labels; standard without any.'),
    additionalLabels: z.array(z.enum(labels)).describe('Its other labels, the highest first.'),
    effectiveLabels: z
      .array(z.enum(labels))
      .describe('The labels that decide who reads it: its own and those of the case, the highest first.'),
    createdAt: shown.createdAt(),
    createdBy: UserRef.describe('Who created it.'),
    updatedAt: shown.updatedAt(),
    updatedBy: UserRef.describe('Who changed it last.'),
    version: shown.version(),
  })
  .meta({ id: 'Encounter', description: 'One contact or event inside a case.' });

export function encounterView(
  { ownMask, createdByUserId, updatedByUserId, ...encounter }: Encounter,
  {
    workspaceId,
    effectiveMask,
    named,
  }: { readonly workspaceId: string; readonly effectiveMask: LabelMask; readonly named: NamedUsers },
): z.input<typeof EncounterView> {
  const { confidentiality, additionalLabels } = statedLabels(ownMask);
  return {
    ...encounter,
    workspaceId,
    durationMinutes: durationMinutes(encounter),
    participants: encounter.participants.map((each) => ({ ...each })),
    confidentiality,
    additionalLabels: [...additionalLabels],
    effectiveLabels: [...labelsOf(effectiveMask)],
    createdBy: named(createdByUserId),
    updatedBy: named(updatedByUserId),
  };
}
