import { failureOf, faultsOf, renewingOffice } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('renewals', () => {
  it('are opened, worked on and completed, each step with a line in the history and in the ledger', async () => {
    const { upload, put, open, update, submit, decide, read, bo, owner, admin, types } =
      await renewingOffice();
    const [old, fresh] = [await upload(), await upload({ name: 'Policy 2028' })];
    await put(old.id, { statedExpiresOn: '2027-02-28', ownerUserId: bo.id });

    const opened = await open(old.id, { priority: 'high', note: 'Ask the broker' });
    expect(opened).to.deep.equal({
      id: opened.id,
      documentId: old.id,
      documentName: old.name,
      status: 'open',
      ownerUserId: bo.id,
      dueOn: '2027-02-28',
      overdue: false,
      priority: 'high',
      openedBy: 'user',
      note: 'Ask the broker',
      replacementDocumentId: null,
      submittedByUserId: null,
      submittedAt: null,
      decidedByUserId: null,
      decidedAt: null,
      decision: null,
      decisionNote: null,
      singlePerson: false,
      singlePersonReason: null,
      reviewMeetings: [],
      history: [
        { at: '2026-11-23T12:00:00.000Z', byUserId: owner.id, action: 'open', note: 'Ask the broker' },
      ],
      createdAt: '2026-11-23T12:00:00.000Z',
      updatedAt: '2026-11-23T12:00:00.000Z',
      version: 1,
    });
    expect((await read(old.id)).renewal).to.deep.equal({
      caseId: opened.id,
      status: 'open',
      dueOn: '2027-02-28',
    });
    expect((await update(opened.id, 'start', {}, bo)).status).to.equal('in_progress');
    const moved = await update(opened.id, 'set_due', { dueOn: '2027-01-31', priority: 'critical' }, bo);
    expect(moved).to.include({ dueOn: '2027-01-31', priority: 'critical', status: 'in_progress' });
    await submit(opened.id, fresh.id, bo);
    const rejected = await decide(opened.id, { decision: 'reject', note: 'The sum is too low' });
    expect(rejected.renewal).to.include({ status: 'in_progress', decision: 'reject' });
    await submit(opened.id, fresh.id, bo);
    const { renewal } = await decide(opened.id, { note: 'Good' });

    expect(renewal).to.include({ status: 'completed', decision: 'approve', decidedByUserId: admin.id });
    expect(renewal.history.map(({ action, byUserId }) => [action, byUserId])).to.deep.equal([
      ['approve', admin.id],
      ['submit_replacement', bo.id],
      ['reject', admin.id],
      ['submit_replacement', bo.id],
      ['set_due', bo.id],
      ['start', bo.id],
      ['open', owner.id],
    ]);
    expect((await read(old.id)).renewal).to.equal(null);
    expect((await types()).slice(1)).to.deep.equal([
      'renewal.opened',
      'renewal.updated',
      'renewal.updated',
      'renewal.submitted',
      'renewal.rejected',
      'renewal.submitted',
      'document.superseded',
      'renewal.completed',
    ]);
  });

  it('REN-1: are open once for a document: of twenty who open one at once, one does', async () => {
    const { upload, open, list, update } = await renewingOffice();
    const { id } = await upload();

    const outcomes = await Promise.all(Array.from({ length: 20 }, () => failureOf(open(id))));

    const counted = (code: string) => outcomes.filter((outcome) => outcome === code).length;
    expect([counted('none'), counted('renewal.already_open')]).to.deep.equal([1, 19]);
    const [renewal] = await list({ documentId: id });
    expect(await faultsOf(open(id))).to.deep.equal(['/documentId renewal.already_open']);
    await update(renewal?.id ?? '', 'cancel', { reason: 'A mistake' });
    await open(id);
    expect(await failureOf(update(renewal?.id ?? '', 'reopen'))).to.equal('renewal.already_open');
  });

  it('REN-3: are approved by somebody other than who submitted, owners too', async () => {
    const { submitted, decide, owner, admin, bo, list, read } = await renewingOffice();
    const { old, caseId } = await submitted();
    const reason = 'There is nobody else here at the moment';

    expect(await failureOf(decide(caseId, {}, owner))).to.equal('second_person.required');
    expect(await failureOf(decide(caseId, { singlePersonReason: reason }, owner))).to.equal(
      'second_person.required',
    );
    expect(await failureOf(decide(caseId, {}, bo))).to.equal('permission.denied');
    expect((await list({ documentId: old.id }))[0]?.status).to.equal('awaiting_approval');
    expect((await read(old.id)).supersededByDocumentId).to.equal(null);

    expect((await decide(caseId, {}, admin)).renewal.singlePerson).to.equal(false);
  });

  it('REN-3: are approved by one person alone after cooling off, and say so for ever', async () => {
    const { submitted, decide, owner, admin, bo, chancery, clock, happened, submit, list } =
      await renewingOffice();
    for (const { id: userId } of [admin, bo])
      await chancery.workspace.removeMember({ userId }, owner.session);
    await chancery.workspace.updateSettings({ secondPerson: 'cooling_off' }, owner.session);
    const { caseId, old } = await submitted();
    const singlePersonReason = 'I am the only person in this practice';

    expect(await failureOf(decide(caseId, { singlePersonReason }, owner))).to.equal(
      'second_person.cooling_off',
    );
    clock.advance({ hours: 24 });
    expect(await failureOf(decide(caseId, { singlePersonReason }, owner))).to.equal(
      'auth.reauthentication_required',
    );
    await chancery.identity.reauthenticate({ password: 'correct horse battery staple' }, owner.session);
    const { renewal } = await decide(caseId, { singlePersonReason }, owner);

    expect(renewal).to.include({ status: 'completed', singlePerson: true, singlePersonReason });
    expect((await list({ documentId: old.id }))[0]?.singlePerson).to.equal(true);
    const completed = (await happened()).find(({ type }) => type === 'renewal.completed');
    expect(completed?.facts).to.include({ singlePerson: true });
    expect(await failureOf(submit(caseId, old.id))).to.equal('renewal.replacement_invalid');
  });

  it('REN-4: take as a replacement no document that is the same, put away, or replaced itself', async () => {
    const { upload, open, submit, submitted, decide, trash, sql, documents, owner, bo } =
      await renewingOffice();
    const old = await upload();
    const { id: caseId } = await open(old.id);
    const [trashed, quarantined] = [await upload(), await upload()];
    await trash(trashed.id);
    await sql(`update documents set status = 'quarantined' where id = $1`, [quarantined.id]);
    const other = await submitted();
    await decide(other.caseId);

    for (const { id } of [old, trashed, quarantined, other.old])
      expect(await failureOf(submit(caseId, id))).to.equal('renewal.replacement_invalid');
    const hidden = await upload({ visibility: 'restricted' });
    await documents.updateDocument({ documentId: old.id, ownerUserId: bo.id }, owner.session);
    expect(await failureOf(submit(caseId, hidden.id, bo))).to.equal('document.not_found');

    const late = await upload();
    await submit(caseId, late.id);
    await sql(`update documents set status = 'quarantined' where id = $1`, [late.id]);
    expect(await failureOf(decide(caseId))).to.equal('renewal.replacement_invalid');
  });

  it('REN-4: close no circle, neither with what was replaced nor with what waits for it', async () => {
    const { upload, open, submit, decide } = await renewingOffice();
    const documents = [await upload(), await upload(), await upload()];
    const [a = '', b = '', c = ''] = documents.map(({ id }) => id);
    const cases = new Map<string, string>();
    for (const id of [a, b, c]) cases.set(id, (await open(id)).id);
    const caseOf = (id: string) => cases.get(id) ?? '';
    await submit(caseOf(a), b);
    await submit(caseOf(b), c);

    expect(await failureOf(submit(caseOf(c), a))).to.equal('renewal.cycle');
    await decide(caseOf(a));
    expect(await failureOf(submit(caseOf(c), a))).to.equal('renewal.cycle');
    await decide(caseOf(b));
    expect(await failureOf(submit(caseOf(c), b))).to.equal('renewal.cycle');
  });

  it('REN-5: hand over type, owner and policy, and never the date', async () => {
    const { submitted, decide, put, policy, lifecycle, owner, bo, read, happened } = await renewingOffice();
    const { old, fresh, caseId } = await submitted();
    const { id: policyId } = await policy({ graceDays: 14 });
    const [type] = (await lifecycle.listDocumentTypes({}, owner.session)).types;
    const identifiers = [{ kind: 'policy_number', value: 'PL-2026-00431' }];
    const said = { policyId, typeId: type?.id, ownerUserId: bo.id, identifiers };
    await put(old.id, { ...said, issuedOn: '2026-02-28', statedExpiresOn: '2027-02-28' });
    const before = (await happened()).length;

    const { lifecycle: ended, replacementLifecycle: begun } = await decide(caseId);

    expect(ended).to.include({ status: 'superseded', supersededByDocumentId: fresh.id, nextNoticeAt: null });
    expect(begun).to.include({
      documentId: fresh.id,
      status: 'needs_date',
      typeId: type?.id,
      ownerUserId: bo.id,
      expiresOn: null,
      issuedOn: null,
      supersedesDocumentId: old.id,
    });
    expect(begun.policy).to.include({ id: policyId, scope: 'document', targetId: fresh.id });
    expect(begun.identifiers).to.deep.equal([]);
    expect(await read(old.id)).to.deep.equal(ended);
    expect(await read(fresh.id)).to.deep.equal(begun);
    expect((await happened()).slice(before).map(({ type: each }) => each)).to.deep.equal([
      'expiration_policy.assigned',
      'document.superseded',
      'renewal.completed',
    ]);
  });

  it('REN-5: cancel with the approval what was planned for the document that was replaced', async () => {
    const { submitted, decide, policy, everywhere, put, lifecycle, owner, sql } = await renewingOffice();
    await everywhere((await policy({ openRenewalDaysBefore: 20, requireConfirmation: false })).id);
    const { old, caseId } = await submitted();
    await put(old.id, { statedExpiresOn: '2027-01-31' });
    await lifecycle.planLifecycleActions({ documentIds: [old.id] }, owner.session);
    const planned = async () =>
      (
        await sql<{ kind: string; status: string }>(
          'select kind, status from lifecycle_actions where document_id = $1 order by kind',
          [old.id],
        )
      ).map(({ kind, status }) => `${kind} ${status}`);
    expect(await planned()).to.deep.equal(['expire planned', 'open_renewal planned', 'send_notice planned']);

    await decide(caseId);

    expect(await planned()).to.deep.equal([
      'expire cancelled',
      'open_renewal cancelled',
      'send_notice cancelled',
    ]);
  });

  it('REN-5: leave nothing to be opened by a policy for the document that was replaced', async () => {
    const { submitted, decide, policy, everywhere, confirm, clock, tick, list } = await renewingOffice();
    await everywhere((await policy({ openRenewalDaysBefore: 45 })).id);
    const { old, caseId } = await submitted();
    await confirm(old.id, '2027-01-31');
    await decide(caseId);

    clock.advance({ days: 60 });
    await tick();

    expect((await list()).map(({ id, status }) => [id, status])).to.deep.equal([[caseId, 'completed']]);
  });

  it('REN-5: take the dates that are given with the approval, and only what is to be copied', async () => {
    const { submitted, decide, put, bo } = await renewingOffice();
    const { old, caseId } = await submitted();
    await put(old.id, {
      ownerUserId: bo.id,
      statedExpiresOn: '2027-02-28',
      identifiers: [{ kind: 'policy_number', value: 'PL-1' }],
    });

    const { replacementLifecycle } = await decide(caseId, {
      copy: ['identifiers'],
      issuedOn: '2027-03-01',
      expiresOn: '2028-02-28',
    });

    expect(replacementLifecycle).to.include({
      ownerUserId: null,
      issuedOn: '2027-03-01',
      statedExpiresOn: '2028-02-28',
      expiresOn: '2028-02-28',
    });
    expect(replacementLifecycle.identifiers).to.deep.equal([
      { kind: 'policy_number', value: 'PL-1', evidenceId: null },
    ]);
  });

  it('REN-5: change nothing at all if a part is refused', async () => {
    const { submitted, decide, read, list, happened } = await renewingOffice();
    const { old, fresh, caseId } = await submitted();
    const before = [await read(old.id), await read(fresh.id), await list(), (await happened()).length];

    const dates = { issuedOn: '2028-03-01', expiresOn: '2028-02-28' };
    expect(await faultsOf(decide(caseId, dates))).to.deep.equal(['/expiresOn lifecycle.dates_out_of_order']);

    const after = [await read(old.id), await read(fresh.id), await list(), (await happened()).length];
    expect(after).to.deep.equal(before);
  });

  it('REN-6: leave the old document where it is, with its shares and its holds', async () => {
    const { submitted, decide, documents, lifecycle, owner, read, sql, clock } = await renewingOffice();
    const { old, caseId } = await submitted();
    await documents.createDocumentShare({ documentId: old.id }, owner.session);
    await lifecycle.placeLegalHold(
      { documentId: old.id, matter: 'Byron v. Babbage', reason: 'Notice received' },
      owner.session,
    );

    await decide(caseId);

    const { document } = await documents.getDocument({ documentId: old.id }, owner.session);
    expect(document).to.include({ status: 'active', shareCount: 1 });
    expect((await read(old.id)).holds).to.include({ active: 1 });
    const [row] = await sql<{ at: string }>(
      'select superseded_at at from document_lifecycles where document_id = $1',
      [old.id],
    );
    expect(row?.at).to.equal(clock.now());
  });

  it('REN-7: are cancelled when the document or the replacement is trashed', async () => {
    const { submitted, trash, list, documents, owner, update, happened } = await renewingOffice();
    const first = await submitted();
    const second = await submitted();

    await trash(first.old.id);
    await trash(second.fresh.id);

    for (const { old } of [first, second]) {
      const [renewal] = await list({ documentId: old.id });
      expect(renewal?.status).to.equal('cancelled');
      expect(renewal?.history[0]).to.include({
        byUserId: null,
        action: 'cancel',
        note: 'document_trashed',
      });
    }
    expect((await happened()).filter(({ type }) => type === 'renewal.cancelled')).to.have.length(2);
    expect(await failureOf(update(first.caseId, 'reopen'))).to.equal('document.invalid_state');
    await documents.restoreDocument({ documentId: first.old.id }, owner.session);
    expect(await update(first.caseId, 'reopen')).to.include({ status: 'open', replacementDocumentId: null });
  });
});
