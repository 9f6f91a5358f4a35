import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { type Caller, requestInvalid, systemIds } from '@chancery/core';
import { invalidField } from '@chancery/core/internal';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The ids under which a request is traced: its own, and the caller's if that is a UUID. */
export function traceOf(request: IncomingMessage): { requestId: string; correlationId: string } {
  const requestId = systemIds.uuid7();
  const given = request.headers['x-correlation-id'];
  return {
    requestId,
    correlationId: typeof given === 'string' && uuid.test(given) ? given.toLowerCase() : requestId,
  };
}

/**
 * PLT-9: a forwarded address counts only through as many proxies as the operator trusts. A proxy writes one of the two
 * headers and hands on the other as anybody sent it: if both are there and differ, neither is believed.
 */
export function addressOf(request: IncomingMessage, trustedProxies: number): string {
  const socket = request.socket.remoteAddress ?? '0.0.0.0';
  if (trustedProxies === 0) return socket;
  const told = new Set(
    forwardedChains(request).map((chain) => {
      const hops = [...chain, socket];
      return hops[Math.max(0, hops.length - 1 - trustedProxies)] ?? socket;
    }),
  );
  const [address] = told;
  return told.size === 1 && address !== undefined && isIP(address) !== 0 ? address : socket;
}

/** What each of the headers that is there says, the caller's end first. */
function forwardedChains({
  headers: { forwarded, 'x-forwarded-for': list },
}: IncomingMessage): readonly (readonly string[])[] {
  const ofForwarded =
    forwarded === undefined
      ? null
      : [...forwarded.matchAll(/for="?(?:\[([^\]]+)\]|([^";,\s]+))/gi)].map(
          ([, six, four]) => six ?? four ?? '',
        );
  const ofList = list === undefined ? null : String(list).split(',');
  return [ofForwarded, ofList].flatMap((hops) =>
    hops === null ? [] : [hops.map(withoutPort).filter(Boolean)],
  );
}

const withoutPort = (hop: string): string =>
  hop
    .trim()
    .toLowerCase()
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/^\[([^\]]+)\](?::\d+)?$/, '$1');

/** The credential in either header form; INT-1: both with different values is a contradiction. */
function credentialOf({
  authorization,
  'x-service-api-key': key,
}: IncomingMessage['headers']): string | null {
  const bearer = authorization === undefined ? undefined : /^bearer +(\S+) *$/i.exec(authorization)?.[1];
  const service = typeof key === 'string' && key !== '' ? key.trim() : undefined;
  if (bearer !== undefined && service !== undefined && bearer !== service) {
    throw invalidField(
      '/header/x-service-api-key',
      'credential.contradiction',
      'Send one credential, or the same one in both headers.',
    );
  }
  return bearer ?? service ?? null;
}

function idempotencyKeyOf(request: IncomingMessage): string | null {
  const key = request.headers['x-idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw requestInvalid({
      details: [
        {
          path: '/header/x-idempotency-key',
          code: 'idempotency.key_invalid',
          message: 'Give 1 to 255 visible ASCII characters.',
        },
      ],
    });
  }
  return key;
}

export function callerOf(
  request: IncomingMessage,
  trace: { requestId: string; correlationId: string },
  trustedProxies: number,
  takesIdempotencyKey = request.method === 'POST',
): Caller {
  return {
    ...trace,
    credential: credentialOf(request.headers),
    address: addressOf(request, trustedProxies),
    userAgent: request.headers['user-agent']?.slice(0, 512) ?? null,
    idempotencyKey: takesIdempotencyKey ? idempotencyKeyOf(request) : null,
  };
}
