import { isManager } from '../../kernel/access.ts';
import type { ActionOf } from '../../kernel/machine.ts';
import type { Instant } from '../../kernel/time.ts';
import { invalidField } from '../../kernel/validation.ts';
import { accessToCase } from '../access/decision.ts';
import { givenLabels } from '../access/given-labels.ts';
import type { LabelMask } from '../access/labels.ts';
import { requirePurpose } from '../access/purposes.ts';
import { recordsLabelNotCleared } from '../errors.ts';
import { type Encounter, type EncounterStatus, encounterStates } from './encounter.ts';
import type { EncounterChange } from './encounter-change.ts';
import { encounterFields } from './encounter-fields.ts';
import { encounterInvalidState } from './errors.ts';
import type { SeenEncounter } from './seen-encounter.ts';

const { confidentiality: _c, additionalLabels: _a, ...content } = encounterFields;
/** The fields of which a line in the ledger tells that they changed; labels and status have lines of their own. */
export const toldFields = [...Object.keys(content), 'outcome'] as readonly (keyof Encounter)[];

/** What makes an encounter stand where somebody wants it. */
const leadingTo = {
  planned: 'plan',
  in_progress: 'start',
  completed: 'complete',
  cancelled: 'cancel',
  no_show: 'miss',
  entered_in_error: 'void',
} as const satisfies Readonly<Record<EncounterStatus, ActionOf<typeof encounterStates>>>;

/** The encounter as it becomes, with the times that a change of status says by itself (records 5.3). */
export function changedEncounter(before: Encounter, given: EncounterChange, now: Instant): Encounter {
  if (encounterStates.isFinal(before.status)) throw encounterInvalidState();
  const status = given.status ?? before.status;
  const fields = Object.fromEntries(
    Object.entries(given).filter(
      ([field, value]) => value !== undefined && (toldFields as readonly string[]).includes(field),
    ),
  ) as Partial<Encounter>; // the told fields are those of an encounter
  const after = { ...before, ...fields };
  if (status === before.status) return after;
  const moved = { ...after, status: encounterStates.next(before.status, leadingTo[status]) };
  requireReasonFor(status, given);
  if (status === 'in_progress')
    return { ...moved, startedAt: after.startedAt ?? now, endedAt: given.endedAt ?? null };
  if (status === 'completed' && before.status === 'in_progress')
    return { ...moved, endedAt: after.endedAt ?? now };
  if (status === 'planned') {
    if (given.scheduledStartAt === undefined || given.scheduledStartAt === null)
      throw invalidField('/scheduledStartAt', 'field.required', 'Say when it is to begin now.');
    if (given.scheduledStartAt <= now)
      throw invalidField('/scheduledStartAt', 'field.out_of_range', 'Give an instant that is in the future.');
  }
  return moved;
}

function requireReasonFor(
  status: EncounterStatus,
  { statusReason }: Pick<EncounterChange, 'statusReason'>,
): void {
  if ((status === 'cancelled' || status === 'entered_in_error') && statusReason === undefined)
    throw invalidField('/statusReason', 'field.required', 'Say why.');
}

/** The own labels of the encounter with those that it is given; whoever gives or takes one has to be allowed to (REC-5). */
export function relabelledEncounter(
  { encounter, case: of, reader, standing }: SeenEncounter,
  given: EncounterChange,
): LabelMask {
  const ownMask = givenLabels(encounter.ownMask, given, {
    clearance: reader.clearance,
    isManager: isManager(reader.role),
    isPrivacyOfficer: reader.duties.includes('privacy_officer'),
    caseRole: standing.caseRole,
  });
  const effectiveMask = ownMask | of.effectiveMask;
  if (accessToCase(effectiveMask, reader, standing) === null) throw recordsLabelNotCleared();
  requirePurpose(effectiveMask, given.purposeOfUse ?? null);
  return ownMask;
}
