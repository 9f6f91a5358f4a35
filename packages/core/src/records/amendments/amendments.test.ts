import { failureOf, faultsOf, later, longSessions, noteOffice } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { daysLater } from '../../kernel/plain-dates.ts';
import { amendmentStates } from './amendment.ts';

describe('amendments', () => {
  it('REC-49: open the next version, and reads show the signed one until that is signed', async () => {
    const { signed, ask, decide, read, write, submit, approve, sign, cy, said } = await noteOffice();
    const { id, contentHash } = await signed();
    const asked = await ask(id);

    const { amendment, entry } = await decide(asked.id, 'accept');

    expect([amendment.status, amendment.openedVersion]).to.deep.equal(['accepted', 2]);
    expect(entry.workingVersion).to.deep.include({ number: 2, state: 'draft', amendmentId: asked.id });
    expect([entry.status, entry.versionShown, entry.contentHash]).to.deep.equal([
      'finalized',
      1,
      contentHash,
    ]);
    await write(id, { body: 'She called on 3 May.', title: 'Second interview' });
    expect((await read(id)).title).to.equal('First interview');
    await submit(id);
    await approve(id);
    const { entry: after } = await sign(id);
    expect([after.status, after.versionShown, after.currentVersion, after.title]).to.deep.equal([
      'amended',
      2,
      2,
      'Second interview',
    ]);
    expect(after.amendments.map(({ status }) => status)).to.deep.equal(['fulfilled']);
    const first = await read(id, cy, { version: 1 });
    expect([first.title, first.contentHash, first.content?.sections[0]?.value]).to.deep.equal([
      'First interview',
      contentHash,
      'She called.',
    ]);
    expect((await said()).map(({ type }) => type).slice(5)).to.deep.equal([
      'amendment.requested',
      'entry.version_opened',
      'amendment.accepted',
      'entry.draft_updated',
      'entry.submitted',
      'entry.approved',
      'attestation.opened',
      'entry.amended',
      'amendment.fulfilled',
    ]);
  });

  it('REC-50: are decided by somebody who neither asked for nor recorded them', async () => {
    const { signed, ask, decide, bo, cy, guest } = await noteOffice();
    const { id } = await signed();
    const asked = await ask(id, bo, { requestedByKind: 'subject', requesterName: 'Ann Smith' });

    expect(await failureOf(decide(asked.id, 'accept', bo))).to.equal('second_person.required');
    expect(await failureOf(decide(asked.id, 'accept', cy))).to.equal('permission.denied');

    const { amendment } = await decide(asked.id, 'accept', guest);
    expect([amendment.decidedBy?.userId, amendment.singlePerson]).to.deep.equal([guest.id, false]);
    expect([amendment.requesterName, amendment.requestedBy?.userId]).to.deep.equal(['Ann Smith', bo.id]);
  });

  it('SPR-7: one person who works alone decides after the time to cool off, and it shows for ever', async () => {
    const here = await noteOffice(longSessions);
    const { records, owner, clock, chancery, open, ask, decide, sql } = here;
    await sql("update memberships set status = 'removed' where user_id <> $1", [owner.id]);
    await chancery.workspace.updateSettings({ secondPerson: 'cooling_off' }, owner.session);
    const alone = await open({ status: 'active' }, owner);
    const { template } = await records.createRecordTemplate(
      {
        ...{ code: 'alone', name: 'Alone', entryType: 'note', reviewPolicy: 'author' },
        sections: [{ key: 'said', title: 'Said', kind: 'markdown' }],
      },
      owner.session,
    );
    const { id } = (
      await records.createEntry(
        { caseId: alone.id, entryType: 'note', title: 'Alone', templateId: template.id },
        owner.session,
      )
    ).entry;
    await here.submit(id, owner);
    await here.approve(id, owner);
    await here.sign(id, owner);
    const asked = await ask(id, owner);
    const singlePersonReason = 'There is nobody else in this practice.';

    expect(await failureOf(decide(asked.id, 'accept', owner, { singlePersonReason }))).to.equal(
      'second_person.cooling_off',
    );
    clock.advance({ hours: 24 });
    await chancery.identity.reauthenticate({ password: 'correct horse battery staple' }, owner.session);
    const { amendment } = await decide(asked.id, 'accept', owner, { singlePersonReason });

    expect([amendment.singlePerson, amendment.singlePersonReason]).to.deep.equal([true, singlePersonReason]);
    const accepted = (await here.happened()).find(({ type }) => type === 'amendment.accepted');
    expect(accepted?.facts).to.deep.include({ singlePerson: true, partially: false, openedVersion: 2 });
  });

  it('5.7: are denied in a signed addendum, answered by a disagreement, and that by a rebuttal, once each', async () => {
    const { signed, ask, decide, denying, attestingTo, read, cy, bo } = await noteOffice();
    const { id, contentHash } = await signed();
    const asked = await ask(id, cy, { requestedByKind: 'subject', requesterName: 'Ann Smith' });
    const stating = (text: string) => ({ text, attestation: attestingTo('attest.addendum.v1') });

    expect(await failureOf(decide(asked.id, 'record_disagreement', cy, stating('No.')))).to.equal(
      'amendment.invalid_state',
    );
    await decide(asked.id, 'deny', bo, denying);
    expect(await failureOf(decide(asked.id, 'record_rebuttal', bo, stating('Yes.')))).to.equal(
      'amendment.invalid_state',
    );
    await decide(asked.id, 'record_disagreement', cy, stating('I called on 3 May.'));
    expect(await failureOf(decide(asked.id, 'record_disagreement', cy, stating('No.')))).to.equal(
      'amendment.invalid_state',
    );
    const { amendment } = await decide(asked.id, 'record_rebuttal', bo, stating('The log says 4 May.'));
    expect(await failureOf(decide(asked.id, 'record_rebuttal', bo, stating('Again.')))).to.equal(
      'amendment.invalid_state',
    );
    expect(await failureOf(decide(asked.id, 'accept', bo))).to.equal('amendment.invalid_state');

    expect([amendment.status, amendment.denialBasis, amendment.decisionReason]).to.deep.equal([
      'denied',
      'accurate_and_complete',
      'She did call on 4 May.',
    ]);
    expect([amendment.disagreement?.text, amendment.rebuttal?.text]).to.deep.equal([
      'I called on 3 May.',
      'The log says 4 May.',
    ]);
    const entry = await read(id);
    expect([entry.status, entry.contentHash]).to.deep.equal(['finalized', contentHash]);
    expect(entry.addenda.map(({ kind, signature }) => [kind, signature?.meaning])).to.deep.equal([
      ['amendment_denial', 'addendum'],
      ['statement_of_disagreement', 'addendum'],
      ['rebuttal', 'addendum'],
    ]);
    expect(entry.addenda[0]?.content)
      .to.include('accurate and complete')
      .and.include('She did call on 4 May.');
  });

  it('5.7: get 30 days more once, before they are due', async () => {
    const { signed, ask, decide, clock } = await noteOffice();
    const { id } = await signed();
    const asked = await ask(id);
    const today = clock.now().slice(0, 10);
    expect(asked.dueOn).to.equal(daysLater(today, 60));
    const extending = { reason: 'The archive is closed.' };

    const { amendment } = await decide(asked.id, 'extend', undefined, extending);

    expect([amendment.dueOn, amendment.extendedOnce, amendment.status]).to.deep.equal([
      daysLater(today, 90),
      true,
      'requested',
    ]);
    expect(await failureOf(decide(asked.id, 'extend', undefined, extending))).to.equal(
      'amendment.already_extended',
    );
  });

  it('5.7: are not put off any more on the day on which they are due', async () => {
    const here = await noteOffice();
    const { signed, ask, decide, bo } = here;
    const { id } = await signed();
    const asked = await ask(id);
    const extending = { reason: 'The archive is closed.' };

    const session = await later(here, bo, { days: 60 });

    expect(await failureOf(decide(asked.id, 'extend', { ...bo, session }, extending))).to.equal(
      'amendment.invalid_state',
    );
  });

  it('5.7: are withdrawn by whoever asked or a lead, and by a lead alone once they were accepted', async () => {
    const { signed, ask, decide, guest, cy, bo, read, approved, said } = await noteOffice();
    const { id, author } = await signed();
    const mine = await ask(id, cy);
    const because = { reason: 'Not needed.' };
    expect(await failureOf(decide(mine.id, 'withdraw', guest, because))).to.equal('permission.denied');
    expect((await decide(mine.id, 'withdraw', cy, because)).amendment.status).to.equal('withdrawn');
    expect(await failureOf(decide(mine.id, 'withdraw', bo, because))).to.equal('amendment.invalid_state');

    const second = await ask(id, cy);
    await decide(second.id, 'partially_accept', guest, { reason: 'In part.', assignToUserId: bo.id });
    expect((await read(id)).author.userId).to.equal(bo.id);
    expect(await failureOf(decide(second.id, 'withdraw', cy, because))).to.equal('permission.denied');
    const { amendment, entry } = await decide(second.id, 'withdraw', bo, because);

    expect([amendment.status, entry.workingVersion, entry.signatureDueAt]).to.deep.equal([
      'withdrawn',
      null,
      null,
    ]);
    expect(entry.author).to.deep.equal(author);
    expect(entry.versions.map(({ state }) => state)).to.deep.equal(['finalized', 'abandoned']);
    expect((await said()).map(({ type }) => type).slice(-2)).to.deep.equal([
      'entry.version_abandoned',
      'amendment.withdrawn',
    ]);
    expect((await approved()).status).to.equal('approved');
  });

  it('5.4: open one version at a time, given to somebody who writes in the case and sees the entry', async () => {
    const { signed, ask, decide, guest, admin } = await noteOffice();
    const { id } = await signed();
    const [first, second] = [await ask(id), await ask(id)];

    for (const nobody of [guest.id, admin.id])
      expect(await faultsOf(decide(first.id, 'accept', undefined, { assignToUserId: nobody }))).to.deep.equal(
        ['/assignToUserId field.invalid'],
      );
    await decide(first.id, 'accept');

    expect(await failureOf(decide(second.id, 'accept'))).to.equal('entry.working_version_exists');
  });

  it('5.5: end with their entry when that is marked as entered in error', async () => {
    const { signed, ask, decide, records, attestingTo, cy, read, sign } = await noteOffice();
    const { id } = await signed();
    const [first, second] = [await ask(id), await ask(id)];
    await decide(first.id, 'accept');

    await records.markEntryInError(
      { artifactId: id, reason: 'Wrong chart.', attestation: attestingTo('attest.error.v1') },
      cy.session,
    );

    const entry = await read(id);
    expect(entry.amendments.map(({ status }) => status)).to.deep.equal(['withdrawn', 'withdrawn']);
    expect(entry.versions.map(({ state }) => state)).to.deep.equal(['finalized', 'abandoned']);
    expect(await failureOf(sign(id))).to.equal('entry.invalid_state');
    expect(await failureOf(ask(id))).to.equal('entry.invalid_state');
    expect(await failureOf(decide(second.id, 'accept'))).to.equal('amendment.invalid_state');
  });

  it('6.2: say what each decision needs', async () => {
    const { signed, ask, decide, denying, cy } = await noteOffice();
    const { id } = await signed();
    const asked = await ask(id);
    const { attestation: _, ...unattested } = denying;

    expect(await faultsOf(ask(id, cy, { requestedByKind: 'subject' }))).to.deep.equal([
      '/requesterName field.required',
    ]);
    expect(await faultsOf(decide(asked.id, 'deny', undefined, unattested))).to.deep.equal([
      '/attestation field.required',
    ]);
    expect(await faultsOf(decide(asked.id, 'partially_accept'))).to.deep.equal(['/reason field.required']);
    expect(await faultsOf(decide(asked.id, 'record_rebuttal'))).to.deep.equal(['/text field.required']);
    expect(
      await faultsOf(decide(asked.id, 'extend', undefined, { reason: 'More time.', assignToUserId: cy.id })),
    ).to.deep.equal(['/assignToUserId field.unknown']);
  });

  it('REC-1, REC-4: of an entry that somebody does not pass are as if they were not there', async () => {
    const { signed, ask, decide, records, clear, cy, bo, owner, guest } = await noteOffice();
    await clear(cy, 32);
    const open = await signed({ title: 'Open' });
    const purposeOfUse = 'treatment' as const;
    const hidden = (
      await records.createEntry(
        {
          ...{ caseId: open.caseId, entryType: 'note', title: 'Hidden', body: 'x', purposeOfUse },
          confidentiality: 'safeguarding',
        },
        cy.session,
      )
    ).entry;
    await ask(open.id);
    await clear(bo, 32);
    await records.submitEntry({ artifactId: hidden.id, purposeOfUse }, cy.session);
    await records.approveEntry({ artifactId: hidden.id, purposeOfUse }, bo.session);
    await records.finalizeEntry(
      {
        ...{ artifactId: hidden.id, purposeOfUse },
        attestation: {
          ...{ statementId: 'attest.author.v1', accepted: true },
          reauthentication: { method: 'password', value: 'correct horse battery staple' },
        },
      },
      cy.session,
    );
    const secret = await ask(hidden.id, cy, { purposeOfUse });

    for (const somebody of [owner, guest]) {
      expect(await failureOf(decide(secret.id, 'withdraw', somebody, { reason: 'No.' }))).to.equal(
        'amendment.not_found',
      );
      const list = await records.listAmendments({ purposeOfUse }, somebody.session);
      expect([list.count, list.withheldForPurpose]).to.deep.equal([1, 0]);
    }
    const unsaid = await records.listAmendments({}, cy.session);
    expect([unsaid.count, unsaid.withheldForPurpose]).to.deep.equal([1, 1]);
    const said = await records.listAmendments({ purposeOfUse }, cy.session);
    expect(said.amendments.map(({ id, reason }) => [id, reason])).to.deep.include([
      secret.id,
      'The date is wrong.',
    ]);
  });

  it('REC-32: are listed by the day on which they are due, and late by the calendar of the workspace', async () => {
    const here = await noteOffice();
    const { signed, ask, decide, records, bo, clock, chancery, owner } = here;
    await chancery.workspace.updateSettings({ defaultTimeZone: 'Asia/Tokyo' }, owner.session);
    const { id } = await signed();
    const [first, second, third] = [await ask(id), await ask(id), await ask(id)];
    await decide(first.id, 'extend', undefined, { reason: 'More time.' });
    await decide(third.id, 'withdraw', undefined, { reason: 'Not needed.' });
    const list = async (input: object = {}, as = bo.session) =>
      (await records.listAmendments(input, as)).amendments.map((each) => each.id);

    expect(await list()).to.deep.equal([...[second.id, third.id].sort(), first.id]);
    const page = await records.listAmendments({ limit: 2 }, bo.session);
    expect(await list({ limit: 2, cursor: page.nextCursor })).to.deep.equal([first.id]);
    expect(await list({ status: 'withdrawn' })).to.deep.equal([third.id]);
    expect(await list({ overdue: true })).to.deep.equal([]);
    // In Tokyo it is 9 hours later, so the day on which it is due is over there at three.
    const untilDue = (Date.parse(`${second.dueOn}T14:59:00Z`) - Date.parse(clock.now())) / 1000;
    const before = await later(here, bo, { seconds: untilDue });
    expect(await list({ overdue: true }, before)).to.deep.equal([]);
    const after = await later(here, bo, { minutes: 1 });
    expect(await list({ overdue: true }, after)).to.deep.equal([second.id]);
    expect(amendmentStates.isFinal('withdrawn')).to.equal(true);
  });
});
