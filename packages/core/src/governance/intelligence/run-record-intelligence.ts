import { z } from 'zod';
import { id, locale } from '../../kernel/shapes.ts';
import { plusMinutes } from '../../kernel/time.ts';
import {
  caseNotFound,
  entryNotFound,
  type LabelMask,
  noLabels,
  openedKey,
  purposeOfUse,
  type RecordEntry,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
  type SeenCase,
  writesOfRecords,
} from '../../records/index.ts';
import { action, type GovernancePorts, type GovernancePreparing } from '../ports.ts';
import { allowedInputs } from './allowed-inputs.ts';
import { intelligenceNoInput, intelligenceProviderNotAllowed, intelligenceRunActive } from './errors.ts';
import { aboutRun, intelligenceRun, intelligenceRunQueued } from './events.ts';
import { findingKinds } from './finding.ts';
import { deniedRunOfCase, onIntelligence } from './found-run.ts';
import { failedRun, performRun } from './perform-run.ts';
import { type IntelligenceProviders, intelligenceProviders } from './provider.ts';
import { type IntelligenceRun, intelligenceRunStates, mostInputs } from './run.ts';
import { sayLabelledRead } from './say-labelled-read.ts';
import { shownRun } from './shown-run.ts';
import { IntelligenceRunView } from './views.ts';

/** After so long a job looks whether the request that began the run has ended it. */
const patienceMinutes = 5;

const input = z.strictObject({
  caseId: id().describe('The id of the case.'),
  kinds: z
    .array(z.enum(findingKinds))
    .min(1)
    .max(findingKinds.length)
    .refine((kinds) => new Set(kinds).size === kinds.length, {
      error: 'Name each of them once.',
      params: { code: 'field.duplicate' },
    })
    .describe('What to look for.')
    .meta({ examples: [['summary', 'follow_up_candidates']] }),
  artifactIds: z
    .array(id())
    .min(1)
    .max(mostInputs)
    .overwrite((ids) => [...new Set(ids)])
    .optional()
    .describe('The entries to look at; by default the newest 200 that are finalized.'),
  provider: z
    .enum(intelligenceProviders)
    .default('local')
    .describe('Who computes: rules on this machine, or the provider that the operator has configured.'),
  language: locale()
    .optional()
    .describe('The language of the entries; by default that of the subject, or else of the workspace.'),
  purposeOfUse: purposeOfUse(),
});
type Input = z.output<typeof input>;

export const runRecordIntelligence = action({
  summary: 'Look for findings in the entries of a case',
  description:
    'Reads finalized entries that you see and the provider may read. Every finding quotes the places that it is drawn from, and is a proposal until somebody decides it. The rules of this machine have answered when the call returns; an external provider is asked by a job.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  feature: 'records_intelligence',
  throttles: writesOfRecords,
  cli: { command: 'governance intelligence run', example: { kinds: ['summary'] } },
  input,
  output: z.object({ run: IntelligenceRunView }),
  errors: [
    caseNotFound,
    entryNotFound,
    recordsPurposeRequired,
    recordsPurposeNotAllowed,
    intelligenceProviderNotAllowed,
    intelligenceNoInput,
    intelligenceRunActive,
  ],
  denial: deniedRunOfCase,

  find: (asked, context) => context.recordCases.seen(asked, context),
  may: onIntelligence('run'),

  async prepare(given, context) {
    const { run, keyId } = await context.transact((work) => begin(given, context.intelligence, work));
    const key = keyId === null ? null : await openedKey(keyId, context);
    if (run.provider === 'external') return { run, key };
    try {
      return { run: (await performRun(run, context)) ?? run, key };
    } catch (error) {
      await endUnfinished(run.id, context);
      throw error;
    }
  },

  async run(_, context) {
    const { run, key } = context.prepared;
    return { run: await shownRun({ run, effectiveMask: await maskNow(run, context) }, key, context) };
  },
});

type Work = Parameters<Parameters<GovernancePreparing['transact']>[0]>[0];

/** Stores the run with what it is to read, so that the same is read whenever it is performed. */
async function begin(
  given: Input,
  providers: IntelligenceProviders,
  work: Work,
): Promise<{ readonly run: IntelligenceRun; readonly keyId: string | null }> {
  const { recordSettings, recordReading, recordEntries, intelligenceRuns, emit } = work;
  const found = await work.recordCases.seen(given, work);
  const settings = await recordSettings.get();
  const provider = providers[given.provider];
  if (provider === null || (given.provider === 'external' && !settings.externalIntelligence))
    throw intelligenceProviderNotAllowed();
  const purpose = given.purposeOfUse ?? null;
  const asked = { artifactIds: given.artifactIds ?? null, purposeOfUse: purpose, most: mostInputs };
  const { entries, withheld } = await recordReading.readable(asked, found, work);
  const allowed = allowedInputs(entries, given.provider, settings);
  if (allowed.length === 0) throw intelligenceNoInput();

  const pinned = await recordEntries.pinned(
    allowed.map((entry) => ({ artifactId: entry.id, versionNumber: entry.currentVersion })),
  );
  const run: IntelligenceRun = {
    ...(await newRun(given, found, work)),
    model: provider.model,
    inputs: pinned.map(({ entry, submission: { number, contentHash } }) => ({
      ...{ artifactId: entry.id, versionNumber: number, contentHash },
    })),
    excludedByLabel: withheld + entries.length - allowed.length,
  };
  await intelligenceRuns.add(run);
  sayLabelledRead('entries', allowed, found.used, work);
  sayBegun(run, allowed, work);
  const dueAt = run.provider === 'local' ? plusMinutes(work.now, patienceMinutes) : work.now;
  emit(intelligenceRunQueued, { runId: run.id, dueAt });
  return { run, keyId: await recordEntries.keyIdOf(run.caseId) };
}

async function newRun({ caseId, kinds, provider, language }: Input, found: SeenCase, work: Work) {
  const { now, newId, user, recordSubjects, workspaceIdentity } = work;
  const subject = await recordSubjects.get(found.case.primarySubjectId);
  const { defaultLocale } = await workspaceIdentity.profile();
  return {
    ...{ id: newId(), caseId, kinds, provider, language: language ?? subject?.language ?? defaultLocale },
    ...{ status: intelligenceRunStates.begin('queued'), droppedFindings: 0, errorCode: null },
    ...{ createdByUserId: user.userId, createdAt: now, startedAt: null, finishedAt: null, expiresAt: null },
    ...{ reviewedByUserId: null, reviewedAt: null, reviewCommentSealed: null },
    ...{ updatedAt: now, updatedByUserId: user.userId, version: 1 },
  };
}

function sayBegun(run: IntelligenceRun, entries: readonly RecordEntry[], { emit }: Pick<Work, 'emit'>): void {
  emit(intelligenceRun, {
    ...aboutRun(run, unionOf(entries)),
    provider: run.provider,
    kinds: [...run.kinds],
    artifactIds: run.inputs.map(({ artifactId }) => artifactId),
  });
}

const unionOf = (entries: readonly Pick<RecordEntry, 'effectiveMask'>[]): LabelMask =>
  entries.reduce((mask, { effectiveMask }) => mask | effectiveMask, noLabels);

async function maskNow(
  { inputs }: IntelligenceRun,
  { recordEntries }: Pick<GovernancePorts, 'recordEntries'>,
): Promise<LabelMask> {
  return unionOf((await recordEntries.pinned(inputs)).map(({ entry }) => entry));
}

/** The caller learns of the failure, and may begin again at once. */
async function endUnfinished(runId: string, { transact, now }: GovernancePreparing): Promise<void> {
  const run = await transact(({ intelligenceRuns }) => intelligenceRuns.find(runId));
  if (run !== null && intelligenceRunStates.can(run.status, 'abandon'))
    await failedRun(run, 'dependency.unavailable', { transact, now });
}
