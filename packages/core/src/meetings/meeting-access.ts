import type { HandlerContext, WritingContext } from '../kernel/handler-context.ts';
import { permissionsOn, type StandingsOfRoles } from '../kernel/thing-permission.ts';
import { meetingNotFound } from './errors.ts';
import { meetingViewedByAdmin } from './events.ts';
import type { Meeting, MeetingInvitation } from './meeting.ts';
import type { MeetingPerson, MeetingsPorts } from './ports.ts';

/** The roles that somebody can have for access to a meeting: the columns of the permission table (meetings 11). */
export const accessRoles = ['admin', 'host', 'co_host', 'invited', 'other', 'workspace_guest'] as const;
export type AccessRole = (typeof accessRoles)[number];

/**
 * The permission table (meetings 11). `other` are members who see the meeting because it is visible to the workspace. Members
 * who do not see a meeting get `meeting.not_found`.
 */
export const meetingPermissions = {
  read: ['admin', 'host', 'co_host', 'invited', 'other', 'workspace_guest'],
  edit: ['host'],
  duplicate: ['host', 'co_host'],
  cancel: ['admin', 'host'],
  start: ['host', 'co_host'],
  end: ['admin', 'host', 'co_host'],
  invite: ['host', 'co_host'],
  change_role: ['host'],
  respond: ['host', 'co_host', 'invited', 'workspace_guest'],
  admit: ['host', 'co_host'],
  activity: ['admin', 'host', 'co_host'],
  attendance: ['admin', 'host', 'co_host'],
  registrations: ['admin', 'host', 'co_host'],
  remind: ['host', 'co_host'],
} as const satisfies Readonly<Record<string, readonly AccessRole[]>>;
export type MeetingAction = keyof typeof meetingPermissions;

/** A meeting as the caller may see it. */
export interface VisibleMeeting {
  readonly meeting: Meeting;
  readonly organizer: MeetingPerson;
  /** The caller's own invitation, unless it was revoked. */
  readonly invitation: MeetingInvitation | null;
  /** Every role of the caller: an owner who is invited is `admin` and `invited`. */
  readonly accessRoles: readonly AccessRole[];
}

export type VisibilityContext = HandlerContext &
  Pick<WritingContext, 'emit'> &
  Pick<MeetingsPorts, 'meetings'>;

/**
 * For `find` of reads: the meeting, or `meeting.not_found` if it does not exist, belongs to another workspace, or is not
 * visible to the caller.
 */
export const visibleMeeting = (meetingId: string, context: VisibilityContext): Promise<VisibleMeeting> =>
  seen(meetingId, context, undefined);

/**
 * For `find` of changes: the same, locked until the end of the transaction, so that changes of a meeting happen one after
 * another.
 */
export const meetingToChange = (meetingId: string, context: VisibilityContext): Promise<VisibleMeeting> =>
  seen(meetingId, context, 'for update');

/** The meeting after a change of it, for the caller who made that change and was granted sight for it. */
export const changedMeeting = (meetingId: string, context: VisibilityContext): Promise<VisibleMeeting> =>
  seen(meetingId, { meetings: context.meetings, user: context.user, emit: () => undefined }, undefined);

async function seen(
  meetingId: string,
  context: Pick<VisibilityContext, 'meetings' | 'user' | 'emit'>,
  lock: 'for update' | undefined,
) {
  const found = await context.meetings.see(meetingId, context.user.userId, lock);
  if (found === null) throw meetingNotFound();
  const visible = inSight(found, context);
  if (visible.accessRoles.length === 0) throw meetingNotFound();
  return visible;
}

/**
 * Grants sight of a meeting that was read for this person; without any role it is not visible to them. Here alone the
 * activity learns that an owner or admin looks at a private meeting that they are not in (MTG-98).
 */
export function inSight(
  found: Omit<VisibleMeeting, 'accessRoles'>,
  { user: { userId, membership }, emit }: Pick<VisibilityContext, 'user' | 'emit'>,
): VisibleMeeting {
  const own = accessRolesOf(found, userId, membership?.role ?? 'guest');
  const { id: meetingId, visibility } = found.meeting;
  if (own.length === 1 && own[0] === 'admin' && visibility === 'private')
    emit(meetingViewedByAdmin, { meetingId, userId });
  return { ...found, accessRoles: own };
}

function accessRolesOf(
  { meeting, invitation }: Pick<VisibleMeeting, 'meeting' | 'invitation'>,
  userId: string,
  role: string,
): readonly AccessRole[] {
  const isOrganizer = meeting.organizerUserId === userId;
  if (role === 'guest') return isOrganizer || invitation !== null ? ['workspace_guest'] : [];
  const admin: AccessRole[] = role === 'owner' || role === 'admin' ? ['admin'] : [];
  if (isOrganizer || invitation?.role === 'host') return [...admin, 'host'];
  if (invitation?.role === 'co_host') return [...admin, 'co_host'];
  if (invitation !== null) return [...admin, 'invited'];
  return meeting.visibility === 'workspace' ? [...admin, 'other'] : admin;
}

export const may = (
  { accessRoles: own }: Pick<VisibleMeeting, 'accessRoles'>,
  action: MeetingAction,
): boolean => own.some((role) => (meetingPermissions[action] as readonly AccessRole[]).includes(role));

/** Which access roles each workspace role has, or can have, to a meeting that they see. */
const accessRolesByWorkspaceRole: StandingsOfRoles<AccessRole> = {
  owner: { always: ['admin'], perhaps: ['host', 'co_host', 'invited', 'other'] },
  admin: { always: ['admin'], perhaps: ['host', 'co_host', 'invited', 'other'] },
  member: { always: [], perhaps: ['host', 'co_host', 'invited', 'other'] },
  guest: { always: ['workspace_guest'], perhaps: [] },
};

type Visible = Pick<VisibleMeeting, 'accessRoles'>;

/**
 * The permission on a meeting that was found, by itself or as the `visible` of one of its parts: `may:
 * onMeeting('edit')`.
 */
export const onMeeting = permissionsOn('meeting', meetingPermissions, {
  ofRoles: accessRolesByWorkspaceRole,
  standingsOf: (found: Visible | { readonly visible: Visible }) =>
    ('visible' in found ? found.visible : found).accessRoles,
  message: 'Only those who run this meeting may do that; ask its organizer.',
});

/** Only hosts, owners and admins see the addresses of others (meetings 2). */
export const seesAddresses = ({ accessRoles: own }: Pick<VisibleMeeting, 'accessRoles'>): boolean =>
  own.includes('admin') || own.includes('host');
