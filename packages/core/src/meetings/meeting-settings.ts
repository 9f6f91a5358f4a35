import type { Entitlements } from '../kernel/entitlements.ts';
import type { MeetingSettings } from './meeting.ts';

/** Technical bounds where the plan states none. */
const mostMinutes = 1440;
const mostParticipants = 1000;

export const longestMinutes = (entitlements: Entitlements): number =>
  Math.min(entitlements.limit('meeting_duration_minutes') ?? mostMinutes, mostMinutes);

/** The settings a meeting begins with (meetings 3.4); the plan gives its numbers. */
export const initialMeetingSettings = (entitlements: Entitlements): MeetingSettings => ({
  admission: 'invited',
  joinBeforeHostMinutes: null,
  muteOnEntry: false,
  attendeesMayPublishAudio: true,
  attendeesMayPublishVideo: true,
  attendeesMayShareScreen: true,
  maxParticipants: entitlements.limit('meeting_participants') ?? mostParticipants,
  guestListVisibility: 'members',
  reminders: [15],
  autoEndEmptyMinutes: 10,
  maxLiveMinutes: longestMinutes(entitlements),
  allowTentative: true,
});
