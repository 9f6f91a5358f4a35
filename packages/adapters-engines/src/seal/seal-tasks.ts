import { createHash } from 'node:crypto';
import { type ByteSource, sealChecks } from '@chancery/core';
import { z } from 'zod';
import { EngineFailure } from '../pool/engine-failure.ts';
import type { EnginePool } from '../pool/engine-pool.ts';
import { engineTask, moduleBeside } from '../pool/engine-task.ts';
import { pooledRun, TooCostly } from '../pool/pooled-run.ts';
import type { CheckSealInput, CheckSealOutput } from './check-seal-task.ts';
import type { SealPlaceholder } from './seal-placeholder.ts';

const sentence = z.string().max(600);
const optional = z.string().max(2000).nullable();
const digest = z.string().length(64);

const checkSeal = engineTask<typeof import('./check-seal-task.ts')>({
  name: 'check seal',
  module: moduleBeside(import.meta.url, './check-seal-task'),
  output: z.strictObject({
    sha256: digest,
    pages: z.number().int().min(0).nullable(),
    seals: z.number().int().min(0),
    seal: z
      .strictObject({
        name: optional,
        certificateSubject: optional,
        certificateFingerprint: digest.nullable(),
        issuerFingerprint: digest.nullable(),
        level: z.enum(['B-B', 'B-T']).nullable(),
        claimedAt: optional,
        timestampAt: optional,
        checks: z
          .array(
            z.strictObject({
              check: z.enum(sealChecks),
              outcome: z.enum(['passed', 'failed', 'not_checked']),
              detail: sentence,
            }),
          )
          .max(sealChecks.length),
      })
      .nullable(),
    evidence: z.union([z.instanceof(Uint8Array), z.literal('too_large')]).nullable(),
    isEvidenceNamed: z.boolean().nullable(),
  }),
  limits: { outputMebibytes: 6, sourceReadings: 1 },
});

const widenPlaceholder = engineTask<typeof import('./widen-placeholder-task.ts')>({
  name: 'widen placeholder of a seal',
  module: moduleBeside(import.meta.url, './widen-placeholder-task'),
  output: z.instanceof(Uint8Array),
  limits: { sourceReadings: 1, outputMebibytes: 160 },
});

const prepareSeal = engineTask<typeof import('./prepare-seal-task.ts')>({
  name: 'prepare for a seal',
  module: moduleBeside(import.meta.url, './prepare-seal-task'),
  output: z.strictObject({ bytes: z.instanceof(Uint8Array), pages: z.number().int().min(1) }).nullable(),
  limits: { sourceReadings: 1, outputMebibytes: 160 },
});

const unreadable = { pages: null, seals: 0, seal: null, evidence: null, isEvidenceNamed: null };

/** What is done to files in processes of their own. */
export class SealTasks {
  readonly #pool: EnginePool;

  constructor(pool: EnginePool) {
    this.#pool = pool;
  }

  /** A file that no process can read, or that exceeds what a task may use, is unreadable. */
  async check(content: ByteSource, input: CheckSealInput): Promise<CheckSealOutput> {
    try {
      return await pooledRun(this.#pool, checkSeal, input, { sources: [content] });
    } catch (error) {
      if (isAboutTheFile(error)) return { sha256: await sha256Of(content), ...unreadable };
      throw error;
    }
  }

  widen(prepared: ByteSource, contentsBytes: number): Promise<Uint8Array> {
    return pooledRun(this.#pool, widenPlaceholder, { contentsBytes }, { sources: [prepared] });
  }

  /** Null of a file that no process can read, or that exceeds what a task may use. */
  async prepare(content: ByteSource, placeholder: SealPlaceholder) {
    try {
      return await pooledRun(this.#pool, prepareSeal, placeholder, { sources: [content] });
    } catch (error) {
      if (isAboutTheFile(error)) return null;
      throw error;
    }
  }
}

const isAboutTheFile = (error: unknown): boolean =>
  error instanceof TooCostly || (error instanceof EngineFailure && error.reason === 'failed');

async function sha256Of(content: ByteSource): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of await content.read()) hash.update(piece);
  return hash.digest('hex');
}
