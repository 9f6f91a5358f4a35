import { canonicalText, entrySignatureHolds } from '@chancery/verify';
import { type RecordSignature, statementOf } from '../entries/signature.ts';
import type { IntegrityFault } from './check.ts';
import { type PartOf, pairAfter, pairOf } from './part.ts';

const entriesAtOnce = 100;

/** What a signature has to be of: a version or an addendum, and the hash of its content. */
interface Signed {
  readonly versionNumber: number | null;
  readonly addendumId: string | null;
  readonly contentHash: string | null;
}

/**
 * Verifies every signature over the statement that is stored with it, and that this statement says what the rows say. They
 * outlive what was signed, so those of destroyed entries are verified too.
 */
export const checkSignatures: PartOf = async ({ caseId }, after, { transact, workspaceId }) => {
  const found = await transact(async ({ entries, addenda, recordSignatures, recordSigningKeys }) => {
    const page = await entries.page(caseId, pairOf(after), entriesAtOnce);
    const ids = page.map(({ id }) => id);
    const versions = await entries.versionsOfAll(ids);
    return {
      page,
      keys: new Map((await recordSigningKeys.list()).map(({ keyId, publicKey }) => [keyId, publicKey])),
      signatures: await recordSignatures.ofEntries(ids),
      signed: [
        ...versions
          .filter(({ finalizedAt }) => finalizedAt !== null)
          .map(({ entryId, number, contentHash }) => ({
            ...{ entryId, versionNumber: number, addendumId: null, contentHash },
          })),
        ...(await addenda.ofEntries(ids)).map(({ entryId, id, contentHash }) => ({
          ...{ entryId, versionNumber: null, addendumId: id, contentHash },
        })),
      ],
    };
  });
  const { page, keys, signatures, signed } = found;
  const faults: IntegrityFault[] = [];
  for (const signature of signatures) {
    const code = await faultOf(
      signature,
      signed.find((each) => isOf(signature, each)),
      keys,
      workspaceId,
    );
    if (code !== null) faults.push({ kind: 'signature', id: signature.id, code });
  }
  for (const each of signed)
    if (!signatures.some((signature) => isOf(signature, each) && makesFinal(signature)))
      faults.push({
        ...(each.addendumId === null
          ? { kind: 'entry', id: each.entryId }
          : { kind: 'addendum', id: each.addendumId }),
        code: 'signature_missing',
      });
  return {
    after: pairAfter(page, entriesAtOnce, (entry) => [entry.caseId, entry.id]),
    checked: { signatures: signatures.length },
    faults,
  };
};

const isOf = (
  { entryId, versionNumber, addendumId }: RecordSignature,
  of: Signed & { readonly entryId: string },
): boolean =>
  entryId === of.entryId &&
  (addendumId === null ? versionNumber === of.versionNumber : addendumId === of.addendumId);

/** Without one of these nothing becomes final; others are given afterwards. */
const makesFinal = ({ meaning }: RecordSignature): boolean =>
  meaning === 'authorship' || meaning === 'addendum';

async function faultOf(
  row: RecordSignature,
  signed: Signed | undefined,
  keys: ReadonlyMap<string, Uint8Array>,
  workspaceId: string,
): Promise<string | null> {
  const publicKey = keys.get(row.keyId);
  if (publicKey === undefined) return 'unknown_key';
  const { signature, signedStatement } = row;
  const statement = statementOf(row, workspaceId);
  if (signedStatement !== canonicalText(statement)) return 'statement_differs';
  const holds = await entrySignatureHolds(statement, Buffer.from(signature).toString('base64'), publicKey);
  if (!holds) return 'bad_signature';
  return signed !== undefined && signed.contentHash === row.contentHash ? null : 'content_differs';
}
