export { addressRange } from './allowed-addresses.ts';
export type { Dial, ResolvedAddress, Resolver } from './checked-connection.ts';
export { StandardWebhookSigner } from './standard-webhook-signer.ts';
export { type EgressOptions, UndiciEgressClient } from './undici-egress-client.ts';
