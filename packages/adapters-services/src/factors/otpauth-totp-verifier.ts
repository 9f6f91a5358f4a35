import type { TotpVerifier } from '@chancery/core';
import { Secret, TOTP } from 'otpauth';

const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** Verifies time-based codes (RFC 6238) by `otpauth`. */
export class OtpauthTotpVerifier implements TotpVerifier {
  readonly #issuer: string;

  /** `issuer` is what an authenticator shows above the account. */
  constructor({ issuer = 'Chancery' }: { issuer?: string } = {}) {
    this.#issuer = issuer;
  }

  secret(): string {
    return new Secret({ size: 20 }).base32;
  }

  url(secret: string, account: string): string {
    return new TOTP({ ...parameters, issuer: this.#issuer, label: account, secret }).toString();
  }

  step(secret: string, code: string, at: string): number | null {
    const timestamp = Date.parse(at);
    const distance = TOTP.validate({
      ...parameters,
      token: code,
      secret: Secret.fromBase32(secret),
      timestamp,
      window: 1,
    });
    return distance === null ? null : TOTP.counter({ period: parameters.period, timestamp }) + distance;
  }
}
