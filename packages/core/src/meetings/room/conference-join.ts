import type { z } from 'zod';
import { hmacSha256 } from '../../kernel/crypto.ts';
import { dependencyUnavailable } from '../../kernel/errors.ts';
import type { WritingContext } from '../../kernel/handler-context.ts';
import type { KeyRing } from '../../kernel/ports.ts';
import { plusSeconds } from '../../kernel/time.ts';
import type { Meeting, MeetingRole, MeetingSettings } from '../meeting.ts';
import type { MeetingsPorts } from '../ports.ts';
import { type Admission, joinTokenSeconds } from './admission.ts';
import type { ConferenceGrants } from './conference-provider.ts';
import type { ConferenceJoinView } from './views.ts';

const base32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** The name of a session on the media server: opaque, and always the same for a session (meetings 8.1). */
export function roomNameOf(sessionId: string, keyRing: Pick<KeyRing, 'derive'>): string {
  const mac = hmacSha256(keyRing.derive('conference-room'), sessionId);
  let bits = 0n;
  for (const byte of mac) bits = (bits << 8n) | BigInt(byte);
  const letters = Array.from(
    { length: 26 },
    (_, index) => base32[Number((bits >> BigInt(251 - index * 5)) & 31n)],
  );
  return `chn-${letters.join('')}`;
}

/** Attendees may publish what the settings allow, everybody else may publish everything. */
export function grantsOf(role: MeetingRole, settings: MeetingSettings): ConferenceGrants {
  const isAttendee = role === 'attendee';
  return {
    publishAudio: !isAttendee || settings.attendeesMayPublishAudio,
    publishVideo: !isAttendee || settings.attendeesMayPublishVideo,
    shareScreen: !isAttendee || settings.attendeesMayShareScreen,
    subscribe: true,
    moderate: role === 'host' || role === 'co_host',
  };
}

/** MTG-60: a fresh join token for somebody who is admitted to a live session; null for everybody else. */
export async function conferenceJoinOf(
  admission: Admission,
  session: { readonly status: string; readonly roomName: string | null },
  meeting: Pick<Meeting, 'settings' | 'conferenceProvider'>,
  { conference, now }: Pick<WritingContext, 'now'> & Pick<MeetingsPorts, 'conference'>,
): Promise<z.input<typeof ConferenceJoinView> | null> {
  const { roomName } = session;
  if (session.status !== 'live' || admission.status !== 'admitted' || roomName === null) return null;
  const provider = conference.of(meeting.conferenceProvider);
  if (provider === null) throw dependencyUnavailable({ retryAfterSeconds: 60 });
  const grants = grantsOf(admission.role, meeting.settings);
  const expiresAt = plusSeconds(now, joinTokenSeconds);
  const { id: admissionId, displayName, role } = admission;
  const seat = { room: roomName, admissionId, displayName, role, grants };
  return {
    provider: provider.kind,
    serverUrl: provider.serverUrl,
    roomName,
    token: await provider.joinToken(seat, now, expiresAt),
    expiresAt,
    identity: admissionId,
    grants,
  };
}
