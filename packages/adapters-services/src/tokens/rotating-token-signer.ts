import type {
  AccessClaims,
  Instant,
  KeyRing,
  SigningAlgorithm,
  SigningKeyStore,
  StoredSigningKey,
  TokenSigner,
} from '@chancery/core';
import { identity, utf8 } from '@chancery/core/internal';
import { decodeProtectedHeader, errors } from 'jose';
import { generateSigningKey, type JoseTokenSigner } from './jose-token-signer.ts';

interface Parts {
  readonly signer: JoseTokenSigner;
  readonly store: SigningKeyStore;
  readonly keyRing: Pick<KeyRing, 'seal' | 'open'>;
  readonly accessTokenSeconds: number;
  /** What new keys sign with; while the active key has another algorithm, a successor is due. */
  readonly algorithm: SigningAlgorithm;
}

const placeOf = (kid: string) => `signing-key:${kid}`;
/** Another process may just have made the key of a token that is unknown here, so the keys are read again, but not for each token. */
const lookAgainMilliseconds = 1000;

/**
 * Signs with the keys of the installation, which all its processes share. `load` reads changed keys again. A new key is
 * published a day before it signs, so that each process knows it in time.
 */
export class RotatingTokenSigner implements TokenSigner {
  readonly #parts: Parts;
  #known: ReadonlySet<string> = new Set();
  #loaded = '';
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Reads the keys, creates the first one if there is none, and uses what has changed. */
  async load(now: Instant): Promise<void> {
    const { store } = this.#parts;
    const stored = await store.list();
    const keys = stored.some(({ status }) => status === 'active')
      ? stored
      : await store.change(async (present) =>
          present.some(({ status }) => status === 'active')
            ? present
            : [...present, await this.#fresh('active', now)],
        );
    this.#take(keys, now);
  }

  async rotate(
    now: Instant,
    { asked = false, immediately = false }: { readonly asked?: boolean; readonly immediately?: boolean } = {},
  ): Promise<void> {
    const { store, accessTokenSeconds, algorithm } = this.#parts;
    const keys = await store.change(async (present) => {
      if (immediately) return [await this.#fresh('active', now)];
      const due = identity.keysDue(present, now, accessTokenSeconds);
      const isOther = due.some(({ status, alg }) => status === 'active' && alg !== algorithm);
      return identity.needsSuccessor(due, now, asked || isOther)
        ? [...due, await this.#fresh('next', now)]
        : due;
    });
    this.#take(keys, now);
  }

  sign(claims: AccessClaims): Promise<string> {
    return this.#parts.signer.sign(claims);
  }

  async verify(token: string, now: Instant): Promise<AccessClaims | 'invalid' | 'expired'> {
    const claims = await this.#parts.signer.verify(token, now);
    if (claims !== 'invalid' || !this.#mayBeNew(token)) return claims;
    this.#lookedAt = performance.now();
    await this.load(now);
    return this.#parts.signer.verify(token, now);
  }

  jwks(): Promise<{ readonly keys: readonly object[] }> {
    return this.#parts.signer.jwks();
  }

  #mayBeNew(token: string): boolean {
    const kid = keyIdOf(token);
    return (
      kid !== null && !this.#known.has(kid) && performance.now() - this.#lookedAt > lookAgainMilliseconds
    );
  }

  #take(stored: readonly StoredSigningKey[], now: Instant): void {
    const keys = stored.filter(({ removeAfter }) => removeAfter === null || removeAfter > now);
    const state = keys.map(({ kid, status }) => `${kid} ${status}`).join('\n');
    // New keys make it forget the verified tokens, so nothing is replaced if nothing has changed.
    if (state === this.#loaded) return;
    const { signer, keyRing } = this.#parts;
    signer.replaceKeys(
      keys.map(({ kid, status, privateSealed }) => ({
        kid,
        status,
        privateJwk: JSON.parse(Buffer.from(keyRing.open(privateSealed, placeOf(kid))).toString('utf8')),
      })),
    );
    this.#known = new Set(keys.map(({ kid }) => kid));
    this.#loaded = state;
  }

  async #fresh(status: 'next' | 'active', now: Instant): Promise<StoredSigningKey> {
    const { algorithm: alg, keyRing } = this.#parts;
    const { kid, privateJwk } = await generateSigningKey(alg);
    return {
      kid,
      alg,
      status,
      privateSealed: keyRing.seal(utf8(JSON.stringify(privateJwk)), placeOf(kid)),
      publishedAt: now,
      activatedAt: status === 'active' ? now : null,
      retiredAt: null,
      removeAfter: null,
    };
  }
}

function keyIdOf(token: string): string | null {
  try {
    return decodeProtectedHeader(token).kid ?? null;
  } catch (error) {
    if (error instanceof TypeError || error instanceof errors.JOSEError) return null;
    throw error;
  }
}
