import { failure } from '../kernel/errors.ts';
import { machine } from '../kernel/machine.ts';
import type { Instant, WallTime } from '../kernel/time.ts';
import type { Recurrence } from './recurrence/index.ts';
import type { WebinarSettings } from './webinars/webinar-settings.ts';

export const meetingInvalidState = failure(
  'meeting.invalid_state',
  'conflict',
  'The meeting is in another state now; read it again.',
);

/** Meetings that are not personal rooms (meetings 4.1). `cancelled` is final, because invitees were asked to delete it. */
export const meetingStates = machine(meetingInvalidState, ['scheduled'], {
  scheduled: { start: 'live', end: 'ended', cancel: 'cancelled' },
  live: { end: 'ended', pause: 'scheduled', cancel: 'cancelled' },
  ended: { reschedule: 'scheduled' },
  cancelled: {},
});

/**
 * Personal rooms (meetings 4.1) stay open until their owner leaves the workspace. A session that others continue then ends
 * without opening the room again.
 */
export const roomStates = machine(meetingInvalidState, ['idle'], {
  idle: { start: 'live', archive: 'archived' },
  live: { end: 'idle', archive: 'archived' },
  archived: { restore: 'idle', end: 'archived' },
});

/** The status after an action, by the table of the meeting's type; the table has no row for a status of the other type. */
export function statusAfter(
  { meetingType, status }: Pick<Meeting, 'meetingType' | 'status'>,
  action: 'start' | 'pause' | 'end',
): Meeting['status'] {
  if (meetingType !== 'personal_room') return meetingStates.next(status as MeetingState, action);
  return roomStates.next(status as RoomState, action === 'start' ? 'start' : 'end');
}
type MeetingState = (typeof meetingStates.states)[number];
type RoomState = (typeof roomStates.states)[number];

export const meetingTypes = ['instant', 'scheduled', 'recurring', 'personal_room', 'webinar'] as const;
export const meetingStatuses = ['scheduled', 'live', 'ended', 'cancelled', 'idle', 'archived'] as const;
/** Whether no session of it is still to come. */
export const isOver = ({ status }: Pick<Meeting, 'status'>): boolean =>
  status === 'ended' || status === 'cancelled' || status === 'archived';
export const meetingSources = ['app', 'integration', 'lifecycle', 'records'] as const;
export const meetingRoles = ['host', 'co_host', 'presenter', 'attendee'] as const;
export type MeetingRole = (typeof meetingRoles)[number];
export const admissionPolicies = ['inherit', 'waiting_room', 'trusted_bypass'] as const;
export const invitationKinds = ['member', 'guest'] as const;

export interface MeetingSettings {
  readonly admission: 'open' | 'members' | 'invited' | 'hosts';
  readonly joinBeforeHostMinutes: number | null;
  readonly muteOnEntry: boolean;
  readonly attendeesMayPublishAudio: boolean;
  readonly attendeesMayPublishVideo: boolean;
  readonly attendeesMayShareScreen: boolean;
  readonly maxParticipants: number;
  readonly guestListVisibility: 'hidden' | 'members' | 'everyone';
  readonly reminders: readonly number[];
  readonly autoEndEmptyMinutes: number;
  readonly maxLiveMinutes: number;
  readonly allowTentative: boolean;
}

export interface Meeting {
  readonly id: string;
  /** The join chain: meetings that were split from one another share one join code. */
  readonly chainId: string;
  readonly joinCode: string;
  readonly meetingType: (typeof meetingTypes)[number];
  readonly status: (typeof meetingStatuses)[number];
  readonly title: string;
  readonly description: string;
  /** Of a series its first occurrence; null for personal rooms alone (MTG-4). */
  readonly scheduledStartAt: Instant | null;
  readonly localStart: WallTime | null;
  readonly startReading: 'first' | 'second';
  readonly durationMinutes: number;
  readonly timeZone: string;
  readonly recurrence: Recurrence | null;
  /** Of a finite series. */
  readonly occurrenceCount: number | null;
  readonly seriesEndsAt: Instant | null;
  /** Whether every calendar product shows the series exactly (5.6). */
  readonly portability: 'full' | 'partial' | null;
  /** Occurrences that start by then are stored as rows; null if all are (MTG-14). */
  readonly writtenUntil: Instant | null;
  readonly webinar: WebinarSettings | null;
  readonly settings: MeetingSettings;
  readonly organizerUserId: string;
  readonly visibility: 'private' | 'workspace';
  /** Argon2id; null without a passcode. */
  readonly passcodeHash: string | null;
  readonly source: (typeof meetingSources)[number];
  /** The API key that made it, which alone may change it (INT-6); null if none did. */
  readonly madeByKeyId: string | null;
  readonly externalReference: string | null;
  readonly templateId: string | null;
  readonly splitFromMeetingId: string | null;
  readonly conferenceProvider: 'embedded' | 'livekit' | 'jitsi';
  readonly icalUid: string;
  readonly icalSequence: number;
  /** `icalSequence` of the last change of time. */
  readonly timeSequence: number;
  readonly tzdataVersion: string;
  readonly cancelledAt: Instant | null;
  readonly cancelReason: string | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly version: number;
}

/** The meeting after a change that invitees are notified of: SEQUENCE rises by one (MTG-70). */
export const changedForInvitees = (meeting: Meeting, what: { readonly timeChanged: boolean }): Meeting => ({
  ...meeting,
  icalSequence: meeting.icalSequence + 1,
  timeSequence: what.timeChanged ? meeting.icalSequence + 1 : meeting.timeSequence,
});

export interface MeetingInvitation {
  readonly id: string;
  readonly meetingId: string;
  readonly kind: (typeof invitationKinds)[number];
  readonly userId: string | null;
  readonly email: string | null;
  readonly displayName: string;
  readonly role: MeetingRole;
  readonly admissionPolicy: (typeof admissionPolicies)[number];
  readonly required: boolean;
  readonly status: 'pending' | 'accepted' | 'tentative' | 'declined' | 'revoked';
  readonly respondedAt: Instant | null;
  readonly responseComment: string | null;
  readonly responseVia: 'link' | 'app' | 'itip' | 'host' | null;
  readonly proposedStartAt: Instant | null;
  /** SHA-256 of the derived link token; the token itself is derived again for each mail. */
  readonly tokenHash: string;
  readonly tokenKeyNumber: number;
  readonly tokenGeneration: number;
  readonly deliveryStatus: 'none' | 'queued' | 'sent' | 'failed' | 'bounced';
  readonly lastSentAt: Instant | null;
  readonly lastSequence: number | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly version: number;
}

/** A meeting as the integration list shows it (meetings 3.13). */
export interface IntegrationMeetingRow {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly meetingType: Meeting['meetingType'];
  readonly scheduledStartAt: Instant;
  readonly scheduledDurationMinutes: number;
  readonly timeZone: string;
  readonly status: Meeting['status'];
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}
