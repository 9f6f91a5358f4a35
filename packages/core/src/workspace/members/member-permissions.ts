import type { Role } from '../../kernel/access.ts';
import { type Asker, permissionsOn, type StandingsOfRoles } from '../../kernel/thing-permission.ts';
import { type Member, reaches } from '../member.ts';

/** WSP-2: whether the caller's role covers the other one: an owner's covers all, an admin's member and guest. */
type Reaching = 'reaching' | 'not_reaching';

const ofRoles: StandingsOfRoles<Reaching> = {
  owner: { always: ['reaching'], perhaps: [] },
  admin: { always: [], perhaps: ['reaching', 'not_reaching'] },
  member: { always: ['not_reaching'], perhaps: [] },
  guest: { always: ['not_reaching'], perhaps: [] },
};
const orSelf = ({ always, perhaps }: { always: readonly Reaching[]; perhaps: readonly Reaching[] }) => ({
  always,
  perhaps: [...perhaps, 'self' as const],
});

const words = { reaching: 'does it to a member or guest', self: 'does it to themselves' };

const reaching = ({ user }: Asker, role: Role): Reaching =>
  reaches(user.membership?.role, role) ? 'reaching' : 'not_reaching';

/** The permission table of members (platform 6). */
export const memberPermissions = {
  change_role: ['reaching'],
  suspend: ['reaching'],
  reactivate: ['reaching'],
  remove: ['reaching', 'self'],
} as const;

/** The permission on a member. Null means that nobody was looked up, since the caller's role covers nobody. */
export const onMember = permissionsOn('member', memberPermissions, {
  ofRoles: {
    owner: orSelf(ofRoles.owner),
    admin: orSelf(ofRoles.admin),
    member: orSelf(ofRoles.member),
    guest: orSelf(ofRoles.guest),
  },
  words,
  standingsOf: (member: Member | null, _input: unknown, asker): readonly (Reaching | 'self')[] => {
    if (member === null) return ['not_reaching'];
    const role = reaching(asker, member.role);
    return member.id === asker.user.userId ? [role, 'self'] : [role];
  },
});

/** The permission on the role that a member is given. */
export const onRole = permissionsOn(
  'role',
  { give: ['reaching'] },
  {
    ofRoles,
    words: { reaching: 'gives the role of a member or guest' },
    standingsOf: (_found: unknown, { role }: { readonly role: Role }, asker): readonly Reaching[] => [
      reaching(asker, role),
    ],
  },
);
