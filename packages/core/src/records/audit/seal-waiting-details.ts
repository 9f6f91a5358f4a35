import { detailOfScope, detailUnderRing, openedByRing, waitingFor } from '../../kernel/detail-seal.ts';
import { isFailure } from '../../kernel/errors.ts';
import type { KeyRing, SealingKey } from '../../kernel/ports.ts';
import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import { scopePublicKey } from '../../kernel/scope-seal.ts';
import { recordSweepJobs } from '../jobs.ts';
import type { MadeKey } from '../keys/ports.ts';
import { scopeKey } from '../keys/scope-key.ts';
import { type RecordsPorts, type RecordsReacting, scheduled } from '../ports.ts';

const [scopesAtOnce, detailsAtOnce] = [200, 200];

/**
 * Puts details that the key ring has sealed for a subject or a case under the key of that: what was written before its key
 * could seal. What a run leaves, the next one finds, and each is read as it stands meanwhile.
 */
export const sealWaitingDetails = scheduled(
  {
    topic: 'records.seal_waiting_details',
    cron: '* * * * *',
    policy: recordSweepJobs,
    databaseRole: 'identity',
  },
  async (context) => {
    const failures: unknown[] = [];
    for (const each of await context.read(({ waitingDetailSweep }) =>
      waitingDetailSweep.scopes(scopesAtOnce),
    ))
      try {
        await sealDetailsOf(each, context);
      } catch (error) {
        // One whose key cannot be opened at the moment holds back none of those that were found with it.
        if (!isFailure(error)) throw error;
        failures.push(error);
      }
    if (failures.length > 0) throw failures[0];
  },
);

type Scope = SealingKey & { readonly workspaceId: string };
type Work = RecordsPorts & FollowUpContext;

async function sealDetailsOf(
  scope: Scope,
  { transact, keyVault, keyRing, now }: RecordsReacting,
): Promise<void> {
  const inWorkspace = <T>(work: (context: Work) => Promise<T>): Promise<T> =>
    transact((context) => {
      context.enter(scope.workspaceId);
      return work(context);
    });
  const key = (await inWorkspace((work) => isThere(scope, work)))
    ? await scopeKey(scope, { keyVault, now, workspaceId: scope.workspaceId, transact: inWorkspace })
    : null;
  const made = key && { keyId: key.id, publicKey: scopePublicKey(key) };
  if (made !== null) await inWorkspace(({ recordKeys }) => recordKeys.publish(made));
  for (let goesOn = true; goesOn; )
    goesOn = await inWorkspace((work) => sealSome(scope, made, keyRing, work));
}

/** Whether it is, or once was, one of the records: only that has a key. */
const isThere = async ({ kind, id }: Scope, { cases, subjects }: Work): Promise<boolean> =>
  (kind === 'case' ? await cases.find(id) : await subjects.find(id)) !== null;

/** Whether there may be more of it. Without a key, since that was destroyed, it stays what the key ring has sealed. */
async function sealSome(
  scope: Scope,
  key: MadeKey | null,
  keyRing: KeyRing,
  { auditTrail }: Work,
): Promise<boolean> {
  const { workspaceId: ledgerId } = scope;
  const details = await auditTrail.detailsUnder(waitingFor(scope), detailsAtOnce);
  for (const detail of details) {
    const place = { ledgerId, eventId: detail.eventId };
    const bytes = openedByRing(detail, place, keyRing);
    const becomes = key === null ? detailUnderRing(bytes, place, keyRing) : detailOfScope(bytes, place, key);
    await auditTrail.moveDetail(detail.seq, detail.sealedValue, becomes);
  }
  return details.length === detailsAtOnce;
}
