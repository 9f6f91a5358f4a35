import { createHash } from 'node:crypto';
import { keysOf, verifyProof } from '@chancery/verify';
import { expect } from 'chai';
import { type Installation, openInstallation, refusalOf } from './testing/installation.ts';
import { bundleOf, openPractice, signLedgerOf, taken } from './testing/practice.ts';

const purposeOfUse = 'treatment';

describe('story: what outsiders see of a record, and what they can prove', () => {
  let installation: Installation;
  let practice: Awaited<ReturnType<typeof openPractice>>;
  before(async () => {
    installation = await openInstallation();
    practice = await openPractice(installation);
  });
  after(() => installation?.close());

  it('records 13, walk-through 4: restricted means restricted', async () => {
    const { ada, bo, cy, rae, idOf, begin, finish, recordCase } = practice;
    const { id: caseId } = recordCase;
    for (const person of [cy, rae]) {
      const userId = await idOf(person);
      await ada.governance.setMemberRecordAccess({
        ...{ userId, clearances: ['safeguarding'], duties: [], reason: 'Works with children' },
      });
    }
    const { id: artifactId } = await begin({
      ...{ title: 'Bruises on the arm', confidentiality: 'safeguarding', purposeOfUse },
    });
    await finish({ artifactId, purposeOfUse });
    await installation.mails();

    const listed = async (as: typeof ada, purpose: object = {}) => {
      const { entries, withheldForPurpose } = await as.records.listCaseEntries({ caseId, ...purpose });
      return [entries.map(({ id }) => id), withheldForPurpose];
    };
    const hits = async (as: typeof ada, purpose: object = {}) =>
      (await as.records.searchRecords({ query: 'bruises', ...purpose })).results.length;
    for (const outsider of [ada, bo]) {
      expect(await listed(outsider, { purposeOfUse })).to.deep.equal([[], 0]);
      const reading = outsider.records.getEntry({ artifactId, purposeOfUse });
      expect(await refusalOf(reading)).to.deep.equal([404, 'entry.not_found']);
      expect(await hits(outsider, { purposeOfUse })).to.equal(0);
    }
    // An owner is given counts of labelled cases too, but none that could speak of a single one.
    const { report } = await ada.governance.getRecordReport({ purposeOfUse });
    expect([report.signatureLatency.finalized, report.suppressed > 0]).to.deep.equal([null, true]);

    expect(await refusalOf(cy.records.getEntry({ artifactId }))).to.deep.equal([
      ...[403, 'records.purpose_required'],
    ]);
    expect(await listed(cy)).to.deep.equal([[], 1]);
    expect(await listed(cy, { purposeOfUse })).to.deep.equal([[artifactId], 0]);
    expect(await hits(cy, { purposeOfUse })).to.equal(1);
    const { entry } = await cy.records.getEntry({ artifactId, purposeOfUse });
    expect(entry.effectiveLabels).to.deep.equal(['safeguarding']);
    const { events } = await ada.records.listAuditEvents({ action: 'entry.read' });
    const [read] = events.filter(
      ({ actor, outcome }) => actor.displayName === 'Cy Twombly' && outcome === 'success',
    );
    expect([read?.purposeOfUse, read?.access.basis, read?.refs.artifactId]).to.deep.equal([
      ...[purposeOfUse, 'case_member', artifactId],
    ]);
  });

  it('records 13, walk-through 9: one event is proven to whoever has the bundle and an old checkpoint', async () => {
    const { ada, bo, signed, recordCase } = practice;
    await signed();
    const { pdf, headers } = await bundleOf(bo, { caseId: recordCase.id });
    const shasum = createHash('sha256').update(pdf).digest('hex');
    const seq = Number(headers.get('x-audit-seq'));
    // What counsel got by mail in May.
    await signLedgerOf(ada);
    const { checkpoints, vkeys } = await ada.records.listAuditCheckpoints();
    const mailed = checkpoints[0];
    await signed({ title: 'Afterwards' });

    const proof = await taken(ada.records.getAuditEventProof({ seq, size: mailed?.size ?? 0, event: true }));

    const text = proof.pdf.toString('utf8');
    const keys = await keysOf(vkeys.map(({ vkey }) => vkey));
    const report = await verifyProof(text, keys);
    if (!report.ok || report.payload === null) throw new Error('The proof is to hold');
    expect([report.seq, text.length < 3_072, text.endsWith(mailed?.text ?? '-')]).to.deep.equal([
      seq,
      true,
      true,
    ]);
    const event = JSON.parse(Buffer.from(report.payload).toString('utf8'));
    expect([event.action, event.facts.sha256]).to.deep.equal(['case.bundle_created', shasum]);
    expect(headers.get('x-content-sha256')).to.equal(shasum);
    const forged = text.replace(/^index \d+/m, `index ${seq}`);
    expect((await verifyProof(forged, keys)).ok).to.equal(false);
  });
});
