import type { Instant } from '../../kernel/time.ts';
import type { AccessScope } from '../../records/index.ts';
import type { GovernancePorts } from '../ports.ts';

/** Why somebody is told of an emergency; the first reason that holds. */
export const toldBecause = ['privacy_officer', 'owner', 'lead', 'named_in_settings'] as const;
export interface ToldPerson {
  readonly userId: string;
  readonly because: (typeof toldBecause)[number];
}

type Asking = Pick<
  GovernancePorts,
  'memberAccess' | 'memberDirectory' | 'recordScopes' | 'recordSettings'
> & { readonly now: Instant };

/**
 * Who hears at once that an emergency began: privacy officers, owners, whoever leads in its scope, and whom the settings
 * name. Whoever began it is not told, and nobody who cannot sign in any more.
 */
export async function toldOfEmergency(
  scope: AccessScope | null,
  byUserId: string,
  context: Asking,
): Promise<readonly ToldPerson[]> {
  const { memberAccess, memberDirectory, recordScopes, recordSettings, now } = context;
  const [officers, owners, leads, settings] = await Promise.all([
    memberAccess.holders(['privacy_officer']),
    memberDirectory.ownerIds(),
    scope === null ? [] : recordScopes.leads(scope, now),
    recordSettings.get(),
  ]);
  const candidates: readonly ToldPerson[] = [
    ...officers.map(({ userId }) => ({ userId, because: 'privacy_officer' as const })),
    ...owners.map((userId) => ({ userId, because: 'owner' as const })),
    ...leads.map((userId) => ({ userId, because: 'lead' as const })),
    ...settings.breakGlassNotify.map((userId) => ({ userId, because: 'named_in_settings' as const })),
  ];
  const first = new Map(candidates.toReversed().map((each) => [each.userId, each]));
  const active = new Set(
    (await memberDirectory.find([...first.keys()]))
      .filter(({ status }) => status === 'active')
      .map(({ userId }) => userId),
  );
  return candidates.filter(
    (each) => first.get(each.userId) === each && active.has(each.userId) && each.userId !== byUserId,
  );
}
