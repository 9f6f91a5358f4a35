import type { Document } from '../../documents/index.ts';
import { isManager } from '../../kernel/access.ts';
import type { UserPrincipal } from '../../kernel/principal.ts';
import { permissionsOn } from '../../kernel/thing-permission.ts';
import type { Lifecycle } from './lifecycle.ts';

/** What somebody who sees a document is to its lifecycle. */
type Standing = 'manager' | 'keeper' | 'onlooker';

/** The permission table of lifecycles (lifecycle 9). */
const lifecyclePermissions = {
  configure: ['manager', 'keeper'],
} as const satisfies Readonly<Record<string, readonly Standing[]>>;

/** A document with what was said about it. */
export interface FoundLifecycle {
  readonly document: Pick<Document, 'ownerUserId'>;
  readonly lifecycle: Pick<Lifecycle, 'ownerUserId'>;
}

/** The same for a call that is perhaps about the lifecycle of a document, and perhaps about something else. */
export const onLifecycleAmong = <F>(lifecycleOf: (found: F) => FoundLifecycle | null) =>
  permissionsOn('lifecycle', lifecyclePermissions, {
    ofRoles: {
      owner: { always: ['manager'], perhaps: [] },
      admin: { always: ['manager'], perhaps: [] },
      member: { always: ['onlooker'], perhaps: ['manager', 'keeper'] },
      guest: { always: ['onlooker'], perhaps: [] },
    },
    standingsOf: (found: F, _input: unknown, { user }) => {
      const about = lifecycleOf(found);
      return about === null ? [] : lifecycleStandingsOf(about, user);
    },
    words: {
      manager: 'owns the document, or is an owner or admin of the workspace',
      keeper: 'keeps the document in force',
      onlooker: 'sees the document',
    },
  });

/** The permission on the lifecycle of a document that was found: `may: onLifecycle('configure')`. */
export const onLifecycle = onLifecycleAmong((found: FoundLifecycle) => found);

export function lifecycleStandingsOf(
  { document, lifecycle }: FoundLifecycle,
  { userId, membership }: Pick<UserPrincipal, 'userId' | 'membership'>,
): readonly Standing[] {
  const manages = isManager(membership?.role) || document.ownerUserId === userId;
  return [
    ...(manages ? ['manager' as const] : []),
    ...(lifecycle.ownerUserId === userId ? ['keeper' as const] : []),
    'onlooker' as const,
  ];
}

/** Whether somebody who sees the document may say until when it is valid, and is told what only such people are. */
export const mayConfigure = (
  found: FoundLifecycle,
  user: Pick<UserPrincipal, 'userId' | 'membership'>,
): boolean =>
  lifecycleStandingsOf(found, user).some((standing) =>
    (lifecyclePermissions.configure as readonly Standing[]).includes(standing),
  );
