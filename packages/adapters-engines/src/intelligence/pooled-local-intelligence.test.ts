import { governance } from '@chancery/core';
import { intelligenceProviderContract, readVersion } from '@chancery/core/testing';
import { expect } from 'chai';
import fc from 'fast-check';
import { EnginePool } from '../pool/engine-pool.ts';
import { run } from './find-proposals-task.ts';
import { PooledLocalIntelligence } from './pooled-local-intelligence.ts';
import { version } from './testing/versions.ts';

/** `CHANCERY_INTELLIGENCE_FINDINGS=1000` is the whole of it. */
const wanted = Number(process.env['CHANCERY_INTELLIGENCE_FINDINGS'] ?? 150);

intelligenceProviderContract('rules of this machine', async () => {
  const pool = new EnginePool({ processes: 1 });
  return { provider: new PooledLocalIntelligence(pool), close: () => pool.close() };
});

describe('the rules in the pool', () => {
  it('answer as they do outside of it', async () => {
    const pool = new EnginePool({ processes: 1 });
    const provider = new PooledLocalIntelligence(pool);
    const versions = [readVersion('We will call the school by 12 May 2026.')];
    const asked = { kinds: governance.findingKinds, language: 'en', versions, openFollowUps: [] };

    expect(await provider.run(asked)).to.deep.equal(run(asked));
    await pool.close();
  });

  const word = fc.constantFrom(
    ...'She He We will call refer arrange the school clinic mother no known allergy urgent by on until'.split(
      ' ',
    ),
    ...'3 March 2026|12.05.2026|tomorrow|next Friday|👩‍👩‍👧|Zoë|𝒳|aged 12|é́|Dr. Smith|review in two weeks'.split(
      '|',
    ),
  );
  const sentence = fc
    .array(word, { minLength: 2, maxLength: 9 })
    .map((words) => `${words.join(' ')}${words.length % 2 === 0 ? '.' : '!\n'}`);
  const entry = fc.record({
    title: word,
    body: fc.array(sentence, { minLength: 1, maxLength: 12 }).map((all) => all.join(' ')),
    day: fc.integer({ min: 1, max: 28 }),
  });

  it(`GOV-30: cite nothing that does not stand there, in ${wanted} findings`, () => {
    let seen = 0;
    const language = fc.constantFrom('en', 'de', 'en-US', 'fr', 'ja');
    const question = fc.tuple(fc.array(entry, { minLength: 1, maxLength: 6 }), language);
    for (let seed = 1; seen < wanted; seed += 1)
      fc.assert(
        fc.property(question, ([entries, tag]) => {
          const versions = entries.map(({ title, body, day }) =>
            version({ title, body, occurredOn: `2026-05-${String(day).padStart(2, '0')}T10:00:00` }),
          );
          const asked = { kinds: governance.findingKinds, language: tag, versions, openFollowUps: [] };
          const proposed = run(asked);
          const { findings, dropped } = governance.checkedFindings(proposed, asked);
          seen += findings.length;
          return (
            dropped === Math.max(0, proposed.length - findings.length) && findings.length === proposed.length
          );
        }),
        { seed, numRuns: 5 },
      );
    expect(seen).to.be.at.least(wanted);
  }).timeout(600_000);
});
