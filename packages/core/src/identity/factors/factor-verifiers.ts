import type { Instant } from '../../kernel/time.ts';

/** Time-based codes: RFC 6238 with SHA-1, six digits and steps of 30 seconds (MFA-1). Secrets are base32 text. */
export interface TotpVerifier {
  /** 160 random bits. */
  secret(): string;
  /** The `otpauth:` address that an authenticator reads as a QR code; `account` is what it shows beside the code. */
  url(secret: string, account: string): string;
  /** The step that the code is of, where that is the present one or one either side; else null (MFA-2). */
  step(secret: string, code: string, at: Instant): number | null;
}

/** A passkey as its authenticator made it. */
export interface PasskeyCredential {
  /** base64url, unique in the installation. */
  readonly credentialId: string;
  /** COSE key (RFC 9052). */
  readonly publicKey: Uint8Array;
  readonly signCount: number;
  readonly transports: readonly string[];
  readonly aaguid: string;
  /** Kept by the platform of its owner, on more than one device. */
  readonly backedUp: boolean;
}

type KnownPasskey = Pick<PasskeyCredential, 'credentialId' | 'transports'>;

/**
 * WebAuthn level 3, for the relying party and origins of this installation (MFA-3): discoverable credentials, verified
 * users, no attestation, EdDSA, ES256 or RS256. Challenges are base64url. Options and responses are the JSON forms of
 * the standard; a response is examined whatever it is, and `null` says that it proves nothing.
 */
export interface PasskeyVerifier {
  /** PublicKeyCredentialCreationOptionsJSON; `known` passkeys of the person are not made again. */
  registrationOptions(ceremony: {
    readonly challenge: string;
    readonly userId: string;
    readonly userName: string;
    readonly displayName: string;
    readonly known: readonly KnownPasskey[];
  }): Promise<Readonly<Record<string, unknown>>>;
  verifyRegistration(response: unknown, challenge: string): Promise<PasskeyCredential | null>;
  /** PublicKeyCredentialRequestOptionsJSON; `allowed` null asks for any discoverable passkey. */
  assertionOptions(ceremony: {
    readonly challenge: string;
    readonly allowed: readonly KnownPasskey[] | null;
  }): Promise<Readonly<Record<string, unknown>>>;
  /** What the passkey proved. Whether its counter rose is the caller's to judge (MFA-4). */
  verifyAssertion(
    response: unknown,
    challenge: string,
    passkey: Pick<PasskeyCredential, 'credentialId' | 'publicKey'> & { readonly userId: string },
  ): Promise<{ readonly signCount: number; readonly backedUp: boolean } | null>;
}
