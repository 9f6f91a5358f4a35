import { createHash, randomBytes } from 'node:crypto';
import {
  type AuthorizationFlow,
  type Clock,
  dependencyUnavailable,
  type Exchanged,
  type IdentityProvider,
  type OidcClient,
  type ProvenIdentity,
} from '@chancery/core';
import { plusSeconds } from '@chancery/core/internal';

const issuers: Readonly<Record<IdentityProvider, string>> = {
  apple: 'https://apple.example',
  google: 'https://google.example',
};

/** A person at a provider, as an ID token describes them. */
export type PlainPerson = Partial<
  Pick<ProvenIdentity, 'email' | 'emailVerified' | 'hostedDomain' | 'isPrivateRelay' | 'name'>
> & { readonly subject: string };

/** Plays both providers and the people at them: ID tokens are readable, and codes stand for people. */
export class PlainOidc implements OidcClient {
  readonly revoked: { readonly token: string; readonly clientId: string }[] = [];
  isAway = false;
  /** The authorization requests so far, the latest last. */
  readonly asked: (AuthorizationFlow & { readonly provider: IdentityProvider })[] = [];
  readonly #codes = new Map<string, Exchanged>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Makes an ID token of the person, as a native application gets it. */
  idToken(provider: IdentityProvider, person: PlainPerson, nonce: string): string {
    const body = { provider, person, nonce, mark: randomBytes(8).toString('hex') };
    return Buffer.from(JSON.stringify(body)).toString('base64url');
  }

  /** What the provider sends the browser back with, once the person has agreed. */
  code(provider: IdentityProvider, person: PlainPerson): string {
    const code = randomBytes(16).toString('hex');
    const refreshToken = provider === 'apple' ? `refresh-${code}` : null;
    this.#codes.set(code, { identity: this.#proven(provider, person), refreshToken });
    return code;
  }

  offers(): boolean {
    return true;
  }

  async authorize(provider: IdentityProvider, flow: AuthorizationFlow): Promise<string> {
    this.#here();
    this.asked.push({ ...flow, provider });
    return `${issuers[provider]}/auth?state=${flow.state}`;
  }

  isIssuer(provider: IdentityProvider, issuer: string): boolean {
    return issuer === issuers[provider];
  }

  async exchange(provider: IdentityProvider, code: string): Promise<Exchanged | 'denied'> {
    this.#here();
    const exchanged = this.#codes.get(code);
    this.#codes.delete(code);
    return exchanged?.identity.provider === provider ? exchanged : 'denied';
  }

  async redeemNativeCode(provider: IdentityProvider, code: string): Promise<string | null> {
    const exchanged = await this.exchange(provider, code);
    return exchanged === 'denied' ? null : exchanged.refreshToken;
  }

  async verifyIdToken(
    provider: IdentityProvider,
    idToken: string,
    nonce: string,
  ): Promise<ProvenIdentity | null> {
    this.#here();
    try {
      const token = JSON.parse(Buffer.from(idToken, 'base64url').toString('utf8'));
      const digest = createHash('sha256').update(nonce).digest('hex');
      const fits = token.provider === provider && [nonce, digest].includes(token.nonce);
      return fits ? this.#proven(provider, token.person) : null;
    } catch {
      return null;
    }
  }

  async revoke(_: IdentityProvider, token: string, clientId: string): Promise<void> {
    this.#here();
    this.revoked.push({ token, clientId });
  }

  async probe(): Promise<void> {
    this.#here();
  }

  #proven(provider: IdentityProvider, person: PlainPerson): ProvenIdentity {
    return {
      email: null,
      emailVerified: person.email != null,
      hostedDomain: null,
      isPrivateRelay: false,
      name: null,
      ...person,
      provider,
      issuer: issuers[provider],
      clientId: 'test',
      acceptedUntil: plusSeconds(this.#clock.now(), 660),
    };
  }

  #here(): void {
    if (this.isAway) throw dependencyUnavailable();
  }
}
