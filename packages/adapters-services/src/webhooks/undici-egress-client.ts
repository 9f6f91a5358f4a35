import type { Socket } from 'node:net';
import { createSecureContext, rootCertificates, type SecureContext, connect as tlsConnect } from 'node:tls';
import type { EgressAnswer, EgressClient, EgressOutcome, EgressPolicy } from '@chancery/core';
import { Client, type Dispatcher, ProxyAgent } from 'undici';
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
import { type Target, targetOf } from './target-url.ts';

export interface EgressOptions {
  /** Ranges that are allowed although they are not public (CHANCERY_WEBHOOK_ALLOWED_CIDRS). */
  readonly allowedRanges?: readonly string[];
  /** All requests go through this HTTP proxy (CHANCERY_EGRESS_PROXY), which then resolves the names. */
  readonly proxyUrl?: string | null;
  /** Certificates to trust beside those of the system, in PEM. */
  readonly certificateAuthorities?: string;
  readonly resolve?: Resolver;
  readonly dial?: Dial;
}

/**
 * Posts to addresses that strangers name. Each request has its own connection, to an address that was checked for exactly
 * this request; a redirect is an answer like any other. Proxy variables of the environment are ignored.
 */
export class UndiciEgressClient implements EgressClient {
  readonly #opened: readonly AddressRange[];
  readonly #resolve: Resolver;
  readonly #dial: Dial;
  /** It is made once, because reading the certificates of the system costs more than a handshake. */
  readonly #trust: SecureContext;
  readonly #proxy: ProxyAgent | null;

  constructor({ allowedRanges = [], proxyUrl = null, certificateAuthorities, ...means }: EgressOptions = {}) {
    this.#opened = allowedRanges.map(addressRange);
    this.#resolve = means.resolve ?? systemResolver;
    this.#dial = means.dial ?? systemDial;
    this.#trust = createSecureContext(
      certificateAuthorities === undefined ? {} : { ca: [...rootCertificates, certificateAuthorities] },
    );
    this.#proxy =
      proxyUrl === null
        ? null
        : new ProxyAgent({ uri: proxyUrl, requestTls: { secureContext: this.#trust } });
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
    await this.#proxy?.close();
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
      return answerOf(await this.#proxy.request(request), policy.maxResponseBytes);
    }
    const socket = await this.#secured(target, policy, signal);
    const client = new Client(target.url.origin, {
      // This is deferred, because the client is not ready for an answer before this call returns.
      connect: (_options, ready) => queueMicrotask(() => ready(null, socket)),
      pipelining: 1,
    });
    try {
      return await answerOf(await client.request({ ...request, reset: true }), policy.maxResponseBytes);
    } finally {
      await client.destroy();
      socket.destroy();
    }
  }

  /** Starts TLS on a checked connection; a failure from here until the end of the handshake counts as one of the certificate. */
  async #secured(target: Target, policy: EgressPolicy, signal: AbortSignal): Promise<Socket> {
    const raw = await checkedConnection(target, this.#means, policy, signal);
    return new Promise((resolve, reject) => {
      const secured = tlsConnect({
        socket: raw,
        ...(target.isLiteral ? {} : { servername: target.host }),
        host: target.host,
        ALPNProtocols: ['http/1.1'],
        secureContext: this.#trust,
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
        resolve(secured);
      });
    });
  }
}

type Answer = Omit<EgressAnswer, 'kind' | 'milliseconds'>;

/** Reads status, headers, and as much of the body as is wanted; the rest stays unread. */
async function answerOf(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  maxBytes: number,
): Promise<Answer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body as AsyncIterable<Uint8Array>) {
    parts.push(part);
    length += part.length;
    if (length >= maxBytes) break;
  }
  return {
    status: statusCode,
    headers: Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, typeof value === 'string' ? value : value.join(', ')]],
      ),
    ),
    body: Buffer.concat(parts).subarray(0, maxBytes),
  };
}
