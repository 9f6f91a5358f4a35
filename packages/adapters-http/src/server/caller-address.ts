import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { invalidField } from '@chancery/core/internal';
import type { Logger } from 'pino';

/** The headers by which proxies say for whom they ask. */
export const proxyHeaders = ['x-forwarded-for', 'forwarded'] as const;
export type ProxyHeader = (typeof proxyHeaders)[number];

export interface Proxies {
  /** How many proxies in front of this process are the operator's own. */
  readonly count: number;
  /** The one header that they write; the other is never read. */
  readonly header: ProxyHeader;
}

/** How this host reads the addresses of its callers. */
export type CallerAddress = (request: IncomingMessage) => string;

/** Warns once if a proxy forwards requests and nobody has said that it may: all its callers then count as one. */
export function callerAddresses(proxies: Proxies, log: Pick<Logger, 'warn'>): CallerAddress {
  let isWarned = proxies.count > 0;
  return (request) => {
    const header = isWarned ? undefined : forwardingHeaderOf(request);
    if (header !== undefined) {
      isWarned = true;
      log.warn(
        { header },
        'requests carry the header of a proxy, and it is not read: behind a proxy set CHANCERY_TRUSTED_PROXIES, or all its callers count as one',
      );
    }
    return addressOf(request, proxies);
  };
}

/** What proxies leave in the requests that they forward, whichever of it they were told to write. */
const forwardingHeaders = [
  ...proxyHeaders,
  'x-real-ip',
  'x-forwarded-host',
  'x-forwarded-proto',
  'via',
] as const;

const forwardingHeaderOf = ({ headers }: Pick<IncomingMessage, 'headers'>) =>
  forwardingHeaders.find((header) => headers[header] !== undefined);

/**
 * The address of a caller to whom it shall give more than others have; null if it is that of a proxy which nobody has
 * declared. A proxy on this host would make everybody a caller from this host.
 */
export const grantingAddress =
  (addressesOf: CallerAddress, declaredProxies: number) =>
  (request: IncomingMessage): string | null => {
    // Asked in any case, because it warns of the proxy.
    const address = addressesOf(request);
    return declaredProxies === 0 && forwardingHeaderOf(request) !== undefined ? null : address;
  };

/**
 * PLT-9: the address as the outermost trusted proxy wrote it. What stands before it in the header is the caller's own and
 * proves nothing. A header that names fewer hops than there are proxies, or none at all, did not come through them: it is
 * refused, for the socket's address would be that of a proxy, to which more is allowed than to its callers.
 */
function addressOf({ headers, socket }: IncomingMessage, { count, header }: Proxies): string {
  if (count === 0) return socket.remoteAddress ?? '0.0.0.0';
  const value = String(headers[header] ?? '');
  const hops = header === 'forwarded' ? forwardedHops(value) : value.split(',');
  const hop = hops === null ? undefined : hops[hops.length - count];
  const address = hop === undefined ? '' : withoutPort(hop.trim().toLowerCase());
  if (isIP(address) === 0 || address.includes('%'))
    throw invalidField(
      `/header/${header}`,
      'proxy_header.invalid',
      `The proxies of this server must name in ${header} whom they ask for; its operator sets CHANCERY_PROXY_HEADER and CHANCERY_TRUSTED_PROXIES.`,
    );
  return address;
}

const withoutPort = (hop: string): string =>
  hop.replace(/^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/, '$1').replace(/^\[([^\]]+)\](?::\d{1,5})?$/, '$1');

/** One parameter of RFC 7239, and what follows it: each place is matched once, so that the work is linear. */
const parameter =
  /[ \t]*(?:([!#$%&'*+.^_`|~0-9A-Za-z-]+)=(?:([!#$%&'*+.^_`|~0-9A-Za-z:[\]-]+)|"((?:[^"\\]|\\.)*)")[ \t]*)?([;,]|$)/y;

/**
 * Whom each element of a `Forwarded` header asks for, the caller's end first; empty for an element that does not say. Null
 * if the header is not what RFC 7239 allows: a quote that the caller left open must not swallow what a proxy appends.
 */
function forwardedHops(value: string): readonly string[] | null {
  const hops: string[] = [];
  let hop: string | null = null;
  for (let at = 0; ; ) {
    parameter.lastIndex = at;
    const match = parameter.exec(value);
    if (match === null) return null;
    const [{ length }, name, token, quoted, end] = match;
    if (name?.toLowerCase() === 'for') {
      if (hop !== null) return null;
      hop = token ?? (quoted ?? '').replace(/\\(.)/g, '$1');
    }
    if (end !== ';') {
      hops.push(hop ?? '');
      hop = null;
    }
    if (end === '') return hops;
    at += length;
  }
}
