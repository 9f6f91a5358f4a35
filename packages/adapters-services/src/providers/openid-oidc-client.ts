import type {
  AuthorizationFlow,
  Clock,
  Exchanged,
  IdentityProvider,
  OidcClient,
  ProvenIdentity,
} from '@chancery/core';
import { secondsBetween } from '@chancery/core/internal';
import * as openid from 'openid-client';
import { appleClientSecret } from './apple-client-secret.ts';
import { nativeNonce, provenIdentity } from './id-token.ts';
import { answerSeconds, ask } from './provider-answer.ts';
import { ProviderKeys } from './provider-keys.ts';
import { type AppleSettings, clientIdsOf, type GoogleSettings } from './provider-settings.ts';

export interface OpenidOidcClientOptions {
  readonly apple: AppleSettings | null;
  readonly google: GoogleSettings | null;
  /** The base URL of this service: the providers send the browser back to a path below it. */
  readonly baseUrl: string;
  readonly clock: Clock;
}

interface Known {
  readonly metadata: openid.ServerMetadata;
  readonly at: string;
}

interface Tokens {
  readonly idToken: string | null;
  readonly refreshToken: string | null;
}

const metadataSeconds = 86_400;
/** Other spellings of the issuer: Google used this one before its tokens said https. */
const otherIssuers: Readonly<Record<string, string>> = {
  'https://accounts.google.com': 'accounts.google.com',
};

/** Signs in with Apple and Google by OpenID Connect. What an ID token proves is decided in one place, by the product's own clock. */
export class OpenidOidcClient implements OidcClient {
  readonly #options: OpenidOidcClientOptions;
  readonly #metadata = new Map<IdentityProvider, Known>();
  readonly #keys: Readonly<Record<IdentityProvider, ProviderKeys>>;

  constructor(options: OpenidOidcClientOptions) {
    this.#options = options;
    const keysOf = (provider: IdentityProvider) =>
      new ProviderKeys(async () => {
        const { jwks_uri: address } = await this.#serverOf(provider);
        if (address === undefined) throw new TypeError('The provider names no key set');
        return address;
      }, options.clock);
    this.#keys = { apple: keysOf('apple'), google: keysOf('google') };
  }

  offers(provider: IdentityProvider, way: 'web' | 'native'): boolean {
    const settings = this.#options[provider];
    if (settings === null) return false;
    // An ID token of the web client is accepted too, because the provider's own button gives it to the page.
    return way === 'native' || settings.webClientId !== null;
  }

  async authorize(provider: IdentityProvider, flow: AuthorizationFlow): Promise<string> {
    const config = await this.#configuration(provider, this.#webClientId(provider));
    const url = openid.buildAuthorizationUrl(config, {
      response_type: 'code',
      redirect_uri: this.#redirectUri(provider),
      state: flow.state,
      nonce: flow.nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(flow.codeVerifier),
      code_challenge_method: 'S256',
      ...(provider === 'apple'
        ? { scope: 'openid name email', response_mode: 'form_post' }
        : { scope: 'openid email profile' }),
    });
    return url.href;
  }

  isIssuer(provider: IdentityProvider, issuer: string): boolean {
    return this.#issuersOf(provider).includes(issuer);
  }

  async exchange(
    provider: IdentityProvider,
    code: string,
    flow: AuthorizationFlow,
  ): Promise<Exchanged | 'denied' | 'invalid'> {
    const tokens = await this.#redeem(provider, this.#webClientId(provider), {
      code,
      redirect_uri: this.#redirectUri(provider),
      code_verifier: flow.codeVerifier,
    });
    if (tokens === 'denied') return tokens;
    const { idToken, refreshToken } = tokens;
    if (idToken === null) return 'invalid';
    const identity = await this.#proven(provider, idToken, (claim) => claim === flow.nonce);
    return identity === null ? 'invalid' : { identity, refreshToken };
  }

  async redeemNativeCode(
    provider: IdentityProvider,
    code: string,
    proven: ProvenIdentity,
  ): Promise<string | null> {
    const tokens = await this.#redeem(provider, proven.clientId, { code });
    if (tokens === 'denied' || tokens.idToken === null) return null;
    // With the code of somebody else we would later revoke their access and not this person's.
    const identity = await this.#proven(provider, tokens.idToken, () => true);
    return identity?.subject === proven.subject ? tokens.refreshToken : null;
  }

  verifyIdToken(provider: IdentityProvider, idToken: string, nonce: string): Promise<ProvenIdentity | null> {
    return this.#proven(provider, idToken, nativeNonce(nonce));
  }

  async revoke(provider: IdentityProvider, refreshToken: string, clientId: string): Promise<void> {
    const config = await this.#configuration(provider, clientId);
    await ask(() => openid.tokenRevocation(config, refreshToken, { token_type_hint: 'refresh_token' }));
  }

  async probe(provider: IdentityProvider): Promise<void> {
    await this.#keys[provider].current();
  }

  #proven(provider: IdentityProvider, token: string, isNonce: (claim: string) => boolean) {
    const settings = this.#settings(provider);
    return provenIdentity(token, isNonce, {
      provider,
      issuer: settings.issuer,
      issuers: this.#issuersOf(provider),
      clientIds: clientIdsOf(settings),
      keys: this.#keys[provider].find,
      clock: this.#options.clock,
    });
  }

  /** Exchanges the code for its tokens, which are not checked yet. */
  async #redeem(
    provider: IdentityProvider,
    clientId: string,
    parameters: Record<string, string>,
  ): Promise<Tokens | 'denied'> {
    const config = await this.#configuration(provider, clientId);
    let idToken: unknown;
    // The ID token is taken out before the library sees it, which would judge it by another clock and by less than OID-4.
    config[openid.customFetch] = async (url, init) => {
      const response = await fetch(url, { ...init, redirect: 'error' } as RequestInit);
      if (!response.ok) return response;
      const { id_token: taken, ...rest } = (await response.json()) as Record<string, unknown>;
      idToken = taken;
      return Response.json(rest);
    };
    return ask(async () => {
      try {
        const answer = await openid.genericGrantRequest(config, 'authorization_code', parameters);
        return {
          idToken: typeof idToken === 'string' ? idToken : null,
          refreshToken: answer.refresh_token ?? null,
        };
      } catch (error) {
        if (error instanceof openid.ResponseBodyError && error.error === 'invalid_grant')
          return 'denied' as const;
        throw error;
      }
    });
  }

  /** Makes a configuration for one call, because the secret of Apple's clients is new each time. */
  async #configuration(provider: IdentityProvider, clientId: string): Promise<openid.Configuration> {
    const server = await this.#serverOf(provider);
    const secret =
      provider === 'apple'
        ? await appleClientSecret(this.#apple(), clientId, this.#options.clock.now())
        : (this.#options.google?.clientSecret ?? '');
    const config = new openid.Configuration(server, clientId, undefined, openid.ClientSecretPost(secret));
    config.timeout = answerSeconds;
    if (isPlain(this.#settings(provider).issuer)) openid.allowInsecureRequests(config);
    return config;
  }

  async #serverOf(provider: IdentityProvider): Promise<openid.ServerMetadata> {
    const { clock } = this.#options;
    const known = this.#metadata.get(provider);
    if (known !== undefined && secondsBetween(known.at, clock.now()) < metadataSeconds) return known.metadata;
    const { issuer } = this.#settings(provider);
    const config = await ask(() =>
      openid.discovery(new URL(issuer), 'discovery', undefined, openid.None(), {
        timeout: answerSeconds,
        execute: isPlain(issuer) ? [openid.allowInsecureRequests] : [],
      }),
    );
    const metadata = config.serverMetadata();
    this.#metadata.set(provider, { metadata, at: clock.now() });
    return metadata;
  }

  #settings(provider: IdentityProvider): AppleSettings | GoogleSettings {
    const settings = this.#options[provider];
    if (settings === null) throw new TypeError(`${provider} is not configured`);
    return settings;
  }

  #apple(): AppleSettings {
    const { apple } = this.#options;
    if (apple === null) throw new TypeError('apple is not configured');
    return apple;
  }

  #webClientId(provider: IdentityProvider): string {
    const { webClientId } = this.#settings(provider);
    if (webClientId === null) throw new TypeError(`${provider} is not configured for web pages`);
    return webClientId;
  }

  #issuersOf(provider: IdentityProvider): readonly string[] {
    const { issuer } = this.#settings(provider);
    const other = otherIssuers[issuer];
    return other === undefined ? [issuer] : [issuer, other];
  }

  /** The address comes from the configuration, never from a request (OID-1). */
  #redirectUri(provider: IdentityProvider): string {
    return `${this.#options.baseUrl}/api/v1/auth/${provider}/callback`;
  }
}

/** Only loopback addresses can be configured without TLS. */
const isPlain = (issuer: string): boolean => issuer.startsWith('http:');
