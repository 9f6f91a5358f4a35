import type { ConferenceProvider } from '@chancery/core';
import { joinTokenOf } from './join-token.ts';

/** Works without a media server: presence is the heartbeat of the admission, and the token is for a host that embeds Chancery. */
export function embeddedConference({
  baseUrl,
  key,
}: {
  readonly baseUrl: string;
  /** Gives a key of 32 bytes; asked at each token. */
  key(): Uint8Array;
}): ConferenceProvider {
  return {
    kind: 'embedded',
    serverUrl: null,
    capabilities: { canRemove: false, canEndRoom: false },
    joinToken: ({ room, admissionId, displayName, role, grants }, now, expiresAt) =>
      joinTokenOf(
        {
          iss: baseUrl,
          aud: 'chancery-conference',
          sub: admissionId,
          room,
          name: displayName,
          role,
          can: {
            audio: grants.publishAudio,
            video: grants.publishVideo,
            screen: grants.shareScreen,
            moderate: grants.moderate,
          },
        },
        key(),
        { now, expiresAt },
      ),
    readEvents: async () => null,
  };
}
