import type { HandlerContext } from '../../kernel/handler-context.ts';
import { permissionsOn } from '../../kernel/thing-permission.ts';
import type { RecordReader } from '../../records/index.ts';
import { breakGlassNotFound } from '../errors.ts';
import type { GovernancePorts } from '../ports.ts';
import type { Emergency } from './emergency.ts';

type Standing =
  | 'holder'
  | 'privacy officer'
  | 'owner as fallback'
  | 'admin as fallback'
  | 'lead'
  | 'manager'
  | 'onlooker';

/** An emergency, and what the caller is to it. */
export interface FoundEmergency {
  readonly emergency: Emergency;
  readonly reader: RecordReader;
  readonly standings: readonly Standing[];
  /** The labels of what it reaches. */
  readonly effectiveMask: number;
}
type Context = Pick<
  GovernancePorts,
  'emergencies' | 'recordScopes' | 'recordReaders' | 'memberAccess' | 'memberDirectory'
> &
  Pick<HandlerContext, 'user' | 'now'>;

/** For whoever took it, leads what it reaches, or answers for the workspace; for everybody else there is none. */
export async function foundEmergency(
  sessionId: string,
  context: Context,
  lock?: 'for update',
): Promise<FoundEmergency> {
  const { emergencies, recordScopes, recordReaders, user, now } = context;
  const emergency = await emergencies.get(sessionId, lock);
  if (emergency === null) throw breakGlassNotFound();
  const scope = await recordScopes.find(emergency.scope);
  const [reader, leads, fallback] = await Promise.all([
    recordReaders.of(context),
    scope === null ? ([] as readonly string[]) : recordScopes.leads(scope, now),
    fallbackFor(emergency, context),
  ]);
  const isManager = reader.role === 'owner' || reader.role === 'admin';
  const standings: readonly Standing[] = [
    ...(emergency.userId === user.userId ? (['holder'] as const) : []),
    ...(reader.duties.includes('privacy_officer') ? (['privacy officer'] as const) : []),
    ...(isManager && reader.role === fallback ? ([`${fallback} as fallback`] as const) : []),
    ...(leads.includes(user.userId) ? (['lead'] as const) : []),
    ...(isManager ? (['manager'] as const) : []),
    'onlooker',
  ];
  const isKeptAway = scope?.blockedUserIds.includes(user.userId) ?? false;
  if (isKeptAway || standings.length === 1) throw breakGlassNotFound();
  return { emergency, reader, standings, effectiveMask: scope?.effectiveMask ?? 0 };
}

/** Without another privacy officer an owner reviews, and without another owner an admin (governance 5.6). */
async function fallbackFor(
  { userId }: Emergency,
  { memberAccess, memberDirectory }: Context,
): Promise<'owner' | 'admin' | null> {
  const officers = await memberAccess.holders(['privacy_officer']);
  if (officers.some((officer) => officer.userId !== userId)) return null;
  const owners = await memberDirectory.ownerIds();
  return owners.some((ownerId) => ownerId !== userId) ? 'owner' : 'admin';
}

const emergencyPermissions = {
  read: ['holder', 'privacy officer', 'lead', 'manager'],
  end: ['holder', 'privacy officer'],
  /** Whoever took it is refused by the rule of the second person, unless nobody else is there. */
  review: ['privacy officer', 'owner as fallback', 'admin as fallback', 'holder'],
} as const satisfies Readonly<Record<string, readonly Standing[]>>;

/** Governance 5.6 and 11. */
export const onEmergency = permissionsOn('emergency access', emergencyPermissions, {
  ofRoles: {
    owner: { always: ['manager'], perhaps: ['holder', 'privacy officer', 'owner as fallback', 'lead'] },
    admin: { always: ['manager'], perhaps: ['holder', 'privacy officer', 'admin as fallback', 'lead'] },
    member: { always: ['onlooker'], perhaps: ['holder', 'privacy officer', 'lead'] },
    guest: { always: ['onlooker'], perhaps: [] },
  },
  standingsOf: ({ standings }: Pick<FoundEmergency, 'standings'>): readonly Standing[] => standings,
  words: {
    holder: 'took it',
    'privacy officer': 'is a privacy officer',
    'owner as fallback': 'is an owner, where there is no other privacy officer',
    'admin as fallback': 'is an admin, where there is no other privacy officer and no other owner',
    lead: 'leads what it reaches',
    manager: 'is an owner or admin of the workspace',
    onlooker: 'is a member of the workspace',
  },
});
