import { hexOf } from '../bytes.ts';
import { canonicalLedgerJson } from '../canonical-json.ts';
import { entryHash, genesisHash } from '../chain.ts';
import type { AuditPayload } from '../payload.ts';
import { auditVectors, payloadBytes, type VectorLedger } from './audit-vectors.ts';
import { now } from './now.ts';

export const chain = (name: string): VectorLedger => {
  const found = auditVectors.chains.find((candidate) => candidate.name === name);
  if (!found) throw new Error(`no chain ${name}`);
  return found;
};
export const payloads = (name: string) =>
  chain(name).rows.map((row): AuditPayload => JSON.parse(Buffer.from(payloadBytes(row)).toString()));
export const anEvent = (changes: Partial<AuditPayload> = {}): AuditPayload => {
  const [first] = payloads('main');
  if (!first) throw new Error('the chain is empty');
  return { ...first, ...changes };
};
/** A ledger of these events. */
export function ledgerOf(events: readonly AuditPayload[]) {
  const { workspaceId } = chain('main');
  let last = now(genesisHash(workspaceId));
  const rows = events.map((event, index) => {
    const payload = canonicalLedgerJson(event);
    const prevHash = hexOf(last);
    last = now(entryHash(last, index + 1, payload));
    return { seq: index + 1, prevHash, hash: hexOf(last), payload };
  });
  return { ledgerId: workspaceId, rows, head: { seq: rows.length, hash: hexOf(last) }, details: [] };
}
