import type { WritingContext } from '../../kernel/handler-context.ts';
import { sameJson } from '../../kernel/same-json.ts';
import { sayRelabelled } from '../access/say-relabelled.ts';
import { toldFields } from './changed-encounter.ts';
import type { Encounter } from './encounter.ts';
import type { EncounterChange } from './encounter-change.ts';
import { aboutEncounter, encounterStatusChanged, encounterUpdated, recordOfEncounter } from './events.ts';
import type { SeenEncounter } from './seen-encounter.ts';

/** What changed of an encounter stands in the ledger: values beside the chain, names of fields in it. */
export function sayEncounterChanged(
  before: Encounter,
  after: Encounter,
  { statusReason, confidentialityReason }: EncounterChange,
  { emit, found }: Pick<WritingContext, 'emit'> & { readonly found: Pick<SeenEncounter, 'case'> },
): void {
  const about = aboutEncounter(after, found.case);
  const fields = toldFields.filter((field) => !sameJson(before[field], after[field]));
  const only = (encounter: Encounter) =>
    JSON.parse(JSON.stringify(Object.fromEntries(fields.map((field) => [field, encounter[field]]))));
  if (fields.length > 0) emit(encounterUpdated, { ...about, before: only(before), after: only(after) });
  if (before.status !== after.status)
    emit(encounterStatusChanged, {
      ...about,
      from: before.status,
      to: after.status,
      reason: statusReason ?? null,
    });
  sayRelabelled(recordOfEncounter(after, found.case), before.ownMask, after.ownMask, {
    reason: confidentialityReason ?? '',
    emit,
  });
}
