import {
  type DetailPlace,
  detailOpenedByRing,
  detailOpenedByScope,
  isUnderRing,
  type SealedDetail,
} from '../../kernel/detail-seal.ts';
import type { AuditPayload } from '../../kernel/ledger/index.ts';
import type { KeyRing } from '../../kernel/ports.ts';
import { knownKeys, openedKeys } from '../keys/opened-keys.ts';
import type { ScopeKey } from '../keys/ports.ts';
import type { RecordsPorts, RecordsPreparing } from '../ports.ts';

const decoder = new TextDecoder();

/** `erased`: the key of what it was about was destroyed, or is about to be. `lost`: nobody knows of its key. */
export type OpenedDetail = { readonly value: unknown } | 'erased' | 'lost';

/** Throws where a detail was changed. */
export type DetailOpener = (
  detail: SealedDetail,
  event: DetailPlace,
  refs: AuditPayload['refs'],
) => OpenedDetail;

/** The keys under which these details are, by what the transaction that has read them knows of each. */
export const keysOfDetails = (
  details: readonly (Pick<SealedDetail, 'keyId'> | null)[],
  recordsPorts: Pick<RecordsPorts, 'recordKeys'>,
): Promise<readonly ScopeKey[]> =>
  knownKeys(
    details.flatMap((detail) => (detail === null || isUnderRing(detail.keyId) ? [] : [detail.keyId])),
    recordsPorts,
  );

/** Opens details by keys that are opened here, outside of any transaction. */
export async function detailOpener(
  keys: readonly ScopeKey[],
  context: Pick<RecordsPreparing, 'keyVault' | 'workspaceId'> & { readonly keyRing: Pick<KeyRing, 'open'> },
): Promise<DetailOpener> {
  const opened = await openedKeys(keys, context);
  const asValue = (bytes: Uint8Array) => ({ value: JSON.parse(decoder.decode(bytes)) as unknown });
  return (detail, place, refs) => {
    if (isUnderRing(detail.keyId)) return asValue(detailOpenedByRing(detail, place, context.keyRing));
    const found = opened.get(detail.keyId);
    // Whoever puts a detail under the key of something else has changed it.
    if (found === undefined || found.id !== (found.kind === 'case' ? refs.caseId : refs.subjectId))
      return 'lost';
    return found.key === null ? 'erased' : asValue(detailOpenedByScope(detail, place, found.key));
  };
}
