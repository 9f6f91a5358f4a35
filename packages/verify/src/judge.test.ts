import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { auditVectors } from './testing/audit-vectors.ts';

const place = (name: string) => fileURLToPath(new URL(`testing/${name}`, import.meta.url));
/** Without a cache of what was compiled, which would lie among the sources. */
const judged = (...args: readonly string[]) =>
  JSON.parse(execFileSync('python3', ['-B', ...args], { encoding: 'utf8' }));

describe('the second implementation', () => {
  it('REC-70: every vector holds in another language, with its standard library alone', () => {
    const counts: Record<string, { hold: number; fail: number }> = judged(
      place('judge.py'),
      place('audit-chain.json'),
    );

    const { jcs, jcsReject, contents, disclosures, disclosuresMustFail, merkle, tampering } = auditVectors;
    const holding = Object.fromEntries(Object.entries(counts).map(([kind, { hold }]) => [kind, hold]));
    expect(Object.values(counts).every(({ fail }) => fail === 0)).to.equal(true);
    expect(holding).to.include({
      jcs: jcs.length,
      jcsReject: jcsReject.length,
      contents: contents.length,
      disclosures: disclosures.length,
      disclosuresMustFail: disclosuresMustFail.length,
      roots: merkle.roots.length,
      inclusionMustFail: merkle.inclusionMustFail.length,
      consistencyMustFail: merkle.consistencyMustFail.length,
      notesMustFail: auditVectors.checkpoints.mustFail.length,
      proofs: auditVectors.proofs.length,
      proofsWithEvent: auditVectors.proofsWithEvent.length,
      tampering: tampering.length,
    });
  });

  it('GOV-41: each altered release and certificate fails at the same step in another language', () => {
    const found = judged(
      ...[place('judge_releases.py'), place('releases.json'), auditVectors.checkpoints.key.vkey],
    );
    const vectors = JSON.parse(readFileSync(place('releases.json'), 'utf8'));
    expect(found).to.deep.equal({
      alterations: vectors.alterations.length,
      certificates: vectors.alteredCertificates.length,
      wrong: [],
    });
  });
});
