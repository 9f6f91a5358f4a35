import { createHash } from 'node:crypto';
import type { ConferenceFact, ConferenceGrants, ConferenceProvider, Instant } from '@chancery/core';
import { equalInConstantTime } from '@chancery/core/internal';
import { jwtVerify } from 'jose';
import { type Fields, fieldsOf, momentOf, textOf } from './event-fields.ts';
import { joinTokenOf } from './join-token.ts';

export interface LiveKitSettings {
  readonly url: string;
  readonly apiKey: string;
  readonly apiSecret: string;
}

/** Makes tokens and reads events of a LiveKit server by its API key alone, without calling it. */
export function liveKitConference({ url, apiKey, apiSecret }: LiveKitSettings): ConferenceProvider {
  const key = new TextEncoder().encode(apiSecret);
  return {
    kind: 'livekit',
    serverUrl: url,
    capabilities: { canRemove: false, canEndRoom: false },
    joinToken: ({ room, admissionId, displayName, role, grants }, now, expiresAt) =>
      joinTokenOf(
        {
          iss: apiKey,
          sub: admissionId,
          name: displayName,
          metadata: JSON.stringify({ role }),
          video: {
            room,
            roomJoin: true,
            ...publishing(grants),
            ...(grants.moderate ? { roomAdmin: true } : {}),
          },
        },
        key,
        { now, expiresAt },
      ),
    async readEvents(authorization, body, now) {
      if (!(await isSigned(authorization, body, { apiKey, key, now }))) return null;
      return factsOf(fieldsOf(JSON.parse(Buffer.from(body).toString('utf8'))));
    },
  };
}

/** An empty list of sources would mean all of them. */
function publishing({ publishAudio, publishVideo, shareScreen, subscribe }: ConferenceGrants) {
  const canPublishSources = [
    ...(publishAudio ? ['microphone'] : []),
    ...(publishVideo ? ['camera'] : []),
    ...(shareScreen ? ['screen_share', 'screen_share_audio'] : []),
  ];
  return {
    canPublish: canPublishSources.length > 0,
    ...(canPublishSources.length > 0 ? { canPublishSources } : {}),
    canPublishData: true,
    canSubscribe: subscribe,
  };
}

/** The token in the header contains the digest of the body. */
async function isSigned(
  authorization: string | null,
  body: Uint8Array,
  { apiKey, key, now }: { readonly apiKey: string; readonly key: Uint8Array; readonly now: Instant },
): Promise<boolean> {
  if (authorization === null) return false;
  try {
    const { payload } = await jwtVerify(authorization.replace(/^Bearer /i, ''), key, {
      algorithms: ['HS256'],
      issuer: apiKey,
      requiredClaims: ['exp', 'sha256'],
      clockTolerance: 60,
      currentDate: new Date(now),
    });
    const digest = createHash('sha256').update(body).digest('base64');
    return equalInConstantTime(Buffer.from(String(payload.sha256)), Buffer.from(digest));
  } catch {
    return false;
  }
}

function factsOf(body: Fields): ConferenceFact[] {
  const event = textOf(body.event);
  const room = textOf(fieldsOf(body.room).name);
  const createdAt = momentOf(body.createdAt);
  if (room === null || createdAt === null) return [];
  if (event === 'room_finished')
    return [{ kind: 'snapshot', room, at: createdAt, connections: [], finished: true }];

  const participant = fieldsOf(body.participant);
  const identity = textOf(participant.identity);
  const connection = textOf(participant.sid);
  if (identity === null || connection === null) return [];
  const who = { kind: 'presence', room, identity, connection } as const;
  const joinedAt = momentOf(participant.joinedAt);
  if (event === 'participant_joined') return [{ ...who, joinedAt: joinedAt ?? createdAt, leftAt: null }];
  if (event === 'participant_left' || event === 'participant_connection_aborted')
    return [{ ...who, joinedAt, leftAt: createdAt }];
  return [];
}
