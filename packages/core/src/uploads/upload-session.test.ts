import { faultsOf } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { begunAt, chunkAt, chunkPlan, digestOf, slidExpiry, uploadStates } from './upload-session.ts';

describe('upload sessions', () => {
  for (const [name, sizeBytes, wanted, plan] of [
    ['three chunks of 8 MiB', 20_000_000, undefined, { chunkSizeBytes: 8_388_608, chunkCount: 3 }],
    ['one chunk of a small file', 1000, undefined, { chunkSizeBytes: 1000, chunkCount: 1 }],
    ['one chunk of exactly 8 MiB', 8_388_608, undefined, { chunkSizeBytes: 8_388_608, chunkCount: 1 }],
    ['the wanted size', 1_000_000, 262_144, { chunkSizeBytes: 262_144, chunkCount: 4 }],
    ['10,000 chunks of 8 MiB', 83_886_080_000, undefined, { chunkSizeBytes: 8_388_608, chunkCount: 10_000 }],
    ['larger chunks for more', 83_886_080_001, undefined, { chunkSizeBytes: 8_650_752, chunkCount: 9697 }],
  ] as const) {
    it(`UPL-1: plans ${name}`, () => {
      expect(chunkPlan(sizeBytes, wanted)).to.deep.equal(plan);
    });
  }

  it('UPL-1: the last chunk has the rest of the file, at its offset (chunk plan vector)', () => {
    expect(
      chunkAt({ sizeBytes: 20_000_000, chunkSizeBytes: 8_388_608 }, 16_777_216, 3_222_784),
    ).to.deep.equal({
      index: 2,
      offset: 16_777_216,
      sizeBytes: 3_222_784,
    });
  });

  it('UPL-1: a chunk size that makes more than 10,000 chunks is refused, and the answer names the smallest that would do', async () => {
    expect(await faultsOf((async () => chunkPlan(3_000_000_000, 262_144))())).to.deep.equal([
      '/chunkSizeBytes upload.too_many_chunks',
    ]);
  });

  it('UPL-12: the expiry moves a day ahead, but never beyond a week after creation', () => {
    const created = '2026-11-01T00:00:00.000Z';
    expect(slidExpiry(created, '2026-11-03T12:00:00.000Z')).to.equal('2026-11-04T12:00:00.000Z');
    expect(slidExpiry(created, '2026-11-07T12:00:00.000Z')).to.equal('2026-11-08T00:00:00.000Z');
  });

  it('reads the SHA-256 of a Content-Digest, alone or among others, and nothing else', () => {
    const zero = Buffer.alloc(32).toString('base64');
    const hex = '00'.repeat(32);
    expect([
      digestOf(`sha-256=:${zero}:`),
      digestOf(`sha-512=:AAAA:, sha-256=:${zero}:`),
      digestOf(`sha-256=${zero}`),
      digestOf(`sha-512=:${zero}:`),
      digestOf(undefined),
    ]).to.deep.equal([hex, hex, null, null, null]);
  });

  it('UPL-13: reads the age of an upload’s object from its key, and from no other key', () => {
    const at = Date.parse('2026-11-23T12:00:00.000Z');
    const hex = at.toString(16).padStart(12, '0');
    const uuid = `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
    expect(begunAt(`ws/workspace_a/up/s/3.${uuid}`)).to.equal(at);
    expect(begunAt(`ws/workspace_a/up/s/whole.${uuid}`)).to.equal(at);
    expect(begunAt(`ws/workspace_a/content/3.${uuid}`)).to.equal(null);
    expect(begunAt('ws/workspace_a/up/s/3')).to.equal(null);
  });

  it('end in states without further actions', () => {
    const final = uploadStates.states.filter(uploadStates.isFinal);
    expect(final).to.deep.equal(['consumed', 'failed', 'aborted', 'expired']);
  });
});
