import { failureOf, faultsOf, renewingOffice } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('work on renewals', () => {
  it('takes with each action what it needs, and names what is missing or too much', async () => {
    const { upload, open, update, bo, stranger } = await renewingOffice();
    const { id } = await open((await upload()).id);
    const faults = (action: string, input: object = {}) => faultsOf(update(id, action, input));

    expect(await faults('assign')).to.deep.equal(['/ownerUserId field.required']);
    expect(await faults('set_due')).to.deep.equal(['/dueOn field.required']);
    expect(await faults('cancel')).to.deep.equal(['/reason renewal.reason_required']);
    expect(await faults('close_not_renewed')).to.deep.equal(['/reason renewal.reason_required']);
    expect(await faults('submit_replacement')).to.deep.equal([
      '/replacementDocumentId renewal.replacement_required',
    ]);
    expect(await faults('start', { dueOn: '2027-01-31' })).to.deep.equal(['/dueOn field.not_an_option']);
    const outsider = (await stranger()).id;
    expect(await failureOf(update(id, 'assign', { ownerUserId: outsider }))).to.equal('member.not_found');
    expect(await failureOf(update(id, 'withdraw_replacement'))).to.equal('renewal.invalid_state');
    expect(await failureOf(update(id, 'start', { expectedVersion: 7 }))).to.equal('version_conflict');
    expect((await update(id, 'assign', { ownerUserId: bo.id })).ownerUserId).to.equal(bo.id);
    expect((await update(id, 'close_not_renewed', { reason: 'We moved out' })).status).to.equal(
      'not_renewed',
    );
    expect(await failureOf(update(id, 'note', { note: 'Late' }))).to.equal('renewal.invalid_state');
  });

  it('is due by default on the last day of the document, or in thirty days, and overdue the day after', async () => {
    const { upload, put, open, list, clock, policy, everywhere } = await renewingOffice();
    await everywhere((await policy({ timeZone: 'Pacific/Auckland' })).id);
    const [dated, undated] = [await upload(), await upload()];
    await put(dated.id, { statedExpiresOn: '2026-11-25' });

    // It is the 24th in Auckland.
    expect((await open(dated.id)).dueOn).to.equal('2026-11-25');
    expect((await open(undated.id)).dueOn).to.equal('2026-12-24');
    const overdue = async () => (await list({ documentId: dated.id }))[0]?.overdue;
    clock.advance({ hours: 46 });
    expect(await overdue()).to.equal(false);
    clock.advance({ hours: 2 });
    expect(await overdue()).to.equal(true);
  });

  it('is listed by due date, page by page, of documents that the caller sees', async () => {
    const { upload, open, list, lifecycle, owner, bo, update } = await renewingOffice();
    const days = ['2027-03-01', '2027-01-01', '2027-02-01', '2027-01-01'];
    const ids: string[] = [];
    for (const dueOn of days) ids.push((await open((await upload()).id, { dueOn })).id);
    const hidden = await upload({ visibility: 'restricted' });
    const secret = await open(hidden.id, { dueOn: '2026-12-01', ownerUserId: bo.id });
    await update(ids[0] ?? '', 'assign', { ownerUserId: bo.id });
    await update(ids[2] ?? '', 'cancel', { reason: 'A mistake' });

    const first = await lifecycle.listRenewals({ limit: 2 }, owner.session);
    const second = await lifecycle.listRenewals({ limit: 4, cursor: first.nextCursor ?? '' }, owner.session);
    const walked = [...first.renewals, ...second.renewals].map(({ id }) => id);
    const [second1 = '', third = ''] = [ids[1], ids[3]].toSorted();
    expect(walked).to.deep.equal([secret.id, second1, third, ids[2], ids[0]]);
    expect(second.nextCursor).to.equal(null);
    expect((await list({}, bo)).map(({ id }) => id)).to.deep.equal([second1, third, ids[2], ids[0]]);
    expect((await list({ ownerUserId: 'me' }, bo)).map(({ id }) => id)).to.deep.equal([ids[0]]);
    expect((await list({ status: 'open' })).map(({ id }) => id)).to.not.include(ids[2]);
    expect((await list({ status: 'cancelled' })).map(({ id }) => id)).to.deep.equal([ids[2]]);
    expect((await list({ dueBefore: '2027-01-01' })).map(({ id }) => id)).to.deep.equal([secret.id]);
    expect(await failureOf(update(secret.id, 'start', {}, bo))).to.equal('renewal.not_found');
  });

  it('is told of by mail to those who have to do something, and to nobody who does not see the document', async () => {
    const { upload, open, update, lifecycle, mailsTo, worker, owner, admin, bo, clock } =
      await renewingOffice();
    const [old, fresh] = [await upload({ name: 'Policy' }), await upload()];
    const hidden = await upload({ visibility: 'restricted' });
    await open(hidden.id, { ownerUserId: bo.id });
    const { id } = await open(old.id, { ownerUserId: bo.id, dueOn: '2026-11-24' });
    await worker.drain();
    expect(mailsTo(bo)).to.deep.equal(['Policy has to be renewed']);

    clock.advance({ days: 2 });
    await worker.run('lifecycle.overdue_renewals');
    await worker.run('lifecycle.overdue_renewals');
    await worker.drain();
    expect(mailsTo(bo).slice(1)).to.deep.equal(['The renewal of Policy is overdue']);

    await update(id, 'submit_replacement', { replacementDocumentId: fresh.id }, bo);
    await worker.drain();
    const waiting = 'A replacement of Policy waits for your approval';
    expect([mailsTo(owner), mailsTo(admin), mailsTo(bo).length]).to.deep.equal([[waiting], [waiting], 2]);

    const decide = (input: object) =>
      lifecycle.approveReplacement({ caseId: id, decision: 'approve', ...input }, admin.session);
    expect(await faultsOf(decide({ decision: 'reject' }))).to.deep.equal(['/note field.required']);
    await decide({ decision: 'reject', note: 'The sum is too low' });
    await worker.drain();
    await update(id, 'submit_replacement', { replacementDocumentId: fresh.id }, bo);
    await decide({});
    await worker.drain();
    expect(mailsTo(bo).slice(2)).to.deep.equal([
      'The replacement of Policy was rejected',
      'The replacement of Policy was approved',
    ]);

    const [lease, newLease] = [await upload({ name: 'Lease' }), await upload()];
    const { id: other } = await open(lease.id);
    await update(other, 'submit_replacement', { replacementDocumentId: newLease.id }, admin);
    await worker.drain();
    const ofLease = 'A replacement of Lease waits for your approval';
    expect([owner, admin].map((who) => mailsTo(who).includes(ofLease))).to.deep.equal([true, false]);
  });

  it('BIL-3: is finished or given up on a plan without the feature, where none is opened or reopened', async () => {
    const { upload, open, update, submit, submitted, decide, bo, owner, chancery, sql, workspaceId } =
      await renewingOffice();
    const [approvedOne, rejectedOne] = [await submitted(), await submitted()];
    const { id: documentId } = await upload();
    const ofBo = await open(documentId, { ownerUserId: bo.id });
    const kept = await open((await upload()).id);
    await sql("update workspaces set plan_code = 'free' where id = $1", [workspaceId]);
    const lacking = 'plan.feature_not_included';

    expect((await decide(approvedOne.caseId)).renewal.status).to.equal('completed');
    const { renewal } = await decide(rejectedOne.caseId, { decision: 'reject', note: 'Too late' });
    expect(renewal.status).to.equal('in_progress');
    await submit(rejectedOne.caseId, rejectedOne.fresh.id);
    const withdrawn = await update(rejectedOne.caseId, 'withdraw_replacement');
    expect(withdrawn.status).to.equal('in_progress');
    for (const [action, input] of [
      ['start', {}],
      ['set_due', { dueOn: '2027-01-31' }],
      ['note', { note: 'Called them' }],
      ['assign', { ownerUserId: bo.id }],
      ['close_not_renewed', { reason: 'We moved out' }],
    ] as const)
      expect(await failureOf(update(kept.id, action, input)), action).to.equal('none');
    await update(ofBo.id, 'cancel', { reason: 'Bo leaves' });
    expect(await failureOf(chancery.workspace.removeMember({ userId: bo.id }, owner.session))).to.equal(
      'none',
    );
    expect(await failureOf(update(ofBo.id, 'reopen'))).to.equal(lacking);
    expect(await failureOf(open(documentId))).to.equal(lacking);
  });

  it('LIF-25: keeps a person from leaving until an heir takes it', async () => {
    const { upload, open, bo, owner, chancery, list } = await renewingOffice();
    const { id } = await upload();
    await open(id, { ownerUserId: bo.id });
    const leave = (input: object = {}) =>
      failureOf(chancery.workspace.removeMember({ userId: bo.id, ...input }, owner.session));

    expect(await leave()).to.equal('member.open_responsibilities');
    expect(await leave({ reassignToUserId: owner.id })).to.equal('none');
    expect((await list({ documentId: id }))[0]?.ownerUserId).to.equal(owner.id);
  });
});

describe('renewals that a policy opens', () => {
  const wants = { openRenewalDaysBefore: 45, noticeLocalTime: '09:00', timeZone: 'Europe/Berlin' };

  it('REN-2: begin so many days before the date, at the time of notices, once for each date', async () => {
    const { policy, everywhere, upload, confirm, clock, tick, list, update, bo, put } =
      await renewingOffice();
    await everywhere((await policy(wants)).id);
    const { id } = await upload();
    await put(id, { ownerUserId: bo.id });
    // 45 days before: the 24th of November, 08:00 in UTC.
    await confirm(id, '2027-01-08');
    clock.advance({ hours: 19, minutes: 59 });
    await tick();
    expect(await list()).to.deep.equal([]);

    clock.advance({ minutes: 1 });
    await Promise.all([tick(), tick()]);
    const [renewal] = await list();
    expect(renewal).to.include({
      openedBy: 'policy',
      ownerUserId: bo.id,
      dueOn: '2027-01-08',
      status: 'open',
    });
    expect(renewal?.history).to.deep.equal([{ at: clock.now(), byUserId: null, action: 'open', note: null }]);

    await update(renewal?.id ?? '', 'cancel', { reason: 'Not this one' });
    await tick();
    expect(await list({ status: 'open' })).to.deep.equal([]);
    await confirm(id, '2027-01-07');
    await tick();
    expect((await list({ status: 'open' })).map(({ dueOn }) => dueOn)).to.deep.equal(['2027-01-07']);
  });

  it('LIF-8: begin only once the date is confirmed, where the policy wants that', async () => {
    const { policy, everywhere, upload, put, confirm, worker, tick, list, lifecycle, owner } =
      await renewingOffice();
    const { id: policyId } = await policy(wants);
    await everywhere(policyId);
    const [one, other] = [await upload(), await upload()];
    for (const { id } of [one, other]) await put(id, { statedExpiresOn: '2026-12-01' });

    await tick();
    expect(await list()).to.deep.equal([]);
    await confirm(one.id, '2026-12-01');
    await tick();
    expect((await list()).map(({ documentId }) => documentId)).to.deep.equal([one.id]);
    await lifecycle.updateExpirationPolicy({ policyId, requireConfirmation: false }, owner.session);
    await worker.drain();
    await tick();
    expect((await list()).map(({ documentId }) => documentId)).to.have.members([one.id, other.id]);
  });

  it('REN-2: begin neither for what is trashed or replaced, nor beside one that somebody opened', async () => {
    const { policy, everywhere, upload, confirm, tick, list, open, trash, update, lifecycle, admin } =
      await renewingOffice();
    await everywhere((await policy(wants)).id);
    const [trashed, replaced, fresh, opened] = [
      await upload(),
      await upload(),
      await upload(),
      await upload(),
    ];
    await trash(trashed.id);
    const { id: caseId } = await open(replaced.id);
    await update(caseId, 'submit_replacement', { replacementDocumentId: fresh.id });
    await lifecycle.approveReplacement({ caseId, decision: 'approve' }, admin.session);
    const byHand = await open(opened.id);
    for (const { id } of [replaced, opened]) await confirm(id, '2026-12-01');

    await tick();
    expect((await list({ status: 'open' })).map(({ id }) => id)).to.deep.equal([byHand.id]);
    await update(byHand.id, 'cancel', { reason: 'A mistake' });
    await tick();
    expect(await list({ status: 'open' })).to.deep.equal([]);
  });
});
