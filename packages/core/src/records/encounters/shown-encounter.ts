import type { z } from 'zod';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import type { LabelMask } from '../access/labels.ts';
import type { RecordsPorts } from '../ports.ts';
import { namedUsers } from '../subjects/user-refs.ts';
import type { Encounter } from './encounter.ts';
import { type EncounterView, encounterView } from './views.ts';

type Context = Pick<RecordsPorts, 'memberDirectory'> & Pick<HandlerContext, 'workspaceId'>;
type Shown = z.input<typeof EncounterView>;

/** Reads what an encounter is shown with; how it is shown is asked for once what is written about it was opened. */
export async function showingEncounter(
  { createdByUserId, updatedByUserId }: Pick<Encounter, 'createdByUserId' | 'updatedByUserId'>,
  effectiveMask: LabelMask,
  context: Context,
): Promise<(encounter: Encounter) => Shown> {
  const named = await namedUsers([createdByUserId, updatedByUserId], context);
  const { workspaceId } = context;
  return (encounter) => encounterView(encounter, { workspaceId, effectiveMask, named });
}

export const shownEncounter = async (
  encounter: Encounter,
  effectiveMask: LabelMask,
  context: Context,
): Promise<Shown> => (await showingEncounter(encounter, effectiveMask, context))(encounter);
