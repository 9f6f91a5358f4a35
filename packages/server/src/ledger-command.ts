import { operate } from '@chancery/core';
import { records } from '@chancery/core/internal';
import { answerCommand, complain, type Given, textOf, workspaceIdForm } from './command-answer.ts';
import type { Environment } from './configuration.ts';
import { requireWorkspace } from './existing-workspace.ts';

const mostSeqs = 10_000;

/** The commands `ledger rotate-key` and `ledger erase-details`, in the name of an operator. */
export async function ledgerCommand(environment: Environment, name: string, given: Given): Promise<number> {
  const ledgerId = textOf(given.ledgerId);
  if (!workspaceIdForm.test(ledgerId) && ledgerId !== 'installation')
    return complain(2, 'Give the id of a workspace, or installation.');
  const seqs = textOf(given.seqs)
    .split(',')
    .map((seq) => Number(seq.trim()));
  const erases = name === 'ledger erase-details';
  if (erases && (seqs.length > mostSeqs || seqs.some((seq) => !Number.isSafeInteger(seq) || seq < 1)))
    return complain(2, 'Give --seqs as numbers of events, separated by commas.');

  return answerCommand(environment, async ({ chancery }) => {
    if (ledgerId !== 'installation') await requireWorkspace(chancery, ledgerId);
    return operate(
      chancery.ports,
      records.ports,
      ledgerId === 'installation' ? null : ledgerId,
      async (work) => {
        work.enter(ledgerId);
        if (erases) {
          const erased = await records.eraseDetails(ledgerId, seqs, 'request', work);
          return { ledgerId, erased };
        }
        const rotated = await records.rotateLogKey(ledgerId, work);
        return { ledgerId, newVkey: rotated?.vkey ?? null };
      },
      'identity',
    );
  });
}
