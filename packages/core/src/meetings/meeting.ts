import { failure } from '../kernel/errors.ts';
import { machine } from '../kernel/machine.ts';
import type { Instant, WallTime } from '../kernel/time.ts';

export const meetingInvalidState = failure(
  'meeting.invalid_state',
  'conflict',
  'The meeting is in another state now; read it again.',
);

/** Meetings that are not personal rooms (meetings 4.1). `cancelled` is final: invitees were told to delete it. */
export const meetingStates = machine(meetingInvalidState, {
  scheduled: { start: 'live', end: 'ended', cancel: 'cancelled' },
  live: { end: 'ended', pause: 'scheduled', cancel: 'cancelled' },
  ended: { reschedule: 'scheduled' },
  cancelled: {},
});

export const meetingTypes = ['instant', 'scheduled', 'recurring', 'personal_room', 'webinar'] as const;
export const meetingStatuses = ['scheduled', 'live', 'ended', 'cancelled', 'idle', 'archived'] as const;
export const meetingSources = ['app', 'integration', 'lifecycle', 'records'] as const;
export const meetingRoles = ['host', 'co_host', 'presenter', 'attendee'] as const;
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
  /** The join chain: meetings that came from one another by splitting share one join code. */
  readonly chainId: string;
  readonly joinCode: string;
  readonly meetingType: (typeof meetingTypes)[number];
  readonly status: (typeof meetingStatuses)[number];
  readonly title: string;
  readonly description: string;
  readonly scheduledStartAt: Instant | null;
  readonly localStart: WallTime | null;
  readonly durationMinutes: number;
  readonly timeZone: string;
  readonly settings: MeetingSettings;
  readonly organizerUserId: string;
  readonly visibility: 'private' | 'workspace';
  readonly source: (typeof meetingSources)[number];
  readonly externalReference: string | null;
  readonly conferenceProvider: 'embedded' | 'livekit' | 'jitsi';
  readonly icalUid: string;
  readonly icalSequence: number;
  readonly tzdataVersion: string;
  readonly firstOccurrence: {
    readonly id: string;
    readonly startsAt: Instant;
    readonly endsAt: Instant;
    readonly localStart: WallTime;
    readonly adjustment: 'gap' | 'overlap' | null;
    /** Members who have not declined: they count as busy. */
    readonly userIds: readonly string[];
  };
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly version: number;
}

export interface MeetingInvitation {
  readonly id: string;
  readonly meetingId: string;
  readonly kind: (typeof invitationKinds)[number];
  readonly userId: string | null;
  readonly email: string | null;
  readonly displayName: string;
  readonly role: (typeof meetingRoles)[number];
  readonly admissionPolicy: 'inherit' | 'waiting_room' | 'trusted_bypass';
  readonly required: boolean;
  readonly status: 'pending' | 'accepted' | 'tentative' | 'declined' | 'revoked';
  /** SHA-256 of the derived link token; the token itself is made again for each mail. */
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

/** What the mail of one invitation is made of, as it stands when the mail is written. */
export interface InvitationLetter
  extends Pick<
      MeetingInvitation,
      'role' | 'required' | 'status' | 'displayName' | 'tokenHash' | 'tokenGeneration'
    >,
    Pick<
      Meeting,
      | 'joinCode'
      | 'title'
      | 'description'
      | 'durationMinutes'
      | 'timeZone'
      | 'visibility'
      | 'icalUid'
      | 'icalSequence'
    > {
  readonly meetingStatus: Meeting['status'];
  readonly startsAt: Instant;
  readonly meetingCreatedAt: Instant;
  readonly meetingUpdatedAt: Instant;
  /** A member's address of today, a guest's as it was given; null for a member who has none. */
  readonly address: string | null;
  /** The member's own language, else the workspace's. */
  readonly locale: string;
  readonly organizerName: string;
  readonly organizerEmail: string | null;
  /** At most 200 other invitees with an address, none where the guest list is closed to this person; never the organizer. */
  readonly others: readonly (Pick<MeetingInvitation, 'displayName' | 'status' | 'required'> & {
    readonly address: string;
  })[];
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
