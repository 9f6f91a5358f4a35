import type { UserPrincipal } from '../../kernel/principal.ts';
import { onlyWhen, permissionsOn } from '../../kernel/thing-permission.ts';
import { type FoundLifecycle, lifecycleStandingsOf } from '../lifecycles/lifecycle-permissions.ts';
import type { RenewalCase } from './renewal.ts';

/** What somebody who sees the document is to its renewal. */
type Standing = 'manager' | 'keeper' | 'worker' | 'submitter' | 'onlooker';

/** The permission table of renewals (lifecycle 3.3 and 9). */
const renewalPermissions = {
  work: ['manager', 'keeper', 'worker'],
  withdraw: ['manager', 'keeper', 'submitter'],
  end: ['manager', 'keeper'],
  approve: ['manager'],
} as const satisfies Readonly<Record<string, readonly Standing[]>>;

/** A renewal with its document and what was said about it. */
export interface FoundForRenewal extends FoundLifecycle {
  readonly renewal: Pick<RenewalCase, 'ownerUserId' | 'submittedByUserId'>;
}

/** The permission on a renewal that was found: `may: onRenewal('approve')`. */
export const onRenewal = permissionsOn('renewal', renewalPermissions, {
  ofRoles: {
    owner: { always: ['manager'], perhaps: [] },
    admin: { always: ['manager'], perhaps: [] },
    member: { always: ['onlooker'], perhaps: ['manager', 'keeper', 'worker', 'submitter'] },
    guest: { always: ['onlooker'], perhaps: [] },
  },
  standingsOf: (found: FoundForRenewal, _input: unknown, { user }) => standingsOf(found, user),
  words: {
    manager: 'owns the document, or is an owner or admin of the workspace',
    keeper: 'keeps the document in force',
    worker: 'works on the renewal',
    submitter: 'submitted the replacement',
    onlooker: 'sees the document',
  },
});

/** The permission for some of the actions alone. */
export const onRenewalWhen = <I>(
  when: string,
  applies: (input: I) => boolean,
  action: keyof typeof renewalPermissions,
) => onlyWhen(when, (_: unknown, input: I) => applies(input), onRenewal(action));

function standingsOf(
  found: FoundForRenewal,
  user: Pick<UserPrincipal, 'userId' | 'membership'>,
): readonly Standing[] {
  const { ownerUserId, submittedByUserId } = found.renewal;
  return [
    ...lifecycleStandingsOf(found, user),
    ...(ownerUserId === user.userId ? ['worker' as const] : []),
    ...(submittedByUserId === user.userId ? ['submitter' as const] : []),
  ];
}
