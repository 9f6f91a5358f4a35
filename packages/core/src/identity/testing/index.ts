export { type OidcWorld, oidcClientContract, type PersonAtProvider } from './oidc-client.contract.ts';
export {
  type PasskeyAuthenticator,
  type PasskeyWorld,
  passkeyVerifierContract,
} from './passkey-verifier.contract.ts';
export { totpVerifierContract } from './totp-verifier.contract.ts';
