import type { z } from 'zod';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import { namedUsers } from '../../records/index.ts';
import type { GovernancePorts } from '../ports.ts';
import type { Emergency } from './emergency.ts';
import { type BreakGlassView, breakGlassView } from './views.ts';

type Context = Pick<GovernancePorts, 'emergencies' | 'memberDirectory'> &
  Pick<HandlerContext, 'workspaceId' | 'now'>;
const mostAccesses = 500;

const peopleOf = ({ userId, updatedByUserId, review }: Emergency): readonly string[] => [
  userId,
  ...(updatedByUserId === null ? [] : [updatedByUserId]),
  ...(review === null ? [] : [review.reviewerUserId]),
];

/** One emergency with what was done under it. */
export async function shownEmergency(
  emergency: Emergency,
  context: Context,
): Promise<z.input<typeof BreakGlassView>> {
  const { emergencies, workspaceId, now } = context;
  const [named, accesses, counts] = await Promise.all([
    namedUsers(peopleOf(emergency), context),
    emergencies.accesses(emergency, mostAccesses),
    emergencies.accessCounts([emergency]),
  ]);
  const accessCount = counts.get(emergency.id) ?? 0;
  return breakGlassView(emergency, { workspaceId, now, named, accessCount, accesses });
}

/** As lists show them: how much was done, and not what. */
export async function listedEmergencies(
  found: readonly Emergency[],
  context: Context,
): Promise<z.input<typeof BreakGlassView>[]> {
  const { emergencies, workspaceId, now } = context;
  const [named, counts] = await Promise.all([
    namedUsers(found.flatMap(peopleOf), context),
    emergencies.accessCounts(found),
  ]);
  return found.map((emergency) =>
    breakGlassView(emergency, {
      ...{ workspaceId, now, named, accesses: null },
      accessCount: counts.get(emergency.id) ?? 0,
    }),
  );
}
