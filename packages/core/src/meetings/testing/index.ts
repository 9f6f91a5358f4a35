export { type ConferenceWorld, conferenceProviderContract } from './conference-provider.contract.ts';
