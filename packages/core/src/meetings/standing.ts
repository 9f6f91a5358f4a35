import { permissionsOn, type StandingsOfRoles } from '../kernel/thing-permission.ts';
import type { HandlerContext, WritingContext } from '../kernel/use-case.ts';
import { meetingNotFound } from './errors.ts';
import { meetingViewedByAdmin } from './events.ts';
import type { Meeting, MeetingInvitation } from './meeting.ts';
import type { MeetingPerson, MeetingsPorts } from './ports.ts';

/** Who somebody is to a meeting: the columns of the permission table (meetings 11). */
export const standings = ['admin', 'host', 'co_host', 'invited', 'other', 'workspace_guest'] as const;
export type Standing = (typeof standings)[number];

/**
 * The permission table (meetings 11). `other` are members whom the workspace-visible meeting is open to; to those whom it
 * is not, it is not there at all.
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
} as const satisfies Readonly<Record<string, readonly Standing[]>>;
export type MeetingAction = keyof typeof meetingPermissions;

/** A meeting as the caller may see it. */
export interface MeetingInSight {
  readonly meeting: Meeting;
  readonly organizer: MeetingPerson;
  /** The caller's own, unless it was revoked. */
  readonly invitation: MeetingInvitation | null;
  /** All that the caller is to it: an owner who is invited is `admin` and `invited`. */
  readonly standings: readonly Standing[];
}

export type SightContext = HandlerContext & Pick<MeetingsPorts, 'meetings'>;

/**
 * For `find` of reads: the meeting, or `meeting.not_found` where there is none, it is of another workspace, or it is not
 * for the caller's eyes.
 */
export const meetingInSight = (meetingId: string, context: SightContext): Promise<MeetingInSight> =>
  seen(meetingId, context, undefined);

/** For `find` of changes: the same, locked until the end of the transaction, so that changes of a meeting follow each other. */
export const meetingToChange = (meetingId: string, context: SightContext): Promise<MeetingInSight> =>
  seen(meetingId, context, 'for update');

async function seen(meetingId: string, { meetings, user }: SightContext, lock: 'for update' | undefined) {
  const found = await meetings.see(meetingId, user.userId, lock);
  if (found === null) throw meetingNotFound();
  const sight = inSight(found, user);
  if (sight.standings.length === 0) throw meetingNotFound();
  return sight;
}

/** A meeting that was read for this person, with what they are to it; nothing where it is not for their eyes. */
export const inSight = (
  found: Omit<MeetingInSight, 'standings'>,
  { userId, membership }: HandlerContext['user'],
): MeetingInSight => ({ ...found, standings: standingsOf(found, userId, membership?.role ?? 'guest') });

function standingsOf(
  { meeting, invitation }: Pick<MeetingInSight, 'meeting' | 'invitation'>,
  userId: string,
  role: string,
): readonly Standing[] {
  const isOrganizer = meeting.organizerUserId === userId;
  if (role === 'guest') return isOrganizer || invitation !== null ? ['workspace_guest'] : [];
  const admin: Standing[] = role === 'owner' || role === 'admin' ? ['admin'] : [];
  if (isOrganizer || invitation?.role === 'host') return [...admin, 'host'];
  if (invitation?.role === 'co_host') return [...admin, 'co_host'];
  if (invitation !== null) return [...admin, 'invited'];
  return meeting.visibility === 'workspace' ? [...admin, 'other'] : admin;
}

export const may = ({ standings: own }: Pick<MeetingInSight, 'standings'>, action: MeetingAction): boolean =>
  own.some((standing) => (meetingPermissions[action] as readonly Standing[]).includes(standing));

/** What each role can be to a meeting that they see. */
const meetingStandingsOfRoles: StandingsOfRoles<Standing> = {
  owner: { always: ['admin'], perhaps: ['host', 'co_host', 'invited', 'other'] },
  admin: { always: ['admin'], perhaps: ['host', 'co_host', 'invited', 'other'] },
  member: { always: [], perhaps: ['host', 'co_host', 'invited', 'other'] },
  guest: { always: ['workspace_guest'], perhaps: [] },
};

type Sight = Pick<MeetingInSight, 'standings'>;

/** The permission on a meeting that was found, by itself or as the `sight` of a part of it: `may: onMeeting('edit')`. */
export const onMeeting = permissionsOn('meeting', meetingPermissions, {
  ofRoles: meetingStandingsOfRoles,
  standingsOf: (found: Sight | { readonly sight: Sight }) =>
    ('sight' in found ? found.sight : found).standings,
  message: 'Only those who run this meeting may do that; ask its organizer.',
});

/** Addresses of others are for hosts, owners and admins (meetings 2). */
export const seesAddresses = ({ standings: own }: Pick<MeetingInSight, 'standings'>): boolean =>
  own.includes('admin') || own.includes('host');

/** MTG-98: an owner or admin who looks into a private meeting that they are not in leaves a trace. */
export function noteAdminSight(
  { meeting, standings: own }: MeetingInSight,
  { emit, user }: Pick<WritingContext, 'emit' | 'user'>,
): void {
  if (own.length !== 1 || own[0] !== 'admin' || meeting.visibility !== 'private') return;
  emit(meetingViewedByAdmin, { meetingId: meeting.id, userId: user.userId });
}
