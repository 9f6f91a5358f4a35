export { type ConferenceSettings, conferenceProviders } from './conference-providers.ts';
export { embeddedConference } from './embedded-conference.ts';
export { type JitsiSettings, jitsiConference } from './jitsi-conference.ts';
export { type LiveKitSettings, liveKitConference } from './livekit-conference.ts';
