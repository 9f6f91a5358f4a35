import { detailOfScope, detailOpenedByRing, detailUnderRing, waitingFor } from '../../kernel/detail-seal.ts';
import { eachInTurn } from '../../kernel/each-in-turn.ts';
import type { OpenedKey } from '../../kernel/key-vault.ts';
import type { SealingKey } from '../../kernel/ports.ts';
import { publicHalfOf } from '../../kernel/scope-seal.ts';
import type { InsideWorkspace } from '../in-workspace.ts';
import { scopesAtOnce, sealsWaiting, sealWaiting } from '../keys/seal-waiting.ts';
import { scheduled } from '../ports.ts';

const detailsAtOnce = 200;

/** Puts details that the key ring has sealed for a subject or a case under the key of that, since it can seal now. */
export const sealWaitingDetails = scheduled(
  { topic: 'records.seal_waiting_details', ...sealsWaiting },
  async (context) => {
    const scopes = await context.read(({ waitingDetailSweep }) => waitingDetailSweep.scopes(scopesAtOnce));
    await eachInTurn(scopes, (scope) =>
      sealWaiting(scope, (key, work) => sealSome(scope, key, work), context),
    );
  },
);

/** Without a key, since that was destroyed, they stay what the key ring has sealed, and wait no more. */
async function sealSome(
  { workspaceId: ledgerId, ...scope }: SealingKey & { readonly workspaceId: string },
  key: OpenedKey | null,
  { auditTrail, keyRing }: InsideWorkspace,
): Promise<boolean> {
  const half = key && publicHalfOf(key);
  const details = await auditTrail.detailsUnder(waitingFor(scope), detailsAtOnce);
  for (const detail of details) {
    const place = { ledgerId, eventId: detail.eventId };
    const bytes = detailOpenedByRing(detail, place, keyRing);
    const becomes =
      half === null ? detailUnderRing(bytes, place, keyRing) : detailOfScope(bytes, place, half);
    await auditTrail.moveDetail(detail.seq, detail.sealedValue, becomes);
  }
  return details.length === detailsAtOnce;
}
