import { failureOf, faultsOf, noteOffice } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

async function closingOffice() {
  const here = await noteOffice();
  const { records, aCase, bo } = here;
  const close = (input: object = {}, as = bo) =>
    records.transitionCase(
      { caseId: aCase.id, status: 'closed', reason: 'It is over.', closureOutcome: 'Agreed', ...input },
      as.session,
    );
  const followUp = async (input: object = {}) =>
    (await records.createFollowUp({ caseId: aCase.id, title: 'Call back', ...input }, bo.session)).followUp;
  return { ...here, close, followUp };
}

describe('closing a case', () => {
  it('REC-31: is refused while a version is in review or approved, and not for a draft', async () => {
    const { close, begin, submit, approve, sign, sendBack, getCase, aCase } = await closingOffice();
    const { id } = await begin();

    await submit(id);
    expect(await failureOf(close())).to.equal('case.open_items');
    expect(await faultsOf(close())).to.deep.equal(['/status open.review']);
    await sendBack(id);
    await submit(id);
    await approve(id);
    expect(await faultsOf(close())).to.deep.equal(['/status open.review']);
    await sign(id);
    await begin({ title: 'Begun' });

    expect((await close()).case.status).to.equal('closed');
    expect((await getCase(aCase.id)).closureOutcome).to.equal('Agreed');
  });

  it('REC-31: is refused while a request for a change is undecided, and not once it was denied', async () => {
    const { close, signed, ask, decide, denying } = await closingOffice();
    const { id } = await signed();
    const asked = await ask(id);

    expect(await faultsOf(close())).to.deep.equal(['/status open.amendment']);
    await decide(asked.id, 'deny', undefined, denying);

    expect((await close()).case.status).to.equal('closed');
  });

  it('REC-31: is refused while a second signature is pending, and not once it was declined', async () => {
    const { close, signed, records, guest } = await closingOffice();
    const { id } = await signed({ coSignFromUserId: guest.id });

    expect(await faultsOf(close())).to.deep.equal(['/status open.co_sign']);
    await records.coSignEntry({ artifactId: id, action: 'decline', reason: 'I was away.' }, guest.session);

    expect((await close()).case.status).to.equal('closed');
  });

  it('REC-31: is refused while there is something to do, unless that is carried on', async () => {
    const { close, followUp, records, bo } = await closingOffice();
    const { id } = await followUp();

    expect(await faultsOf(close())).to.deep.equal(['/status open.follow_up']);
    expect((await close({ carryFollowUps: true })).case.status).to.equal('closed');

    const { followUps } = await records.listFollowUps({}, bo.session);
    expect(followUps.map((each) => [each.id, each.status])).to.deep.equal([[id, 'open']]);
    const done = await records.updateFollowUp({ followUpId: id, status: 'completed' }, bo.session);
    expect(done.followUp.status).to.equal('completed');
  });

  it('REC-31: names everything that is open, and carries follow-ups alone', async () => {
    const { close, begin, submit, followUp, signed, ask } = await closingOffice();
    const { id } = await begin();
    await submit(id);
    const { id: amendmentId } = await ask((await signed()).id);
    const { id: followUpId } = await followUp();
    const messages = async (input: object) =>
      close(input).then(
        () => [],
        ({ details }: { details: { message: string }[] }) => details.map(({ message }) => message.slice(-36)),
      );

    expect(await messages({})).to.have.members([id, amendmentId, followUpId]);
    expect(await messages({ carryFollowUps: true })).to.have.members([id, amendmentId]);
  });

  it('REC-1: is not stopped by what whoever closes it does not pass, which does not show either', async () => {
    const { close, begin, clear, records, cy, owner } = await closingOffice();
    await clear(cy, 32);
    const { id } = await begin();
    const purposeOfUse = 'treatment' as const;
    await records.updateEntryDraft(
      { artifactId: id, expectedVersion: 1, confidentiality: 'safeguarding', purposeOfUse },
      cy.session,
    );
    await records.submitEntry({ artifactId: id, purposeOfUse }, cy.session);

    expect((await close({}, owner)).case.status).to.equal('closed');
  });
});
