import { createHmac, randomBytes } from 'node:crypto';
import type { PasskeyCredential, PasskeyVerifier, TotpVerifier } from '@chancery/core';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Time-based codes of RFC 6238; it also plays the authenticator. */
export class PlainTotp implements TotpVerifier {
  secret(): string {
    return [...randomBytes(32)].map((byte) => alphabet[byte & 31]).join('');
  }
  url(secret: string, account: string): string {
    return `otpauth://totp/Chancery:${encodeURIComponent(account)}?issuer=Chancery&secret=${secret}`;
  }
  step(secret: string, code: string, at: string): number | null {
    const now = this.#stepAt(at);
    return [now, now - 1, now + 1].find((step) => this.#code(secret, step) === code) ?? null;
  }
  /** What the authenticator shows at this instant. */
  code(secret: string, at: string): string {
    return this.#code(secret, this.#stepAt(at));
  }
  #stepAt(at: string): number {
    return Math.floor(Date.parse(at) / 30_000);
  }
  #code(secret: string, step: number): string {
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(step));
    const mac = createHmac('sha1', bytesOfBase32(secret)).update(counter).digest();
    const offset = (mac[19] ?? 0) & 15;
    return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
  }
}

function bytesOfBase32(text: string): Buffer {
  let [bits, held] = [0, 0];
  const bytes: number[] = [];
  for (const letter of text) {
    held = (held << 5) | alphabet.indexOf(letter);
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >> bits) & 255);
    held &= (1 << bits) - 1;
  }
  return Buffer.from(bytes);
}

interface PlainResponse {
  readonly id: string;
  readonly challenge: string;
  readonly signCount: number;
  readonly userHandle: string;
  readonly signature: string;
  // Callers pass answers on as untyped objects.
  readonly [name: string]: unknown;
}

/** Passkeys of the test world: answers under a MAC instead of signatures, with the same judgements as the real verifier. */
export class PlainPasskeys implements PasskeyVerifier {
  readonly #keys = new Map<string, Buffer>();

  async registrationOptions(ceremony: Parameters<PasskeyVerifier['registrationOptions']>[0]) {
    const { challenge, userId, known } = ceremony;
    return {
      challenge,
      user: { id: userId },
      excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
    };
  }
  async assertionOptions({ challenge, allowed }: Parameters<PasskeyVerifier['assertionOptions']>[0]) {
    const credentials = allowed?.map(({ credentialId }) => ({ id: credentialId }));
    return { challenge, ...(credentials === undefined ? {} : { allowCredentials: credentials }) };
  }
  async verifyRegistration(response: unknown, challenge: string): Promise<PasskeyCredential | null> {
    const answer = response as PlainResponse;
    if (!this.#isSigned(answer) || answer.challenge !== challenge) return null;
    return {
      credentialId: answer.id,
      publicKey: this.#keys.get(answer.id) ?? new Uint8Array(),
      signCount: answer.signCount,
      transports: ['internal'],
      aaguid: '00000000-0000-0000-0000-000000000000',
      backedUp: false,
    };
  }
  async verifyAssertion(
    response: unknown,
    challenge: string,
    passkey: Parameters<PasskeyVerifier['verifyAssertion']>[2],
  ) {
    const answer = response as PlainResponse;
    const fits =
      this.#isSigned(answer) && answer.challenge === challenge && answer.id === passkey.credentialId;
    return fits && answer.userHandle === passkey.userId
      ? { signCount: answer.signCount, backedUp: false }
      : null;
  }

  /** What an authenticator answers to registration options: a new passkey. */
  create(options: Readonly<Record<string, unknown>>): PlainResponse {
    const id = randomBytes(16).toString('base64url');
    this.#keys.set(id, randomBytes(32));
    const { id: userHandle } = options.user as { readonly id: string };
    return this.#signed({ id, challenge: String(options.challenge), signCount: 0, userHandle });
  }

  /** What it answers to assertion options with one of its passkeys. */
  get(
    options: Readonly<Record<string, unknown>>,
    { id, userHandle }: PlainResponse,
    signCount = 0,
  ): PlainResponse {
    return this.#signed({ id, challenge: String(options.challenge), signCount, userHandle });
  }

  #signed(answer: Pick<PlainResponse, 'id' | 'challenge' | 'signCount' | 'userHandle'>): PlainResponse {
    return { ...answer, signature: this.#mac(answer) };
  }
  #isSigned(answer: PlainResponse): boolean {
    return this.#keys.has(answer.id) && answer.signature === this.#mac(answer);
  }
  #mac({ id, challenge, signCount, userHandle }: Omit<PlainResponse, 'signature'>): string {
    const key = this.#keys.get(String(id)) ?? Buffer.alloc(32);
    return createHmac('sha256', key).update(`${challenge}\0${signCount}\0${userHandle}`).digest('hex');
  }
}
