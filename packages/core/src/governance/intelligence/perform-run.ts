import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import type { Instant } from '../../kernel/time.ts';
import {
  type EntrySeal,
  type EntrySurroundings,
  entrySeal,
  openedContent,
  openedKey,
  type SealedVersion,
} from '../../records/index.ts';
import type { GovernancePorts, GovernancePreparing } from '../ports.ts';
import { allowedInputs } from './allowed-inputs.ts';
import { checkedFindings } from './citations.ts';
import { intelligenceProviderNotAllowed } from './errors.ts';
import type { IntelligenceAsked, IntelligenceProvider, ReadVersion } from './provider.ts';
import { IntelligenceRefused } from './provider.ts';
import { type IntelligenceRun, intelligenceRunStates, reviewEnd } from './run.ts';
import { sealedFinding } from './sealed-findings.ts';

type Inside = GovernancePorts & Pick<FollowUpContext, 'now' | 'newId'>;

/** What a run is performed with, in a request and in a job alike: no transaction is open while the provider computes. */
export interface Performing
  extends Pick<GovernancePreparing, 'keyVault' | 'recordCipher' | 'intelligence' | 'timeZones'> {
  readonly now: Instant;
  readonly workspaceId: string;
  readonly transact: <T>(work: (context: Inside) => Promise<T>) => Promise<T>;
}

/** What is read for a run, still sealed. */
interface Sealed {
  readonly versions: readonly SealedVersion[];
  readonly surroundings: EntrySurroundings;
  readonly keyId: string | null;
  readonly openFollowUps: readonly string[];
  readonly timeZone: string;
}

/** Asks the provider, and stores what stands in the entries of its answer. Null: another process has ended the run. */
export async function performRun(
  run: IntelligenceRun,
  performing: Performing,
): Promise<IntelligenceRun | null> {
  const started = {
    ...run,
    status: intelligenceRunStates.next(run.status, 'start'),
    startedAt: performing.now,
  };
  const read = await performing.transact(async (work) => {
    if (!(await work.intelligenceRuns.save(started, run.status))) return null;
    return sealedInputs(run, work);
  });
  if (read === null) return null;
  const begun = { ...started, version: run.version + 1 };
  const provider = performing.intelligence[run.provider];
  if (read === 'not_allowed' || provider === null)
    return failedRun(begun, intelligenceProviderNotAllowed.code, performing);

  const key = read.keyId === null ? null : await openedKey(read.keyId, performing);
  const seal = entrySeal(performing.workspaceId, key, performing.recordCipher);
  const asked = askedOf(run, read, seal, performing);
  const answer = await answered(provider, asked);
  if (answer === null) return failedRun(begun, 'intelligence.refused', performing);
  return concluded(begun, checkedFindings(answer, asked), seal, performing);
}

/** Whether it may leave is asked again at the last moment: labels and settings may have changed since the run was asked for. */
async function sealedInputs(run: IntelligenceRun, work: Inside): Promise<Sealed | 'not_allowed'> {
  const settings = await work.recordSettings.get();
  if (run.provider === 'external' && !settings.externalIntelligence) return 'not_allowed';
  const pinned = await work.recordEntries.pinned(run.inputs);
  const allowed = new Set(
    allowedInputs(
      pinned.map(({ entry }) => entry),
      run.provider,
      settings,
    ).map(({ id }) => id),
  );
  const versions = pinned.filter(({ entry }) => allowed.has(entry.id));
  const entries = versions.map(({ entry }) => entry);
  const { defaultTimeZone } = await work.workspaceIdentity.profile();
  return {
    versions,
    surroundings: await work.recordReading.surroundings(entries),
    keyId: await work.recordEntries.keyIdOf(run.caseId),
    openFollowUps: await work.recordReading.openFollowUps(run.caseId),
    timeZone: defaultTimeZone,
  };
}

function askedOf(
  { kinds, language }: IntelligenceRun,
  { versions, surroundings, openFollowUps, timeZone }: Sealed,
  seal: EntrySeal,
  { timeZones }: Pick<Performing, 'timeZones'>,
): IntelligenceAsked {
  const readVersions = versions.flatMap((version): ReadVersion[] => {
    const content = openedContent(version, surroundings, seal);
    if (content === null) return [];
    const { timeZone: ofEncounter, ...read } = content;
    return [{ ...read, occurredOn: timeZones.wall(content.occurredAt, ofEncounter ?? timeZone) }];
  });
  return { kinds, language, versions: readVersions, openFollowUps };
}

/** Null if the provider can have no answer. */
async function answered(provider: IntelligenceProvider, asked: IntelligenceAsked) {
  try {
    return await provider.run(asked);
  } catch (error) {
    if (error instanceof IntelligenceRefused) return null;
    throw error;
  }
}

function concluded(
  run: IntelligenceRun,
  { findings, dropped }: ReturnType<typeof checkedFindings>,
  seal: EntrySeal,
  { transact, now }: Performing,
): Promise<IntelligenceRun | null> {
  const ended: IntelligenceRun = {
    ...run,
    status: intelligenceRunStates.next(run.status, findings.length === 0 ? 'conclude' : 'finish'),
    droppedFindings: dropped,
    finishedAt: now,
    expiresAt: findings.length === 0 ? null : reviewEnd(now),
    updatedAt: now,
    updatedByUserId: null,
  };
  return transact(async ({ intelligenceRuns, newId }) => {
    if (!(await intelligenceRuns.save(ended, run.status))) return null;
    await intelligenceRuns.addFindings(
      findings.map((proposed, position) =>
        sealedFinding(proposed, { id: newId(), runId: run.id, position }, seal),
      ),
    );
    return { ...ended, version: run.version + 1 };
  });
}

/** Ends a run that can have no findings; null if another process has ended it. */
export async function failedRun(
  run: IntelligenceRun,
  errorCode: string,
  { transact, now }: Pick<Performing, 'transact' | 'now'>,
): Promise<IntelligenceRun | null> {
  const status = intelligenceRunStates.next(run.status, 'abandon');
  const failed = { ...run, status, errorCode, finishedAt: now, updatedAt: now, updatedByUserId: null };
  const saved = await transact(({ intelligenceRuns }) => intelligenceRuns.save(failed, run.status));
  return saved ? { ...failed, version: run.version + 1 } : null;
}
