import { createHash } from 'node:crypto';
import type { ConferenceFact, ConferenceProvider } from '@chancery/core';
import { equalInConstantTime } from '@chancery/core/internal';
import { type Fields, fieldsOf, momentOf, textOf } from './event-fields.ts';
import { joinTokenOf } from './join-token.ts';

export interface JitsiSettings {
  readonly url: string;
  readonly appId: string;
  readonly appSecret: string;
  readonly audience: string;
  /** The tenant, or the domain where there are no tenants. */
  readonly tenant: string;
  /** What prosody's event_sync sends as bearer token; if null, no events are accepted. */
  readonly eventToken: string | null;
}

/** Tokens for a Jitsi deployment with token authentication, and the events of prosody's `event_sync`. */
export function jitsiConference({
  url,
  appId,
  appSecret,
  audience,
  tenant,
  eventToken,
}: JitsiSettings): ConferenceProvider {
  const key = new TextEncoder().encode(appSecret);
  return {
    kind: 'jitsi',
    serverUrl: url,
    capabilities: { canRemove: false, canEndRoom: false },
    joinToken: ({ room, admissionId, displayName, grants }, now, expiresAt) =>
      joinTokenOf(
        {
          iss: appId,
          aud: audience,
          sub: tenant,
          room,
          context: {
            user: {
              id: admissionId,
              name: displayName,
              moderator: String(grants.moderate),
              affiliation: grants.moderate ? 'owner' : 'member',
              lobby_bypass: true,
            },
            features: { 'screen-sharing': grants.shareScreen, recording: false, livestreaming: false },
          },
        },
        key,
        { now, expiresAt },
      ),
    async readEvents(authorization, body) {
      if (eventToken === null || authorization === null || !isSame(authorization, `Bearer ${eventToken}`))
        return null;
      return factsOf(fieldsOf(JSON.parse(Buffer.from(body).toString('utf8'))));
    },
  };
}

const digest = (text: string) => createHash('sha256').update(text).digest();
/** Compares digests, so that not even the length shows. */
const isSame = (a: string, b: string): boolean => equalInConstantTime(digest(a), digest(b));

function factsOf(body: Fields): ConferenceFact[] {
  const event = textOf(body.event_name);
  const room = textOf(body.room_name);
  if (room === null) return [];
  if (event === 'muc-occupant-joined') return presence(room, fieldsOf(body.occupant), { joined: true });
  if (event === 'muc-occupant-left') return presence(room, fieldsOf(body.occupant), {});
  const destroyedAt = momentOf(body.destroyed_at);
  if (event !== 'muc-room-destroyed' || destroyedAt === null) return [];
  const occupants = Array.isArray(body.all_occupants) ? body.all_occupants : [];
  return [
    ...occupants.flatMap((occupant) => presence(room, fieldsOf(occupant), {})),
    { kind: 'snapshot', room, at: destroyedAt, connections: [], finished: true },
  ];
}

function presence(
  room: string,
  occupant: Fields,
  { joined = false }: { readonly joined?: boolean },
): ConferenceFact[] {
  const connection = textOf(occupant.occupant_jid);
  if (connection === null) return [];
  const joinedAt = momentOf(occupant.joined_at);
  const leftAt = joined ? null : momentOf(occupant.left_at);
  return [{ kind: 'presence', room, identity: textOf(occupant.id) ?? '', connection, joinedAt, leftAt }];
}
