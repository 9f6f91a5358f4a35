import type { WritingContext } from '../../kernel/handler-context.ts';
import { accessToCase } from '../access/decision.ts';
import { requireMaySet } from '../access/label-change.ts';
import { type Purpose, type StatedLabels, statedMask } from '../access/labels.ts';
import { requirePurpose } from '../access/purposes.ts';
import type { SeenCase } from '../cases/seen-case.ts';
import { recordsLabelNotCleared } from '../errors.ts';
import { type Encounter, encounterStates, nameOfType } from './encounter.ts';

type Given = StatedLabels &
  Pick<
    Encounter,
    | 'caseId'
    | 'encounterType'
    | 'mode'
    | 'reason'
    | 'scheduledStartAt'
    | 'scheduledEndAt'
    | 'startedAt'
    | 'endedAt'
    | 'location'
    | 'participants'
    | 'meetingId'
  > & {
    readonly status: (typeof encounterStates.initial)[number];
    readonly title?: string | undefined;
    readonly timeZone?: string | undefined;
    readonly purposeOfUse?: Purpose | undefined;
  };

/** The encounter as it would be stored, with labels that its own author passes. */
export function newEncounter(
  { confidentiality, additionalLabels, purposeOfUse: purpose, ...given }: Given,
  { case: of, reader, standing }: SeenCase,
  { now, newId, user }: Pick<WritingContext, 'now' | 'newId' | 'user'>,
): Encounter {
  const ownMask = statedMask({ confidentiality, additionalLabels });
  requireMaySet(ownMask, reader);
  if (accessToCase(ownMask | of.effectiveMask, reader, standing) === null) throw recordsLabelNotCleared();
  requirePurpose(ownMask | of.effectiveMask, purpose ?? null);
  return {
    id: newId(),
    ...given,
    status: encounterStates.begin(given.status),
    title: given.title ?? nameOfType(given.encounterType),
    outcome: null,
    timeZone: given.timeZone ?? user.workspace?.settings.defaultTimeZone ?? 'UTC',
    ownMask,
    createdByUserId: user.userId,
    createdAt: now,
    updatedByUserId: user.userId,
    updatedAt: now,
    version: 1,
  };
}
