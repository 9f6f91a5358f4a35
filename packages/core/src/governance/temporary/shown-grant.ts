import type { z } from 'zod';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import { namedUsers } from '../../records/index.ts';
import type { GovernancePorts } from '../ports.ts';
import type { TemporaryGrant } from './grant.ts';
import { type TemporaryAccessView, temporaryAccessView } from './views.ts';

type Context = Pick<GovernancePorts, 'temporaryGrants' | 'memberDirectory'> &
  Pick<HandlerContext, 'workspaceId' | 'now'>;

export async function shownGrants(
  grants: readonly TemporaryGrant[],
  context: Context,
): Promise<z.input<typeof TemporaryAccessView>[]> {
  const { workspaceId, now, temporaryGrants } = context;
  const people = grants.flatMap(({ granteeUserId, createdByUserId, revokedByUserId }) => [
    ...[granteeUserId, createdByUserId],
    ...(revokedByUserId === null ? [] : [revokedByUserId]),
  ]);
  const [named, uses] = await Promise.all([namedUsers(people, context), temporaryGrants.uses(grants)]);
  return grants.map((grant) =>
    temporaryAccessView(grant, { workspaceId, now, named, use: uses.get(grant.id) }),
  );
}

export async function shownGrant(
  grant: TemporaryGrant,
  context: Context,
): Promise<z.input<typeof TemporaryAccessView>> {
  const [shown] = await shownGrants([grant], context);
  if (shown === undefined) throw new TypeError('One grant was to be shown');
  return shown;
}
