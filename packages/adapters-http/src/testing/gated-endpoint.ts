import { request as httpRequest } from 'node:http';
import { OpenRates, OpenThrottle, type World } from '@chancery/adapters-persistence/testing';
import { contexts, failure, planLimitReached, type RateLimit, type UseCase } from '@chancery/core';
import { z } from 'zod';
import type { Method } from '../contract/routes.ts';
import { routeOf, servedUseCase } from './served-use-case.ts';

const thingNotFound = failure('thing.not_found', 'not_found', 'There is no such thing.');
const thingInvalidState = failure('thing.invalid_state', 'conflict', 'The state of the thing forbids it.');

/** What a request to the endpoint says of the thing that it is about, so that any gate on the thing can be shut. */
const GatedInput = z.strictObject({
  exists: z.boolean(),
  mine: z.boolean(),
  invitees: z.int().min(0),
  open: z.boolean(),
  expectedVersion: z.int().optional(),
});
type Gated = z.output<typeof GatedInput>;

/** The limit of each of its throttles, which tells their refusals apart. */
const bucketsOfEndpoint = { network: 'gated_network', caller: 'gated_caller' } as const;

/** An endpoint with every gate that a declaration can ask for. No use case of the product has them all. */
function gatedUseCase(kind: UseCase['kind'], access: UseCase['access'], prepared: () => void): UseCase {
  const ofPeople = access !== 'anyone' && !(typeof access === 'object' && 'scope' in access);
  const useCase: UseCase<typeof GatedInput> = {
    kind,
    ports: contexts.workspace.ports,
    summary: 'Pass every gate',
    access,
    input: GatedInput,
    output: z.object({ passed: z.literal(true) }),
    errors: [thingNotFound, thingInvalidState, planLimitReached],
    throttle: { bucket: bucketsOfEndpoint.network, limit: 10, windowSeconds: 60 },
    throttles: [{ bucket: bucketsOfEndpoint.caller, limit: 10, windowSeconds: 60, by: () => 'caller' }],
    outside: true,
    feature: 'webinars',
    ...(kind === 'action' ? { prepare: async () => prepared() } : {}),
    ...(ofPeople
      ? {
          stepUp: true,
          may: {
            on: 'thing',
            action: 'pass',
            standings: ['keeper'],
            ofRoles: null,
            when: null,
            message: 'Only the keeper of the thing may.',
            applies: () => true,
            standingsOf: (_: unknown, { mine }: Gated) => (mine ? ['keeper'] : []),
          },
        }
      : {}),
    async find({ exists }) {
      if (!exists) throw thingNotFound();
    },
    async limit({ invitees }: Gated, { entitlements }) {
      entitlements.requireWithin('meeting_invitees', invitees);
    },
    version: () => 1,
    async run({ open }) {
      if (!open) throw thingInvalidState();
      return { passed: true };
    },
  };
  return useCase as unknown as UseCase;
}

/** Refuses the buckets that a test closes; each refusal asks for a wait of its own, which says who refused. */
export class TellingThrottle extends OpenThrottle {
  static readonly waits: Readonly<Record<string, number>> = {
    [bucketsOfEndpoint.network]: 11,
    [bucketsOfEndpoint.caller]: 16,
  };
  override async consume(bucket: string, key: string, limit: number) {
    const answer = await super.consume(bucket, key, limit);
    return { ...answer, retryAfterSeconds: TellingThrottle.waits[bucket] ?? answer.retryAfterSeconds };
  }
}

/** The same for the limits of callers. */
export class TellingRates extends OpenRates {
  static readonly waits: Readonly<Record<string, number>> = {
    session: 12,
    workspace: 13,
    key: 14,
    key_workspace: 15,
  };
  protected override waitOf({ bucket }: RateLimit): number {
    return TellingRates.waits[bucket] ?? 0;
  }
}

export interface GatedRequest {
  readonly credential: string;
  readonly idempotencyKey: string;
  readonly body: string;
  /** What the head says of the body's size, if not the truth. */
  readonly announcedBytes: number | null;
}

interface Refused {
  readonly code: string;
  readonly message: string;
  readonly retryAfterSeconds?: number;
  readonly details?: readonly { readonly code: string }[];
}

/** The code of a refusal, with what tells apart the gates that share it. */
function saidBy({ code, message, retryAfterSeconds, details }: Refused): string {
  if (code === 'rate_limited') return `${code} ${retryAfterSeconds}`;
  if (code === 'plan.feature_not_included') return `${code} (${details?.[0]?.code})`;
  return code === 'permission.denied' && message.includes('keeper') ? `${code} (thing)` : code;
}

/** The endpoint behind a real HTTP server on loopback. */
export async function gatedEndpoint(
  { chancery }: World,
  { kind, access, method }: { kind: UseCase['kind']; access: UseCase['access']; method: Method },
) {
  let preparations = 0;
  const useCase = gatedUseCase(kind, access, () => {
    preparations += 1;
  });
  const { port, close } = await servedUseCase(chancery, {
    ...routeOf(useCase, method, `gated${kind}`),
    path: '/gated',
    status: 200,
  });

  /** The code of the answer; with the wait of a throttle, and with who refused a permission. */
  const answerTo = ({ credential, idempotencyKey, body, announcedBytes }: GatedRequest) =>
    new Promise<string>((resolve, reject) => {
      const asked = httpRequest(
        {
          port,
          method,
          host: '127.0.0.1',
          path: method === 'GET' ? `/gated?${new URLSearchParams(JSON.parse(body)).toString()}` : '/gated',
          headers: {
            Authorization: `Bearer ${credential}`,
            ...(method === 'GET'
              ? {}
              : {
                  'Content-Type': 'application/json',
                  'Content-Length': announcedBytes ?? Buffer.byteLength(body),
                  'X-Idempotency-Key': idempotencyKey,
                }),
          },
        },
        async (response) => {
          const parts: Buffer[] = [];
          for await (const part of response) parts.push(part);
          const { success, error } = JSON.parse(Buffer.concat(parts).toString('utf8'));
          if (announcedBytes !== null) asked.destroy();
          if (success) return resolve('passed');
          resolve(saidBy(error));
        },
      );
      asked.on('error', (error) => (announcedBytes === null ? reject(error) : undefined));
      if (method === 'GET') asked.end();
      else if (announcedBytes === null) asked.end(body);
      else asked.write(body);
    });

  return {
    answerTo,
    preparations: () => preparations,
    close,
  };
}
