import type { ConferenceKind, ConferenceProvider, ConferenceProviders } from '@chancery/core';
import { embeddedConference } from './embedded-conference.ts';
import { type JitsiSettings, jitsiConference } from './jitsi-conference.ts';
import { type LiveKitSettings, liveKitConference } from './livekit-conference.ts';

export interface ConferenceSettings {
  /** Of new meetings. */
  readonly provider: ConferenceKind;
  readonly livekit: LiveKitSettings | null;
  readonly jitsi: JitsiSettings | null;
}

/** Every provider that was configured, and the embedded one: meetings keep the one that they were made with. */
export function conferenceProviders({
  provider,
  livekit,
  jitsi,
  ...embedded
}: ConferenceSettings & { readonly baseUrl: string; readonly key: Uint8Array }): ConferenceProviders {
  const providers: Readonly<Record<ConferenceKind, ConferenceProvider | null>> = {
    embedded: embeddedConference(embedded),
    livekit: livekit && liveKitConference(livekit),
    jitsi: jitsi && jitsiConference(jitsi),
  };
  return { usual: provider, of: (kind) => providers[kind] };
}
