import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { z } from 'zod';
import { builtInPlans } from '../billing/plans.ts';
import { newApiKeySecret } from '../kernel/api-key-format.ts';
import { systemRandom } from '../kernel/crypto.ts';
import type { UseCase } from '../kernel/declaration.ts';
import { systemIds } from '../kernel/ids.ts';
import { defaultSettings } from '../kernel/settings.ts';
import { contexts } from './contexts.ts';
import { createChancery } from './facade.ts';
import type { ChanceryPorts } from './ports.ts';

const now = '2026-11-23T12:00:00.000Z';
const { secret, secretHash } = newApiKeySecret(systemRandom);
const key = {
  apiKeyId: '0190a000-0000-7000-8000-000000000000',
  name: 'Application',
  scopes: ['workspace.read'],
  rateLimitPerMinute: 6000,
  allowedIpRanges: [],
  actsAsUserId: 'usr_0',
  actsAsEmailVerified: true,
  expiresAt: null,
  revokedAt: null,
  secretHash,
  secretExpiresAt: null,
  workspace: {
    id: 'workspace_a',
    status: 'active',
    planCode: 'business',
    planTerms: {},
    settings: { apiKeysEnabled: true },
  },
};

/** A database that answers at once: what is measured is the pipeline alone. */
const transaction = {
  apiKey: async () => ({ text: JSON.stringify(key), row: () => structuredClone(key) }),
  enter: () => undefined,
  repositories: {},
};
const ports = {
  clock: { now: () => now },
  ids: systemIds,
  random: systemRandom,
  plans: builtInPlans,
  settings: defaultSettings,
  requestRates: { count: async () => ({ allowed: true, remaining: 1, endsInSeconds: 60 }) },
  unitOfWork: { run: (_mode: string, _role: string, work: (given: object) => unknown) => work(transaction) },
} as unknown as ChanceryPorts; // the use case below asks for none of the others

const useCase = {
  kind: 'query',
  ports: contexts.workspace.ports,
  summary: 'Read something',
  access: { scope: 'workspace.read' },
  input: z.strictObject({}),
  output: z.object({ id: z.string() }),
  run: async (_: unknown, context: { workspaceId: string }) => ({ id: context.workspaceId }),
} as unknown as UseCase;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options?: { readonly type: 'minor' }) => void;

/** Bytes that the collector of young objects leaves of one request when all of them are answered. */
async function survivingBytes(requests: number, request: () => Promise<unknown>): Promise<number> {
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index < requests; index += 1) await request();
  collect({ type: 'minor' });
  collect({ type: 'minor' });
  return (process.memoryUsage().heapUsed - before) / requests;
}

describe('what a request leaves behind', () => {
  it('is nothing that the collector of young objects does not take', async () => {
    const chancery = createChancery(ports);
    const caller = {
      credential: secret,
      address: '203.0.113.7',
      userAgent: null,
      requestId: '',
      correlationId: '',
      idempotencyKey: null,
    };
    const ask = () => chancery.execute('readSomething', useCase, {}, caller);
    await survivingBytes(500, ask);
    const rounds: number[] = [];
    for (let round = 0; round < 3; round += 1) rounds.push(await survivingBytes(500, ask));

    // A context that outlives its call by one closure is above ten thousand; what the counters of the runtime keep is below one.
    expect(Math.min(...rounds)).to.be.below(2000);
  });
});
