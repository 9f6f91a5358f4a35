import { createSecureContext, rootCertificates, type SecureContext, connect as tlsConnect } from 'node:tls';
import type { EgressAnswer, EgressClient, EgressOutcome, EgressPolicy } from '@chancery/core';
import type { Dispatcher, ProxyAgent } from 'undici';
import { type AddressRange, addressRange, isAllowedAddress } from './allowed-addresses.ts';
import {
  allowedAddresses,
  checkedConnection,
  type Dial,
  EgressRefused,
  type Resolver,
  systemDial,
  systemResolver,
} from './checked-connection.ts';
import { EgressConnection, type SecuredSocket } from './egress-connection.ts';
import { KeptConnections } from './kept-connections.ts';
import { type Target, targetOf } from './target-url.ts';

/** Loaded by the first request: most processes never send any. */
const library = () => import('undici');

export interface EgressOptions {
  /** Ranges that are allowed although they are not public (CHANCERY_WEBHOOK_ALLOWED_CIDRS). */
  readonly allowedRanges?: readonly string[];
  /** All requests go through this HTTP proxy (CHANCERY_EGRESS_PROXY), which then resolves the names. */
  readonly proxyUrl?: string | null;
  /** Certificates to trust beside those of the system, in PEM. */
  readonly certificateAuthorities?: string;
  readonly resolve?: Resolver;
  readonly dial?: Dial;
  /** Milliseconds of a clock that never goes back. */
  readonly monotonic?: () => number;
}

/**
 * Posts to addresses that strangers name. A request goes to an address that was checked for exactly this request: over a new
 * connection, or over one that was kept for the very same URL and leads to one of the addresses that its name has now. A
 * redirect is an answer like any other. Proxy variables of the environment are ignored.
 */
export class UndiciEgressClient implements EgressClient {
  readonly #opened: readonly AddressRange[];
  readonly #resolve: Resolver;
  readonly #dial: Dial;
  /** It is made once, because reading the certificates of the system costs more than a handshake. */
  readonly #trust: () => SecureContext;
  /** Null without a proxy. */
  readonly #proxy: (() => Promise<ProxyAgent>) | null;
  #proxyAgent: Promise<ProxyAgent> | null = null;
  readonly #kept: KeptConnections;

  constructor({ allowedRanges = [], proxyUrl = null, certificateAuthorities, ...means }: EgressOptions = {}) {
    this.#opened = allowedRanges.map(addressRange);
    this.#resolve = means.resolve ?? systemResolver;
    this.#dial = means.dial ?? systemDial;
    this.#kept = new KeptConnections(means.monotonic ?? (() => performance.now()));
    let trust: SecureContext | null = null;
    this.#trust = () => {
      trust ??= createSecureContext(
        certificateAuthorities === undefined ? {} : { ca: [...rootCertificates, certificateAuthorities] },
      );
      return trust;
    };
    this.#proxy = proxyUrl === null ? null : () => this.#agentOf(proxyUrl);
  }

  async allows(
    url: string,
    { resolveMilliseconds }: Pick<EgressPolicy, 'resolveMilliseconds'>,
  ): Promise<boolean> {
    const target = targetOf(url);
    if (target === null) return false;
    if (this.#proxy !== null) return this.#allowsByProxy(target);
    try {
      await allowedAddresses(target, this.#means, resolveMilliseconds);
      return true;
    } catch (error) {
      // A name that does not resolve yet may do so when the first message leaves; it is checked then.
      return error instanceof EgressRefused && error.kind !== 'blocked_address';
    }
  }

  async post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string | Uint8Array,
    policy: EgressPolicy,
  ): Promise<EgressOutcome> {
    const signal = AbortSignal.timeout(policy.totalMilliseconds);
    const begun = performance.now();
    const milliseconds = () => Math.round(performance.now() - begun);
    try {
      const target = targetOf(url);
      if (target === null)
        throw new EgressRefused('blocked_address', 'Only public https addresses are called.');
      const answer = await this.#send(target, headers, body, policy, signal);
      return { kind: 'answer', ...answer, milliseconds: milliseconds() };
    } catch (error) {
      const kind = error instanceof EgressRefused ? error.kind : 'connect_error';
      return { kind: signal.aborted ? 'timeout' : kind, milliseconds: milliseconds() };
    }
  }

  async close(): Promise<void> {
    this.#kept.close();
    await (await this.#proxyAgent)?.close();
  }

  #agentOf(uri: string): Promise<ProxyAgent> {
    this.#proxyAgent ??= library().then(
      ({ ProxyAgent: Agent }) => new Agent({ uri, requestTls: { secureContext: this.#trust() } }),
    );
    return this.#proxyAgent;
  }

  get #means() {
    return { opened: this.#opened, resolve: this.#resolve, dial: this.#dial };
  }

  #allowsByProxy({ isLiteral, host }: Target): boolean {
    return !isLiteral || isAllowedAddress(host, this.#opened);
  }

  async #send(
    target: Target,
    headers: Readonly<Record<string, string>>,
    body: string | Uint8Array,
    policy: EgressPolicy,
    signal: AbortSignal,
  ): Promise<Answer> {
    const request = {
      origin: target.url.origin,
      path: target.url.pathname + target.url.search,
      method: 'POST' as const,
      headers,
      body,
      signal,
    };
    if (this.#proxy !== null) {
      if (!this.#allowsByProxy(target))
        throw new EgressRefused('blocked_address', 'The address is not public.');
      const { isWhole: _, ...answer } = await answerOf(
        await (await this.#proxy()).request(request),
        policy.maxResponseBytes,
      );
      return answer;
    }
    const kept = await this.#keptFor(target, policy);
    if (kept !== null) {
      const answer = await this.#over(kept, target, request, policy).catch((error: unknown) => {
        if (signal.aborted || !isClosing(error)) throw error;
        return null;
      });
      if (answer !== null) return answer;
    }
    // If the other side closed the kept connection just now, this attempt is still made once, under the same id and signature.
    const { Client } = await library(); // before the socket is there, which nobody would watch meanwhile
    const secured = await this.#secured(target, policy, signal);
    const connection = new EgressConnection(Client, target.url.origin, secured);
    this.#kept.opened(connection);
    return this.#over(connection, target, request, policy);
  }

  /** A kept connection to one of the addresses that the name has at this moment, all of which must be allowed (WHK-5). */
  async #keptFor(target: Target, { resolveMilliseconds }: EgressPolicy): Promise<EgressConnection | null> {
    const { href } = target.url;
    if (!this.#kept.has(href)) return null;
    try {
      const addresses = await allowedAddresses(target, this.#means, resolveMilliseconds);
      return this.#kept.take(
        href,
        addresses.map(({ address }) => address),
      );
    } catch (error) {
      this.#kept.drop(href);
      throw error;
    }
  }

  /** After an error, or an answer that was not read to its end, the connection is closed. */
  async #over(
    connection: EgressConnection,
    { url }: Target,
    request: Dispatcher.RequestOptions,
    { maxResponseBytes }: EgressPolicy,
  ): Promise<Answer> {
    try {
      const { isWhole, ...answer } = await answerOf(await connection.request(request), maxResponseBytes);
      if (isWhole) this.#kept.keep(url.href, connection);
      else connection.close();
      return answer;
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  /** Starts TLS on a checked connection; a failure from here until the end of the handshake counts as one of the certificate. */
  async #secured(target: Target, policy: EgressPolicy, signal: AbortSignal): Promise<SecuredSocket> {
    const raw = await checkedConnection(target, this.#means, policy, signal);
    const address = raw.remoteAddress ?? '';
    return new Promise((resolve, reject) => {
      const secured = tlsConnect({
        socket: raw,
        ...(target.isLiteral ? {} : { servername: target.host }),
        host: target.host,
        ALPNProtocols: ['http/1.1'],
        secureContext: this.#trust(),
      });
      const fail = (error: unknown) => {
        secured.destroy();
        raw.destroy();
        reject(new EgressRefused('tls_error', 'The TLS handshake failed.', error));
      };
      signal.addEventListener('abort', fail, { once: true });
      secured.once('error', fail);
      secured.once('secureConnect', () => {
        signal.removeEventListener('abort', fail);
        secured.off('error', fail);
        resolve({ socket: secured, address });
      });
    });
  }
}

type Answer = Omit<EgressAnswer, 'kind' | 'milliseconds'>;

const closings: ReadonlySet<unknown> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);
/** Whether the other side closed the connection instead of answering. */
const isClosing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && closings.has(error.code);

/** Reads status, headers, and as much of the body as is wanted; the rest stays unread. */
async function answerOf(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  maxBytes: number,
): Promise<Answer & { readonly isWhole: boolean }> {
  const parts: Uint8Array[] = [];
  let length = 0;
  let isWhole = true;
  for await (const part of body as AsyncIterable<Uint8Array>) {
    parts.push(part);
    length += part.length;
    isWhole = length < maxBytes;
    if (!isWhole) break;
  }
  return {
    isWhole,
    status: statusCode,
    headers: Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, typeof value === 'string' ? value : value.join(', ')]],
      ),
    ),
    body: Buffer.concat(parts).subarray(0, maxBytes),
  };
}
