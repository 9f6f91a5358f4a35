import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { AccessClaims, Instant, SigningAlgorithm, TokenSigner } from '@chancery/core';
import { millisecondsOf } from '@chancery/core/internal';
import { calculateJwkThumbprint, errors, type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { VerifiedTokens } from './verified-tokens.ts';

/** `next` is published and does not sign yet; `active` signs; `retired` only verifies. */
export interface SigningKey {
  readonly kid: string;
  readonly privateJwk: JWK;
  readonly status: 'next' | 'active' | 'retired';
}

interface LoadedKey {
  readonly kid: string;
  readonly alg: SigningAlgorithm;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** What a key signs with follows from the curve that it is on. */
const curves = {
  EdDSA: { kty: 'OKP', crv: 'Ed25519' },
  ES256: { kty: 'EC', crv: 'P-256' },
} as const;
const algorithms = Object.keys(curves) as SigningAlgorithm[]; // the keys of the table above

const type = 'at+jwt';
const leewaySeconds = 30;
const rememberedTokens = 10_000;

/** Signs access tokens as JWT with Ed25519 or ES256, as the active key says (platform 2.2). A signature is checked once for each token. */
export class JoseTokenSigner implements Omit<TokenSigner, 'rotate'> {
  readonly #baseUrl: string;
  readonly #verified = new VerifiedTokens(rememberedTokens);
  #keys: ReadonlyMap<string, LoadedKey> = new Map();
  #active: LoadedKey | undefined;

  /** `baseUrl` is issuer and audience. Exactly one key is active. */
  constructor(baseUrl: string, keys: readonly SigningKey[]) {
    this.#baseUrl = baseUrl;
    this.replaceKeys(keys);
  }

  /** After a rotation: tokens of a key that is no longer listed are invalid from now on. */
  replaceKeys(keys: readonly SigningKey[]): void {
    const active = keys.filter(({ status }) => status === 'active');
    if (active.length !== 1) throw new Error('Exactly one signing key must be active.');

    const loaded = new Map(keys.map((key) => [key.kid, load(key)]));
    this.#keys = loaded;
    this.#active = loaded.get(active[0]?.kid ?? '');
    this.#verified.clear();
  }

  async sign(claims: AccessClaims): Promise<string> {
    if (!this.#active) throw new Error('No signing key is active.');
    const { kid, alg, privateKey } = this.#active;
    return new SignJWT({ ...claims, amr: [...claims.amr], iss: this.#baseUrl, aud: this.#baseUrl, ver: 1 })
      .setProtectedHeader({ alg, typ: type, kid })
      .sign(privateKey);
  }

  async verify(token: string, now: Instant): Promise<AccessClaims | 'invalid' | 'expired'> {
    const known = this.#verified.get(token);
    if (known) {
      if (known.exp > millisecondsOf(now) / 1000 - leewaySeconds) return known;
      this.#verified.delete(token);
      return 'expired';
    }

    const keys = this.#keys;
    const claims = await this.#read(token, now, keys);
    // Keys may have been replaced while the signature was checked; then the answer must not be remembered.
    if (typeof claims !== 'string' && keys === this.#keys) this.#verified.add(token, claims);
    return claims;
  }

  async jwks(): Promise<{ readonly keys: readonly object[] }> {
    const published = [...this.#keys.values()].map(({ kid, alg, publicKey }) => ({
      ...publicKey.export({ format: 'jwk' }),
      kid,
      alg,
      use: 'sig',
    }));
    return { keys: published };
  }

  async #read(token: string, now: Instant, keys: ReadonlyMap<string, LoadedKey>) {
    try {
      const keyOf = ({ kid = '', alg }: { kid?: string; alg?: string }) => {
        const key = keys.get(kid);
        if (key === undefined || key.alg !== alg) throw new errors.JWKSNoMatchingKey();
        return key.publicKey;
      };
      const { payload } = await jwtVerify(token, keyOf, {
        algorithms,
        typ: type,
        issuer: this.#baseUrl,
        audience: this.#baseUrl,
        currentDate: new Date(now),
        clockTolerance: leewaySeconds,
        requiredClaims: ['sub', 'sid', 'wid', 'jti', 'iat', 'exp', 'auth_time', 'amr'],
      });
      return claimsOf(payload);
    } catch (error) {
      if (error instanceof errors.JWTExpired) return 'expired';
      if (error instanceof errors.JOSEError) return 'invalid';
      throw error;
    }
  }
}

/** The claims are frozen, because every request with the token gets the same object. The signature vouches for their types. */
function claimsOf(payload: JWTPayload): AccessClaims {
  const { iss: _issuer, aud: _audience, ver: _version, ...claims } = payload;
  const access = claims as unknown as AccessClaims;
  Object.freeze(access.amr);
  return Object.freeze(access);
}

function load({ kid, privateJwk }: SigningKey): LoadedKey {
  const { kty, crv, d, x, y } = privateJwk;
  const alg = algorithms.find((one) => curves[one].kty === kty && curves[one].crv === crv);
  if (alg === undefined || !d || !x)
    throw new Error(`Signing key ${kid} is no private key of Ed25519 or P-256.`);
  const key = { ...curves[alg], d, x, ...(y === undefined ? {} : { y }) };
  const privateKey = createPrivateKey({ key, format: 'jwk' });
  return { kid, alg, privateKey, publicKey: createPublicKey(privateKey) };
}

/** Makes a new key; its id is the RFC 7638 thumbprint. */
export async function generateSigningKey(
  alg: SigningAlgorithm = 'EdDSA',
): Promise<{ readonly kid: string; readonly privateJwk: JWK }> {
  const { privateKey } =
    alg === 'EdDSA' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { d = '', x = '', y } = privateKey.export({ format: 'jwk' });
  const privateJwk = { ...curves[alg], d, x, ...(y === undefined ? {} : { y }) };
  return { kid: await calculateJwkThumbprint(privateJwk), privateJwk };
}
