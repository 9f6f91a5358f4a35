import { contentFlags } from '@chancery/core';
import { contentInMemory } from '@chancery/core/internal';
import { aPdfLetter } from '@chancery/core/testing';
import { expect } from 'chai';
import { PooledArchiveInspector } from '../archives/pooled-archive-inspector.ts';
import { EnginePool } from '../pool/engine-pool.ts';
import { BytesTypeDetector } from '../types/bytes-type-detector.ts';
import { PooledPdfInspector } from './pooled-pdf-inspector.ts';
import { mutatedFile } from './testing/mutated-files.ts';

/** `bench/hostile-documents.ts` has thousands. */
const files = 400;

describe('documents that were changed at random', () => {
  // Each process that starts reads the library from its sources, which takes seconds on a busy machine.
  const pool = new EnginePool({ processes: 2 });
  const detector = new BytesTypeDetector(new PooledArchiveInspector(pool));
  const inspector = new PooledPdfInspector(pool);
  after(() => pool.close(0));

  it('are the same for the same seed', () => {
    for (const seed of [1, 2, 3]) expect(mutatedFile(seed)).to.deep.equal(mutatedFile(seed));
    expect(mutatedFile(1).bytes.equals(mutatedFile(2).bytes)).to.equal(false);
  });

  it('CNT-6: get an answer each, end no process and exceed no limit', async () => {
    const kinds = new Set<string>();
    const flags = new Set<string>();
    const check = async (seed: number) => {
      const { kind, fileName, mutations, bytes } = mutatedFile(seed);
      const what = `file ${seed}: ${mutations.join(', ')}`;
      const type = await detector.detect(contentInMemory(bytes), fileName);
      kinds.add(`${kind} ${type.kind}`);
      if (kind === 'office') return;
      expect(type, what).to.deep.equal({ kind: 'known', mimeType: 'application/pdf' });
      const found = await inspector.inspect(contentInMemory(bytes));
      for (const flag of found.flags) flags.add(flag);
      expect(found.flags, what).to.deep.equal(contentFlags.filter((flag) => found.flags.includes(flag)));
      const isClosed = found.flags.includes('damaged') || found.flags.includes('encrypted');
      expect(found.pages === null, what).to.equal(isClosed);
      expect(found.pages?.length, what).to.not.equal(0);
    };
    const seeds = Array.from({ length: files }, (_, seed) => seed);
    await Promise.all(
      [0, 1].map(async (half) => {
        for (const seed of seeds) if (seed % 2 === half) await check(seed);
      }),
    );

    // The corpus is worth something: it has files of every fate.
    expect([...kinds]).to.have.members(['pdf known', 'office known', 'office unsafe_archive']);
    expect([...flags]).to.include.members(['damaged', 'encrypted', 'signed', 'javascript', 'open_action']);
    expect(pool.status.refused).to.deep.equal({});
    expect(await inspector.inspect(contentInMemory(aPdfLetter()))).to.deep.include({ flags: [] });
  });
});
