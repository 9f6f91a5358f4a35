import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type CryptoKey,
  calculateJwkThumbprint,
  decodeJwt,
  exportJWK,
  exportPKCS8,
  generateKeyPair,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from 'jose';
import Provider, { type KoaContextWithOIDC } from 'oidc-provider';
import { memoryAdapter } from './memory-adapter.ts';

export interface ProviderPerson {
  readonly subject: string;
  readonly email?: string;
  readonly emailVerified?: boolean;
  readonly hostedDomain?: string;
  readonly isPrivateRelay?: boolean;
  readonly name?: string;
}

/** How a token differs from the one that the provider would give; `undefined` leaves a claim out. */
export interface Forgery {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly alg?: 'RS256' | 'ES256' | 'PS256' | 'HS256' | 'none';
  /** Signed with a key that the provider does not publish. */
  readonly otherKey?: boolean;
}

interface SigningKey {
  readonly kid: string;
  readonly key: CryptoKey;
  readonly jwk: Record<string, unknown>;
}

const clientSecret = 'a secret of the loopback provider';
export const webClientId = 'web.example';
export const nativeClientId = 'native.example';
const appleTeamId = 'TEAM123456';
const appleKeyId = 'KEY1234567';

/**
 * A real OpenID provider on loopback, in the role of Apple (answers posted as a form, a client secret that is signed for
 * each call) or of Google (answers in the query). The person in `person` agrees to everything at once.
 */
export class LoopbackProvider {
  readonly role: 'apple' | 'google';
  person: ProviderPerson = { subject: 'nobody' };
  /** Whether the person refuses consent. */
  denies = false;
  /** Changes the ID tokens that the token endpoint gives. */
  forgery: Forgery | null = null;
  /** The number of requests by path. */
  readonly asked: string[] = [];
  /** The client secrets that it received in the role of Apple. */
  readonly secrets: string[] = [];
  readonly revoked: string[] = [];
  readonly #redirectUri: string;
  readonly #server: Server;
  #handler: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => response.end();
  #key: SigningKey | null = null;
  #issuer = '';
  #port = 0;
  #team: { readonly privateKey: CryptoKey; readonly publicKey: CryptoKey } | null = null;

  private constructor(role: 'apple' | 'google', baseUrl: string) {
    this.role = role;
    this.#redirectUri = `${baseUrl}/api/v1/auth/${role}/callback`;
    this.#server = createServer((request, response) => this.#handler(request, response));
  }

  static async open(role: 'apple' | 'google', baseUrl: string): Promise<LoopbackProvider> {
    const provider = new LoopbackProvider(role, baseUrl);
    provider.#team = await generateKeyPair('ES256', { extractable: true });
    await provider.comeBack();
    provider.#issuer = `http://127.0.0.1:${provider.#port}`;
    await provider.rotateKeys();
    return provider;
  }

  get issuer(): string {
    return this.#issuer;
  }

  /** The settings of the adapter for this provider. */
  async settings() {
    const common = { issuer: this.#issuer, webClientId, nativeClientIds: [nativeClientId] };
    const privateKey = this.#team === null ? '' : await exportPKCS8(this.#team.privateKey);
    return { ...common, clientSecret, teamId: appleTeamId, keyId: appleKeyId, privateKey };
  }

  /** The same settings as variables of a whole installation. */
  async environment(): Promise<Record<string, string>> {
    const { issuer, privateKey } = await this.settings();
    const name = this.role.toUpperCase();
    return {
      [`CHANCERY_${name}_ISSUER`]: issuer,
      [`CHANCERY_${name}_WEB_CLIENT_ID`]: webClientId,
      [`CHANCERY_${name}_NATIVE_CLIENT_IDS`]: nativeClientId,
      ...(this.role === 'google'
        ? { CHANCERY_GOOGLE_CLIENT_SECRET: clientSecret }
        : {
            CHANCERY_APPLE_TEAM_ID: appleTeamId,
            CHANCERY_APPLE_KEY_ID: appleKeyId,
            CHANCERY_APPLE_PRIVATE_KEY: privateKey,
          }),
    };
  }

  /** From now on it signs with another key, and publishes only that one. */
  async rotateKeys(): Promise<void> {
    this.#key = await signingKey();
    this.#handler = this.#provider(this.#key).callback();
  }

  /** Answers no request until it is started again. */
  async goAway(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  comeBack(): Promise<void> {
    return new Promise((resolve) =>
      this.#server.listen(this.#port, '127.0.0.1', () => {
        this.#port = (this.#server.address() as AddressInfo).port;
        resolve();
      }),
    );
  }

  async close(): Promise<void> {
    if (this.#server.listening) await this.goAway();
  }

  /** An ID token of the person, as a native application gets it. */
  async idToken(
    nonce: string,
    { claims = {}, alg = 'ES256', otherKey = false }: Forgery = {},
  ): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const whole: JWTPayload = {
      iss: this.#issuer,
      aud: nativeClientId,
      sub: this.person.subject,
      iat: now,
      exp: now + 600,
      nonce,
      ...claimsOf(this.person),
      ...claims,
    };
    const published = this.#key;
    if (published === null) throw new TypeError('The provider has no key yet');
    if (alg === 'none') return `${part({ alg })}.${part(whole)}.`;
    const header = { alg, kid: published.kid };
    if (alg === 'HS256')
      return new SignJWT(whole).setProtectedHeader(header).sign(Buffer.from(JSON.stringify(published.jwk)));
    const own = alg === 'ES256' && !otherKey;
    const key = own ? published.key : (await generateKeyPair(alg)).privateKey;
    return new SignJWT(whole).setProtectedHeader(header).sign(key);
  }

  #provider(key: SigningKey): Provider {
    const provider = new Provider(this.#issuer, {
      clients: [webClientId, nativeClientId].map((client_id) => ({
        client_id,
        client_secret: clientSecret,
        redirect_uris: [this.#redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'ES256',
      })),
      jwks: { keys: [key.jwk] },
      cookies: { keys: ['loopback'] },
      scopes: ['openid', 'email', 'profile', 'name'],
      claims: { email: ['email', 'email_verified', 'is_private_email'], profile: ['name', 'hd'] },
      conformIdTokenClaims: false,
      adapter: memoryAdapter(),
      // Codes of native applications come without a redirect URI.
      pkce: { required: () => false },
      features: {
        devInteractions: { enabled: false },
        revocation: { enabled: true },
      },
      issueRefreshToken: async () => this.role === 'apple',
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      findAccount: (_, accountId) => ({
        accountId,
        claims: async () => ({ sub: accountId, ...claimsOf(this.person) }),
      }),
      loadExistingGrant: async (context) => {
        const grant = new context.oidc.provider.Grant({
          clientId: context.oidc.client?.clientId ?? '',
          accountId: context.oidc.session?.accountId ?? '',
        });
        grant.addOIDCScope('openid email profile name');
        await grant.save();
        return grant;
      },
    });
    // The provider puts its own context on each request before this runs.
    provider.use((context, next) => this.#between(provider, context as KoaContextWithOIDC, next));
    return provider;
  }

  async #between(
    provider: Provider,
    context: KoaContextWithOIDC,
    next: () => Promise<unknown>,
  ): Promise<void> {
    this.asked.push(context.path);
    if (context.path.startsWith('/interaction/')) {
      const result = this.denies
        ? { error: this.role === 'apple' ? 'user_cancelled_authorize' : 'access_denied' }
        : { login: { accountId: this.person.subject, remember: false } };
      await provider.interactionFinished(context.req, context.res, result, {
        mergeWithLastSubmission: false,
      });
      context.respond = false;
      return;
    }
    if (context.path.startsWith('/token')) await this.#authenticateClient(context);
    await next();
    if (context.path === '/token' && context.status === 200) await this.#forge(context);
  }

  /** Apple accepts no fixed secret, but a token that the team's key has signed for this client. */
  async #authenticateClient(context: KoaContextWithOIDC): Promise<void> {
    const parts: Buffer[] = [];
    for await (const chunk of context.req) parts.push(chunk as Buffer);
    const body = Object.fromEntries(new URLSearchParams(Buffer.concat(parts).toString('utf8')));
    if (context.path === '/token/revocation') this.revoked.push(body.token ?? '');
    if (this.role === 'apple' && this.#team !== null) {
      const secret = body.client_secret ?? '';
      this.secrets.push(secret);
      const isGood = await jwtVerify(secret, this.#team.publicKey, {
        algorithms: ['ES256'],
        issuer: appleTeamId,
        subject: body.client_id ?? '',
        audience: this.#issuer,
        maxTokenAge: 300,
      }).then(
        ({ protectedHeader }) => protectedHeader.kid === appleKeyId,
        () => false,
      );
      body.client_secret = isGood ? clientSecret : 'none';
    }
    // A body that was read before is taken from here.
    Object.assign(context.req, { body });
  }

  async #forge(context: KoaContextWithOIDC): Promise<void> {
    const answer = context.body as { id_token?: string };
    if (this.forgery === null || answer.id_token === undefined) return;
    const given = decodeJwt(answer.id_token);
    const claims = { ...given, ...this.forgery.claims };
    context.body = { ...answer, id_token: await this.idToken('', { ...this.forgery, claims }) };
  }
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const claimsOf = (person: ProviderPerson): Record<string, unknown> => ({
  ...(person.email === undefined
    ? {}
    : { email: person.email, email_verified: person.emailVerified ?? true }),
  ...(person.hostedDomain === undefined ? {} : { hd: person.hostedDomain }),
  ...(person.isPrivateRelay === undefined ? {} : { is_private_email: person.isPrivateRelay }),
  ...(person.name === undefined ? {} : { name: person.name }),
});

async function signingKey(): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  return { kid, key: privateKey, jwk: { ...jwk, kid, alg: 'ES256', use: 'sig' } };
}
