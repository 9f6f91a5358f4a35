import type { HandlerContext } from '../../kernel/handler-context.ts';
import { permissionsOn } from '../../kernel/thing-permission.ts';
import type { RecordReader } from '../../records/index.ts';
import { temporaryAccessNotFound } from '../errors.ts';
import type { GovernancePorts } from '../ports.ts';
import type { TemporaryGrant } from './grant.ts';

/** A grant, and what the caller is to it. */
export interface FoundGrant {
  readonly grant: TemporaryGrant;
  readonly reader: RecordReader;
  readonly leads: readonly string[];
  /** The labels of what it reaches. */
  readonly effectiveMask: number;
}
type Context = Pick<GovernancePorts, 'temporaryGrants' | 'recordScopes' | 'recordReaders'> &
  Pick<HandlerContext, 'user' | 'now'>;

/** For whoever has it, gave it, leads what it reaches, or sees all grants; for everybody else there is none. */
export async function foundGrant(
  grantId: string,
  context: Context,
  lock?: 'for update',
): Promise<FoundGrant> {
  const { temporaryGrants, recordScopes, recordReaders, user } = context;
  const grant = await temporaryGrants.get(grantId, lock);
  if (grant === null) throw temporaryAccessNotFound();
  const scope = await recordScopes.find(grant.scope);
  const [reader, leads] = await Promise.all([
    recordReaders.of(context),
    scope === null ? [] : recordScopes.leads(scope, context.now),
  ]);
  const isKeptAway = scope?.blockedUserIds.includes(user.userId) ?? false;
  const found = { grant, reader, leads, effectiveMask: scope?.effectiveMask ?? 0 };
  if (isKeptAway || !standingsOf(found, user.userId).some((standing) => standing !== 'onlooker'))
    throw temporaryAccessNotFound();
  return found;
}

type Standing = 'grantor' | 'grantee' | 'lead' | 'privacy officer' | 'manager' | 'onlooker';

const standingsOf = ({ grant, reader, leads }: FoundGrant, userId: string): readonly Standing[] => [
  ...(grant.createdByUserId === userId ? (['grantor'] as const) : []),
  ...(grant.granteeUserId === userId ? (['grantee'] as const) : []),
  ...(leads.includes(userId) ? (['lead'] as const) : []),
  ...(reader.duties.includes('privacy_officer') ? (['privacy officer'] as const) : []),
  ...(reader.role === 'owner' || reader.role === 'admin' ? (['manager'] as const) : []),
  'onlooker',
];

const perhaps = ['grantor', 'grantee', 'lead', 'privacy officer'] as const;

/** Governance 5.5. */
export const onGrant = permissionsOn(
  'grant',
  { revoke: ['grantor', 'grantee', 'lead', 'privacy officer'] } satisfies Readonly<
    Record<string, readonly Standing[]>
  >,
  {
    ofRoles: {
      owner: { always: ['manager'], perhaps },
      admin: { always: ['manager'], perhaps },
      member: { always: ['onlooker'], perhaps },
      guest: { always: ['onlooker'], perhaps: ['grantee'] },
    },
    standingsOf: (found: FoundGrant, _input: unknown, { user }): readonly Standing[] =>
      standingsOf(found, user.userId),
    words: {
      grantor: 'gave it',
      grantee: 'has it',
      lead: 'leads what it reaches',
      'privacy officer': 'is a privacy officer',
      manager: 'is an owner or admin of the workspace',
      onlooker: 'is a member of the workspace',
    },
  },
);
