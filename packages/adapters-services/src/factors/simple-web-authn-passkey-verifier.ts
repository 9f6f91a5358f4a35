import type { PasskeyCredential, PasskeyVerifier } from '@chancery/core';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';

/** EdDSA, ES256, RS256 (MFA-3). */
const algorithms = [-8, -7, -257];
const timeout = 300_000;

export interface RelyingParty {
  /** The host name that the passkeys belong to. */
  readonly rpId: string;
  readonly origins: readonly string[];
  readonly name?: string;
}

type Known = { readonly credentialId: string; readonly transports: readonly string[] };
const descriptors = (passkeys: readonly Known[]) =>
  passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports: [...transports] }));

/** No other library takes as long to load, so a process loads it with its first passkey. */
const webAuthn = () => import('@simplewebauthn/server');

/** WebAuthn by `@simplewebauthn/server`. */
export class SimpleWebAuthnPasskeyVerifier implements PasskeyVerifier {
  readonly #party: RelyingParty;

  constructor(party: RelyingParty) {
    this.#party = party;
  }

  async registrationOptions({
    challenge,
    userId,
    userName,
    displayName,
    known,
  }: Parameters<PasskeyVerifier['registrationOptions']>[0]) {
    const { generateRegistrationOptions } = await webAuthn();
    const options = await generateRegistrationOptions({
      rpName: this.#party.name ?? 'Chancery',
      rpID: this.#party.rpId,
      userID: Buffer.from(userId, 'utf8'),
      userName,
      userDisplayName: displayName,
      challenge: Buffer.from(challenge, 'base64url'),
      timeout,
      attestationType: 'none',
      excludeCredentials: descriptors(known),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      supportedAlgorithmIDs: algorithms,
    });
    return plain(options);
  }

  async verifyRegistration(response: unknown, challenge: string): Promise<PasskeyCredential | null> {
    const { verifyRegistrationResponse } = await webAuthn();
    const verified = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: [...this.#party.origins],
      expectedRPID: this.#party.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }).catch(provesNothing);
    if (!verified?.verified) return null;
    const { credential, aaguid, credentialBackedUp } = verified.registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: credential.publicKey,
      signCount: credential.counter,
      // Nobody signed these, so only names of transports are kept.
      transports: (credential.transports ?? []).filter((name) => /^[a-z-]{1,32}$/.test(name)),
      aaguid,
      backedUp: credentialBackedUp,
    };
  }

  async assertionOptions({ challenge, allowed }: Parameters<PasskeyVerifier['assertionOptions']>[0]) {
    const { generateAuthenticationOptions } = await webAuthn();
    const options = await generateAuthenticationOptions({
      rpID: this.#party.rpId,
      challenge: Buffer.from(challenge, 'base64url'),
      timeout,
      userVerification: 'required',
      ...(allowed === null ? {} : { allowCredentials: descriptors(allowed) }),
    });
    return plain(options);
  }

  async verifyAssertion(
    response: unknown,
    challenge: string,
    { credentialId, publicKey, userId }: Parameters<PasskeyVerifier['verifyAssertion']>[2],
  ): Promise<{ signCount: number; backedUp: boolean } | null> {
    const { verifyAuthenticationResponse } = await webAuthn();
    const assertion = response as AuthenticationResponseJSON;
    const verified = await verifyAuthenticationResponse({
      response: assertion,
      expectedChallenge: challenge,
      expectedOrigin: [...this.#party.origins],
      expectedRPID: this.#party.rpId,
      requireUserVerification: true,
      // The library compares with zero, because the core judges the counter itself (MFA-4).
      credential: { id: credentialId, publicKey: Uint8Array.from(publicKey), counter: 0 },
    }).catch(provesNothing);
    if (!verified?.verified || assertion.id !== credentialId) return null;
    const handle = assertion.response.userHandle;
    if (handle !== undefined && Buffer.from(handle, 'base64url').toString('utf8') !== userId) return null;
    const { newCounter, credentialBackedUp } = verified.authenticationInfo;
    return { signCount: newCounter, backedUp: credentialBackedUp };
  }
}

/** Removes the fields that the library leaves undefined. */
const plain = (options: object): Readonly<Record<string, unknown>> => JSON.parse(JSON.stringify(options));

/** The library throws for everything that is wrong with a response; none of that is a fault of ours. */
const provesNothing = (): null => null;
