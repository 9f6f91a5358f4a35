import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { auditVectors } from './testing/audit-vectors.ts';

describe('the second implementation', function () {
  this.timeout(30_000);

  it('REC-70: every vector holds in another language, with its standard library alone', () => {
    const place = (name: string) => fileURLToPath(new URL(`testing/${name}`, import.meta.url));
    const said = execFileSync('python3', [place('judge.py'), place('audit-chain.json')], {
      encoding: 'utf8',
    });
    const counts: Record<string, { hold: number; fail: number }> = JSON.parse(said);

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
});
