import { isFailure } from '../../kernel/errors.ts';
import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import { sealStoredEncounter } from '../encounters/encounter-text.ts';
import { type EntrySeal, entrySeal } from '../entries/content.ts';
import { sealStoredFollowUp } from '../follow-ups/follow-up-text.ts';
import { recordSweepJobs } from '../jobs.ts';
import { scopeKey } from '../keys/scope-key.ts';
import { type RecordsPorts, type RecordsReacting, scheduled } from '../ports.ts';

const [casesAtOnce, textsAtOnce] = [200, 50];

/**
 * Seals what was written about encounters and follow-ups before that was sealed, some cases at a time. What a run leaves, the
 * next one finds, and what is plain meanwhile is read as it stands.
 */
export const sealPlainTexts = scheduled(
  {
    topic: 'records.seal_plain_texts',
    cron: '* * * * *',
    policy: recordSweepJobs,
    databaseRole: 'identity',
  },
  async (context) => {
    const found = await context.read(({ plainTextSweep }) => plainTextSweep.cases(casesAtOnce));
    const failures: unknown[] = [];
    for (const each of found)
      try {
        await sealCase(each, context);
      } catch (error) {
        // A case whose key cannot be opened at the moment holds back none of those that were found with it.
        if (!isFailure(error)) throw error;
        failures.push(error);
      }
    if (failures.length > 0) throw failures[0];
  },
);

type Work = RecordsPorts & FollowUpContext;

async function sealCase(
  { workspaceId, caseId }: { readonly workspaceId: string; readonly caseId: string },
  { transact, keyVault, recordCipher, now }: RecordsReacting,
): Promise<void> {
  const inWorkspace = <T>(work: (context: Work) => Promise<T>): Promise<T> =>
    transact((context) => {
      context.enter(workspaceId);
      return work(context);
    });
  const key = await scopeKey(
    { kind: 'case', id: caseId },
    { keyVault, now, workspaceId, transact: inWorkspace },
  );
  // With its key goes all that is written in a case: a disposition that has begun takes this too.
  if (key === null) return;
  const seal = entrySeal(workspaceId, key, recordCipher);
  for (let goesOn = true; goesOn; ) goesOn = await inWorkspace((work) => sealSome(caseId, seal, work));
}

/** Whether there may be more of it. */
async function sealSome(caseId: string, seal: EntrySeal, work: Work): Promise<boolean> {
  // The case is locked before what is in it, by everybody.
  const recordCase = await work.cases.find(caseId, 'for update');
  if (recordCase === null || recordCase.status === 'disposed') return false;
  const encounters = await work.encounters.plainOf(caseId, textsAtOnce);
  for (const each of encounters) await sealStoredEncounter(each, seal, work);
  const followUps = await work.followUps.plainOf(caseId, textsAtOnce);
  for (const each of followUps) await sealStoredFollowUp(each, seal, work);
  return encounters.length === textsAtOnce || followUps.length === textsAtOnce;
}
