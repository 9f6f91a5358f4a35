import type { IncomingMessage } from 'node:http';
import { type Caller, requestInvalid, systemIds } from '@chancery/core';
import { invalidField } from '@chancery/core/internal';
import type { CallerAddress } from './caller-address.ts';

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
  addressOf: CallerAddress,
  takesIdempotencyKey = request.method === 'POST',
): Caller {
  return {
    ...trace,
    credential: credentialOf(request.headers),
    address: addressOf(request),
    userAgent: request.headers['user-agent']?.slice(0, 512) ?? null,
    idempotencyKey: takesIdempotencyKey ? idempotencyKeyOf(request) : null,
  };
}
