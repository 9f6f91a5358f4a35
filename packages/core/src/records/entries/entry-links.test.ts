import { failureOf, faultsOf, noteOffice } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('what entries and follow-ups belong to', () => {
  it('4.4: an encounter shows its entries, and is not taken up again once one of them is signed', async () => {
    const { records, aCase, begin, submit, approve, sign, bo, cy, template } = await noteOffice();
    const { encounter } = await records.createEncounter(
      {
        ...{ caseId: aCase.id, encounterType: 'contact', mode: 'phone', status: 'completed' },
        ...{ startedAt: '2026-01-05T09:00:00.000Z', endedAt: '2026-01-05T10:00:00.000Z' },
      },
      cy.session,
    );
    const of = { encounterId: encounter.id };
    const { id } = await begin(of);
    await begin({ title: 'Elsewhere' });
    const change = (status: 'in_progress' | 'completed') =>
      records.updateEncounter({ ...of, status }, cy.session);

    const read = (await records.getEncounter(of, bo.session)).encounter;
    expect(read.entries.map((each) => each.id)).to.deep.equal([id]);
    const { entries } = await records.listCaseEntries({ caseId: aCase.id, ...of }, bo.session);
    expect(entries.map((each) => each.id)).to.deep.equal([id]);
    await change('in_progress');
    await change('completed');
    await submit(id);
    await approve(id);
    const { entry } = await sign(id);
    expect(entry.encounterId).to.equal(encounter.id);
    expect(await failureOf(change('in_progress'))).to.equal('encounter.invalid_state');
    expect((await template()).code).to.equal('progress_note');
  });

  it('4.5: an entry names an encounter of its own case, and what was signed keeps the one that it named', async () => {
    const { begin, write, open, records, cy, bo } = await noteOffice();
    const other = await open({ status: 'active' });
    const { encounter } = await records.createEncounter(
      {
        ...{ caseId: other.id, encounterType: 'contact', mode: 'phone' },
        scheduledStartAt: '2027-01-05T09:00:00.000Z',
      },
      bo.session,
    );
    const { id } = await begin();

    for (const call of [begin({ encounterId: encounter.id }), write(id, { encounterId: encounter.id })])
      expect(await faultsOf(call)).to.deep.equal(['/encounterId field.invalid']);
    expect((await write(id, { encounterId: null }, cy)).encounterId).to.equal(null);
  });

  it('REC-51: an entry takes the place of one in error of another case, if its author sees that one', async () => {
    const { signed, begin, open, read, records, attestingTo, cy, bo } = await noteOffice();
    const wrong = await signed();
    const right = await open({ status: 'active', members: [{ userId: cy.id, role: 'contributor' }] });
    const theirs = await open({ status: 'active' }, bo);
    const hidden = await begin({ caseId: theirs.id }, bo);
    const replace = (replacesArtifactId: string) => begin({ caseId: right.id, replacesArtifactId });
    expect(await failureOf(replace(wrong.id))).to.equal('entry.invalid_state');
    const attestation = attestingTo('attest.error.v1');
    const reason = 'The wrong case.';
    await records.markEntryInError({ artifactId: wrong.id, reason, attestation }, cy.session);
    await records.markEntryInError({ artifactId: hidden.id, reason }, bo.session);

    const { id, replacesArtifactId } = await replace(wrong.id);

    expect(replacesArtifactId).to.equal(wrong.id);
    expect((await read(wrong.id)).replacedByArtifactId).to.equal(id);
    expect(await failureOf(replace(hidden.id))).to.equal('entry.not_found');
  });

  it('REC-51: what was marked is linked with its replacement in another case by whoever wrote that, or leads there', async () => {
    const { signed, begin, open, read, records, attestingTo, cy, bo, guest } = await noteOffice();
    const wrong = await signed();
    const right = await open({ status: 'active', members: [{ userId: cy.id, role: 'viewer' }] }, bo);
    const theirs = await open({ status: 'active', members: [{ userId: guest.id, role: 'viewer' }] }, bo);
    const [good, hidden] = [await begin({ caseId: right.id }, bo), await begin({ caseId: theirs.id }, bo)];
    const attestation = attestingTo('attest.error.v1');
    const mark = (replacementArtifactId: string, as = cy) =>
      records.markEntryInError(
        { artifactId: wrong.id, reason: 'The wrong case.', replacementArtifactId, attestation },
        as.session,
      );

    expect(await failureOf(mark(hidden.id))).to.equal('entry.not_found');
    expect(await failureOf(mark(wrong.id))).to.equal('entry.not_found');
    expect(await failureOf(mark(good.id))).to.equal('entry.not_author');
    expect((await read(wrong.id)).status).to.equal('finalized');

    await mark(good.id, bo);

    expect((await read(wrong.id)).replacedByArtifactId).to.equal(good.id);
    expect((await read(good.id, bo)).replacesArtifactId).to.equal(wrong.id);
  });

  it('3.1: a follow-up has the labels of the entry that it is about', async () => {
    const { begin, records, aCase, clear, cy, bo } = await noteOffice();
    await clear(cy, 32);
    const purposeOfUse = 'treatment' as const;
    const hidden = await begin({ confidentiality: 'safeguarding', purposeOfUse });
    const { followUp } = await records.createFollowUp(
      { caseId: aCase.id, title: 'Ask again', artifactId: hidden.id, purposeOfUse },
      cy.session,
    );

    expect(followUp.effectiveLabels).to.deep.equal(['safeguarding']);
    expect((await records.listFollowUps({ purposeOfUse }, bo.session)).count).to.equal(0);
    expect((await records.listFollowUps({ purposeOfUse }, cy.session)).count).to.equal(1);
    expect(
      await failureOf(
        records.updateFollowUp({ followUpId: followUp.id, title: 'Seen', purposeOfUse }, bo.session),
      ),
    ).to.equal('follow_up.not_found');
    expect(
      await faultsOf(
        records.createFollowUp({ caseId: aCase.id, title: 'Guessed', artifactId: hidden.id }, bo.session),
      ),
    ).to.deep.equal(['/artifactId field.invalid']);
  });
});
