import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { hexOf } from '../crypto.ts';
import { bytesOfHex, detailDigest, verifyLedger } from './index.ts';

interface VectorTampering {
  readonly name: string;
  readonly workspaceId: string;
  readonly rows: readonly {
    readonly seq: number;
    readonly prevHash: string;
    readonly hash: string;
    readonly payload?: string;
    readonly payloadBase64?: string;
  }[];
  readonly head: { readonly seq: number; readonly hash: string };
  readonly details: readonly { readonly seq: number; readonly salt: string; readonly value: unknown }[];
  readonly pinnedCheckpoints: readonly string[];
  readonly projections: readonly unknown[];
  readonly expected: unknown;
}
const vectors: {
  readonly details: readonly { readonly salt: string; readonly value: unknown; readonly digest: string }[];
  readonly tampering: readonly VectorTampering[];
} = JSON.parse(
  readFileSync(new URL('../../../../verify/src/testing/audit-chain.json', import.meta.url), 'utf8'),
);

describe('the ledger in the core', () => {
  it('REC-70: commits to details by their salted digest, at once', () => {
    const digests = vectors.details.map(({ salt, value }) => hexOf(detailDigest(bytesOfHex(salt), value)));
    expect(digests).to.deep.equal(vectors.details.map(({ digest }) => digest));
  });

  for (const ledger of vectors.tampering.filter(({ projections }) => projections.length === 0))
    it(`REC-70: ${ledger.name}`, async () => {
      const { ok, firstBadSeq, reason } = await verifyLedger({
        ledgerId: ledger.workspaceId,
        head: ledger.head,
        rows: ledger.rows.map(({ payload, payloadBase64 = '', ...row }) => ({
          ...row,
          payload: payload === undefined ? Buffer.from(payloadBase64, 'base64') : Buffer.from(payload),
        })),
        details: ledger.details.map(({ salt, ...detail }) => ({ ...detail, salt: bytesOfHex(salt) })),
        pinnedCheckpoints: ledger.pinnedCheckpoints.map((note) => {
          const [, size, root = ''] = note.split('\n');
          return { size: Number(size), rootHash: Buffer.from(root, 'base64').toString('hex') };
        }),
      });
      expect({ ok, firstBadSeq, reason }).to.deep.equal(ledger.expected);
    });
});
