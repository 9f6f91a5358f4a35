import { governance } from '@chancery/core';
import { z } from 'zod';
import { EngineFailure } from '../pool/engine-failure.ts';
import type { EnginePool } from '../pool/engine-pool.ts';
import { engineTask, moduleBeside } from '../pool/engine-task.ts';
import { pooledRun, TooCostly } from '../pool/pooled-run.ts';

const common = {
  text: z.string(),
  confidence: z.number().min(0).max(1),
  citations: z.array(
    z.strictObject({
      artifactId: z.string(),
      versionNumber: z.int(),
      start: z.int().min(0),
      end: z.int().min(0),
      exact: z.string(),
    }),
  ),
};
const finding = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('summary'), data: z.null(), ...common }),
  z.strictObject({
    kind: z.literal('timeline'),
    data: z.strictObject({ date: z.iso.date(), precision: z.enum(governance.datePrecisions) }),
    ...common,
  }),
  z.strictObject({
    kind: z.literal('follow_up_candidates'),
    data: z.strictObject({
      title: z.string(),
      dueOn: z.iso.date().nullable(),
      priority: z.enum(governance.followUpPriorities),
    }),
    ...common,
  }),
  z.strictObject({
    kind: z.literal('inconsistencies'),
    data: z.strictObject({
      rule: z.enum(governance.inconsistencyRules),
      severity: z.enum(governance.severities),
    }),
    ...common,
  }),
]);

const findProposals = engineTask<typeof import('./find-proposals-task.ts')>({
  name: 'find proposals',
  module: moduleBeside(import.meta.url, './find-proposals-task'),
  output: z.array(finding),
  limits: { outputMebibytes: 16, processorSeconds: 30, wallSeconds: 60 },
});

/** Looks for findings by rules, in the processes of the pool; nothing leaves the machine. */
export class PooledLocalIntelligence implements governance.IntelligenceProvider {
  readonly model = 'chancery-rules-1';
  readonly isExternal = false;
  readonly #pool: EnginePool;

  constructor(pool: EnginePool) {
    this.#pool = pool;
  }

  async run(
    asked: governance.IntelligenceAsked,
    signal?: AbortSignal,
  ): Promise<readonly governance.ProposedFinding[]> {
    if (asked.versions.length === 0) return [];
    try {
      return await pooledRun(this.#pool, findProposals, asked, signal === undefined ? {} : { signal });
    } catch (error) {
      const isOfTexts = error instanceof EngineFailure && error.reason === 'failed';
      if (error instanceof TooCostly || isOfTexts)
        throw new governance.IntelligenceRefused('The texts take too much', { cause: error });
      throw error;
    }
  }
}
