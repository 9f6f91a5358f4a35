import { eachInTurn } from '../../kernel/each-in-turn.ts';
import type { OpenedKey } from '../../kernel/key-vault.ts';
import { publicHalfOf } from '../../kernel/scope-seal.ts';
import type { InsideWorkspace } from '../in-workspace.ts';
import { scopesAtOnce, sealsWaiting, sealWaiting } from '../keys/seal-waiting.ts';
import { scheduled } from '../ports.ts';
import { identifierSeal, openedByRing } from './identifiers.ts';

const identifiersAtOnce = 200;

/** Puts identifiers that the key ring has sealed under the key of their subject, since that can seal now. */
export const sealWaitingIdentifiers = scheduled(
  { topic: 'records.seal_waiting_identifiers', ...sealsWaiting },
  async (context) => {
    const found = await context.read(({ waitingIdentifierSweep }) =>
      waitingIdentifierSweep.subjects(scopesAtOnce),
    );
    await eachInTurn(found, (each) => {
      const scope = { kind: 'subject', id: each.subjectId, workspaceId: each.workspaceId } as const;
      return sealWaiting(scope, (key, work) => sealSome(each, key, work), context);
    });
  },
);

interface Waiting {
  readonly workspaceId: string;
  readonly subjectId: string;
}

async function sealSome(
  { workspaceId, subjectId }: Waiting,
  key: OpenedKey | null,
  { subjectIdentifiers, recordKeys, keyRing }: InsideWorkspace,
): Promise<boolean> {
  // What a retired key would have sealed is about to be deleted.
  if (key === null || (await recordKeys.isRetired({ kind: 'subject', id: subjectId }))) return false;
  const half = publicHalfOf(key);
  const waiting = await subjectIdentifiers.waiting(subjectId, identifiersAtOnce);
  for (const identifier of waiting) {
    const value = openedByRing(identifier, keyRing);
    const sealed = identifierSeal(identifier.id, value, half, { workspaceId, keyRing });
    await subjectIdentifiers.reseal(identifier, sealed);
  }
  return waiting.length === identifiersAtOnce;
}
