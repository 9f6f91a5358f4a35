import type { z } from 'zod';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import type { LabelMask } from '../access/labels.ts';
import type { RecordsPorts } from '../ports.ts';
import { namedUsers } from '../subjects/user-refs.ts';
import type { Encounter } from './encounter.ts';
import { type EncounterView, encounterView } from './views.ts';

export async function shownEncounter(
  encounter: Encounter,
  effectiveMask: LabelMask,
  context: Pick<RecordsPorts, 'memberDirectory'> & Pick<HandlerContext, 'workspaceId'>,
): Promise<z.input<typeof EncounterView>> {
  const named = await namedUsers([encounter.createdByUserId, encounter.updatedByUserId], context);
  return encounterView(encounter, { workspaceId: context.workspaceId, effectiveMask, named });
}
