import { readFile } from 'node:fs/promises';
import { SealFailure, type TimestampAuthority, TimestampUnavailable } from '@chancery/core';
import { fromBER, type Sequence } from 'asn1js';
import { expect } from 'chai';
import { issued, output } from './testing/openssl.ts';
import { letter, prepared } from './testing/prepared-pdf.ts';
import { kinds, openSealSuite, type SealSuite, validSeal } from './testing/seal-suite.ts';
import { openStampingAuthority, type StampingAuthority } from './testing/stamping-authority.ts';
import { timestampByOpenssl } from './testing/timestamp-check.ts';

describe('a seal with a time-stamp', () => {
  let suite: SealSuite;
  let authority: StampingAuthority;
  let root: Awaited<ReturnType<typeof issued>>;
  before(async () => {
    suite = await openSealSuite();
    root = await issued(suite.folder, 'stamp-root', 'rsa');
    const stamp = await issued(suite.folder, 'stamp', 'rsa', { issuer: root, use: 'stamp' });
    authority = await openStampingAuthority(suite.folder, stamp, root);
  });
  after(async () => {
    await authority.close();
    await suite.close();
  });

  /** A token over a digest, by a request that OpenSSL has made too. */
  const tokenOver = async (digest: Uint8Array): Promise<Uint8Array> => {
    const query = suite.folder.path('query');
    const hex = Buffer.from(digest).toString('hex');
    await output('openssl', 'ts', '-query', '-digest', hex, '-sha256', '-cert', '-out', query);
    const answer = await authority.answer(await readFile(query));
    // TimeStampResp ::= SEQUENCE { status, timeStampToken }
    const response = fromBER(new Uint8Array(answer).buffer).result as Sequence;
    return new Uint8Array(response.valueBlock.value[1]?.toBER() ?? new ArrayBuffer(0));
  };
  const stamping = (
    over: (digest: Uint8Array) => Promise<Uint8Array>,
    policy: TimestampAuthority['policy'] = 'best_effort',
  ): TimestampAuthority => ({
    policy,
    timestamp: async (digest) => ({
      token: await over(digest),
      at: '2026-05-04T09:30:00.000Z',
      authority: authority.url,
    }),
  });

  for (const kind of kinds)
    it(`SEA-1: is valid for pdfsig and qpdf, and openssl ts accepts the token, with a key of kind ${kind}`, async () => {
      const file = await prepared(await letter(), { contentsBytes: 16_384 });
      const { bytes, level, timestamp } = await suite.seal(kind, file, { timestamps: stamping(tokenOver) });

      expect([level, timestamp.status, timestamp.authority]).to.deep.equal(['B-T', 'granted', authority.url]);
      const said = await suite.pdfsig(bytes);
      for (const line of validSeal) expect(said).to.include(line);
      expect(await suite.qpdf(bytes)).to.include('No syntax or stream encoding errors');
      expect(await timestampByOpenssl(suite.folder, bytes, root.certificatePath)).to.include(
        'Verification: OK',
      );
    });

  const digestOfNothing = Buffer.alloc(32);
  const bad: readonly [string, (digest: Uint8Array) => Promise<Uint8Array>][] = [
    ['is about something else', () => tokenOver(digestOfNothing)],
    ['is garbage', async () => Buffer.from('Service unavailable')],
    [
      'was changed',
      async (digest) => {
        const token = Buffer.from(await tokenOver(digest));
        const last = token.length - 1;
        token[last] = (token[last] ?? 0) ^ 1;
        return token;
      },
    ],
    [
      'was never given',
      async () => {
        throw new TimestampUnavailable('Three tries failed.');
      },
    ],
  ];
  for (const [what, over] of bad) {
    it(`SEA-9: goes without a time-stamp that ${what}, by best effort`, async () => {
      const file = await prepared(await letter(), { contentsBytes: 16_384 });

      const { level, timestamp, bytes } = await suite.seal('ec', file, { timestamps: stamping(over) });

      expect([level, timestamp.status]).to.deep.equal(['B-B', 'unavailable']);
      for (const line of validSeal) expect(await suite.pdfsig(bytes)).to.include(line);
    });

    it(`SEA-9: waits instead of taking a time-stamp that ${what}, where one is required`, async () => {
      const file = await prepared(await letter());

      const refusal = await suite.seal('ec', file, { timestamps: stamping(over, 'require') }).catch((e) => e);

      expect(refusal).to.be.instanceOf(SealFailure);
      expect([refusal.code, refusal.isPermanent]).to.deep.equal(['seal.timestamp_unavailable', false]);
    });
  }

  it('makes room for a time-stamp that is larger than its placeholder', async () => {
    const file = await prepared(await letter(), { contentsBytes: 2048 });

    const { bytes, level } = await suite.seal('rsa', file, { timestamps: stamping(tokenOver) });

    expect(level).to.equal('B-T');
    for (const line of validSeal) expect(await suite.pdfsig(bytes)).to.include(line);
  });
});
