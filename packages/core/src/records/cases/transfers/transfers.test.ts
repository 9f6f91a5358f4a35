import {
  failureOf,
  faultsOf,
  longSessions,
  noteOffice,
  type Person,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { maskOf } from '../../access/labels.ts';

type Decision = 'accept' | 'decline' | 'cancel';

/** Bo leads a case, Cy writes in it, and Di is asked to take it over. */
async function handingOver() {
  const here = await noteOffice(longSessions);
  const { records, aCase, bo } = here;
  const di = await here.person('member', 'Di');
  const ask = async (input: object = {}, as: Person = bo) =>
    (
      await records.transferCase(
        { caseId: aCase.id, toUserId: di.id, reason: 'I move to another ward', ...input },
        as.session,
      )
    ).transfer;
  const decide = (transferId: string, decision: Decision, as: Person, reason?: string) =>
    records.decideCaseTransfer(
      { transferId, decision, ...(reason === undefined ? {} : { reason }) },
      as.session,
    );
  const team = async () =>
    (await here.getCase(aCase.id, here.owner)).members
      .filter(({ endedAt }) => endedAt === null)
      .map(({ displayName, role }) => `${displayName} ${role}`);
  const told = async () =>
    (await here.happened())
      .filter(({ type }) => type.startsWith('case.transfer'))
      .map(({ type, facts }) => [type, facts.decision ?? null]);
  return { ...here, di, ask, decide, team, told };
}

describe('handing a case over', () => {
  it('GOV-27: with the acceptance the lead changes, the outgoing lead becomes what was said, and follow-ups move', async () => {
    const { ask, decide, team, told, records, aCase, bo, di, worker, ports } = await handingOver();
    const { followUp } = await records.createFollowUp(
      { caseId: aCase.id, title: 'Call back', ownerUserId: bo.id },
      bo.session,
    );
    const transfer = await ask();
    expect(transfer).to.deep.include({ status: 'pending', outgoingRole: 'contributor', moveFollowUps: true });

    const done = await decide(transfer.id, 'accept', di);
    await worker.drain();

    expect(done.transfer.status).to.equal('accepted');
    expect(done.case?.id).to.equal(aCase.id);
    expect(await team()).to.have.members(['Bo contributor', 'Cy contributor', 'Gus reviewer', 'Di lead']);
    const { followUps } = await records.listFollowUps({ caseId: aCase.id }, di.session);
    expect(followUps.map(({ id, owner }) => [id, owner.userId])).to.deep.equal([[followUp.id, di.id]]);
    expect(await told()).to.deep.equal([
      ['case.transfer_requested', null],
      ['case.transfer_decided', 'accept'],
    ]);
    const mails = ports.mail.sent.filter(({ subject }) => subject.includes(aCase.caseNumber));
    expect(mails.map(({ to, subject }) => `${to.name}: ${subject}`)).to.have.members([
      `Bo: ${aCase.caseNumber} has a new lead`,
      `Di: ${aCase.caseNumber} has a new lead`,
    ]);
  });

  it('GOV-27: one waits for a case at a time, and only whoever is asked accepts or declines', async () => {
    const { ask, decide, bo, cy, di, admin, person } = await handingOver();
    const { id } = await ask();
    const refusal = (decision: Decision, as: Person, reason?: string) =>
      failureOf(decide(id, decision, as, reason));
    const stranger = await person('member', 'Eve');

    expect(await failureOf(ask({ toUserId: cy.id }))).to.equal('case_transfer.pending_exists');
    expect(await refusal('accept', bo)).to.equal('case_transfer.not_recipient');
    expect(await refusal('cancel', di)).to.equal('case_transfer.not_recipient');
    expect(await refusal('cancel', cy)).to.equal('case_transfer.not_recipient');
    expect(await refusal('accept', stranger)).to.equal('case_transfer.not_found');
    expect(await faultsOf(decide(id, 'decline', di))).to.deep.equal(['/reason field.required']);
    expect((await decide(id, 'decline', di, 'I have no time')).case).to.equal(null);
    expect(await refusal('accept', di)).to.equal('case_transfer.invalid_state');
    const second = await ask({}, admin);
    expect((await decide(second.id, 'cancel', bo)).transfer.status).to.equal('cancelled');
    expect(await failureOf(ask({}, cy))).to.equal('permission.denied');
  });

  it('GOV-27: whoever is asked is an active member who is cleared for every label, and no guest', async () => {
    const { ask, decide, guest, bo, di, clear, sql, aCase } = await handingOver();
    const refusal = (toUserId: string) => failureOf(ask({ toUserId, purposeOfUse: 'treatment' }));
    expect(await refusal(guest.id)).to.equal('case.member_not_eligible');
    expect(await refusal(bo.id)).to.equal('case.member_not_eligible');
    await clear(bo, maskOf(['restricted']));
    await sql('update record_cases set own_mask = 2, effective_mask = 2 where id = $1', [aCase.id]);

    expect(await refusal(di.id)).to.equal('case.member_not_eligible');
    await clear(di, maskOf(['restricted']));
    const { id } = await ask({ purposeOfUse: 'treatment' });
    await clear(di, 0);
    expect(await failureOf(decide(id, 'accept', di))).to.equal('case.member_not_eligible');
  });

  it('GOV-27: ends by the clock, and with the case', async () => {
    const { ask, decide, told, di, bo, records, aCase, clock, worker } = await handingOver();
    const first = await ask({ expiresInDays: 1 });
    clock.advance({ days: 1 });
    expect(await failureOf(decide(first.id, 'accept', di))).to.equal('case_transfer.invalid_state');
    await worker.run('case.expire_transfers');
    const second = await ask();
    const closing = { caseId: aCase.id, status: 'closed', reason: 'All is done' } as const;
    await records.transitionCase({ ...closing, closureOutcome: 'Agreement' }, bo.session);

    expect(await failureOf(decide(second.id, 'accept', di))).to.equal('case_transfer.invalid_state');
    expect((await told()).map(([, decision]) => decision)).to.deep.equal([null, 'expire', null, 'cancel']);
    expect(await failureOf(ask())).to.equal('case.invalid_state');
  });
});
