import type { ConferenceKind, ConferenceProvider, ConferenceProviders } from '@chancery/core';
import { embeddedConference } from './embedded-conference.ts';
import { type JitsiSettings, jitsiConference } from './jitsi-conference.ts';
import { type LiveKitSettings, liveKitConference } from './livekit-conference.ts';

export interface ConferenceSettings {
  /** The provider of new meetings. */
  readonly provider: ConferenceKind;
  readonly livekit: LiveKitSettings | null;
  readonly jitsi: JitsiSettings | null;
}

/** Every configured provider and the embedded one: a meeting keeps the provider that it was created with. */
export function conferenceProviders({
  provider,
  livekit,
  jitsi,
  ...embedded
}: ConferenceSettings & { readonly baseUrl: string; key(): Uint8Array }): ConferenceProviders {
  const providers: Readonly<Record<ConferenceKind, ConferenceProvider | null>> = {
    embedded: embeddedConference(embedded),
    livekit: livekit && liveKitConference(livekit),
    jitsi: jitsi && jitsiConference(jitsi),
  };
  return { usual: provider, of: (kind) => providers[kind] };
}
