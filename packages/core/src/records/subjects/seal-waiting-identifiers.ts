import { isFailure } from '../../kernel/errors.ts';
import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import { scopePublicKey } from '../../kernel/scope-seal.ts';
import { recordSweepJobs } from '../jobs.ts';
import type { MadeKey } from '../keys/ports.ts';
import { scopeKey } from '../keys/scope-key.ts';
import { type RecordsPorts, type RecordsReacting, scheduled } from '../ports.ts';
import { identifierSeal, openedByRing } from './identifiers.ts';

const [subjectsAtOnce, identifiersAtOnce] = [200, 200];

/**
 * Puts identifiers that the key ring has sealed under the key of their subject: what was written before that could seal. What
 * a run leaves, the next one finds, and each is read as it stands meanwhile.
 */
export const sealWaitingIdentifiers = scheduled(
  {
    topic: 'records.seal_waiting_identifiers',
    cron: '* * * * *',
    policy: recordSweepJobs,
    databaseRole: 'identity',
  },
  async (context) => {
    const failures: unknown[] = [];
    for (const each of await context.read(({ waitingIdentifierSweep }) =>
      waitingIdentifierSweep.subjects(subjectsAtOnce),
    ))
      try {
        await sealIdentifiersOf(each, context);
      } catch (error) {
        // One whose key cannot be opened at the moment holds back none of those that were found with it.
        if (!isFailure(error)) throw error;
        failures.push(error);
      }
    if (failures.length > 0) throw failures[0];
  },
);

interface Waiting {
  readonly workspaceId: string;
  readonly subjectId: string;
}
type Work = RecordsPorts & FollowUpContext;

async function sealIdentifiersOf(
  { workspaceId, subjectId }: Waiting,
  { transact, keyVault, now }: RecordsReacting,
): Promise<void> {
  const inWorkspace = <T>(work: (context: Work) => Promise<T>): Promise<T> =>
    transact((context) => {
      context.enter(workspaceId);
      return work(context);
    });
  const preparing = { keyVault, now, workspaceId, transact: inWorkspace };
  const key = await scopeKey({ kind: 'subject', id: subjectId }, preparing);
  // What a retired key would have sealed is about to be deleted.
  if (key === null) return;
  const made = { keyId: key.id, publicKey: scopePublicKey(key) };
  await inWorkspace(({ recordKeys }) => recordKeys.publish(made));
  for (let goesOn = true; goesOn; )
    goesOn = await inWorkspace((work) => sealSome({ workspaceId, subjectId }, made, work));
}

/** Whether there may be more of it. */
async function sealSome(
  { workspaceId, subjectId }: Waiting,
  key: MadeKey,
  { subjectIdentifiers, recordKeys, keyRing }: Work,
): Promise<boolean> {
  if (await recordKeys.isRetired({ kind: 'subject', id: subjectId })) return false;
  const waiting = await subjectIdentifiers.waiting(subjectId, identifiersAtOnce);
  for (const identifier of waiting) {
    const value = openedByRing(identifier, keyRing);
    await subjectIdentifiers.reseal(
      identifier,
      identifierSeal(identifier.id, value, key, { workspaceId, keyRing }),
    );
  }
  return waiting.length === identifiersAtOnce;
}
