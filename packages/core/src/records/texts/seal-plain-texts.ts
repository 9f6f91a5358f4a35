import { eachInTurn } from '../../kernel/each-in-turn.ts';
import { sealStoredEncounter } from '../encounters/encounter-text.ts';
import { type EntrySeal, entrySeal } from '../entries/content.ts';
import { sealStoredFollowUp } from '../follow-ups/follow-up-text.ts';
import type { InsideWorkspace } from '../in-workspace.ts';
import { scopesAtOnce, sealsWaiting, sealWaiting } from '../keys/seal-waiting.ts';
import { scheduled } from '../ports.ts';

const textsAtOnce = 50;

/** Seals what was written about encounters and follow-ups before that was sealed, some cases at a time. */
export const sealPlainTexts = scheduled(
  { topic: 'records.seal_plain_texts', ...sealsWaiting },
  async (context) => {
    const found = await context.read(({ plainTextSweep }) => plainTextSweep.cases(scopesAtOnce));
    await eachInTurn(found, ({ workspaceId, caseId }) =>
      sealWaiting(
        { workspaceId, kind: 'case', id: caseId },
        // With its key goes all that is written in a case: a disposition that has begun takes this too.
        async (key, work) =>
          key !== null && sealSome(caseId, entrySeal(workspaceId, key, context.recordCipher), work),
        context,
      ),
    );
  },
);

/** Whether there may be more of it. */
async function sealSome(caseId: string, seal: EntrySeal, work: InsideWorkspace): Promise<boolean> {
  // The case is locked before what is in it, by everybody.
  const recordCase = await work.cases.find(caseId, 'for update');
  if (recordCase === null || recordCase.status === 'disposed') return false;
  const encounters = await work.encounters.plainOf(caseId, textsAtOnce);
  for (const each of encounters) await sealStoredEncounter(each, seal, work);
  const followUps = await work.followUps.plainOf(caseId, textsAtOnce);
  for (const each of followUps) await sealStoredFollowUp(each, seal, work);
  return encounters.length === textsAtOnce || followUps.length === textsAtOnce;
}
