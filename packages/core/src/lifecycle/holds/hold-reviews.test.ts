import { lifecycleOffice } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

async function holding() {
  const here = await lifecycleOffice();
  const place = async (documentId: string, input: object = {}) =>
    (
      await here.lifecycle.placeLegalHold(
        { documentId, matter: 'Byron v. Babbage', reason: 'Notice received', ...input },
        here.owner.session,
      )
    ).legalHold;
  const tick = async () => {
    await here.worker.run('lifecycle.hold_reviews');
    await here.worker.drain();
  };
  return { ...here, place, tick };
}

describe('the review of holds', () => {
  it('HLD-3: is told to who placed the hold and to the admins, once, on its day in the zone of the document; the hold stays', async () => {
    const { upload, place, tick, clock, mailsTo, owner, admin, bo, happened, policy, everywhere, trash } =
      await holding();
    await everywhere((await policy({ timeZone: 'America/New_York' })).id);
    const { id: documentId } = await upload({}, bo);
    const { id } = await place(documentId, { reviewOn: '2026-11-25' });
    await place(documentId, { matter: 'Audit' });

    // The 25th begins in New York at five in the morning in UTC.
    clock.advance({ days: 1, hours: 16, minutes: 59 });
    await tick();
    expect([...mailsTo(owner), ...mailsTo(admin)]).to.deep.equal([]);
    clock.advance({ minutes: 1 });
    await tick();
    await tick();

    const asked = 'Is the hold on policy.pdf still needed?';
    expect([mailsTo(owner), mailsTo(admin), mailsTo(bo)]).to.deep.equal([[asked], [asked], []]);
    const due = (await happened()).filter(({ type }) => type === 'document_hold.review_due');
    expect(due.map(({ target }) => target)).to.deep.equal([{ kind: 'document_hold', id }]);
    clock.advance({ days: 5 });
    await tick();
    expect(mailsTo(owner)).to.deep.equal([asked]);
    expect(await trash(documentId).catch(({ code }) => code)).to.equal('document.legal_hold');
  });

  it('HLD-3: is told of no hold that was released before its day', async () => {
    const { upload, place, tick, clock, mailsTo, owner, lifecycle } = await holding();
    const { id: documentId } = await upload();
    const { id: holdId } = await place(documentId, { reviewOn: '2026-11-25' });
    await lifecycle.releaseLegalHold({ holdId, reason: 'Settled' }, owner.session);
    clock.advance({ days: 3 });

    await tick();

    expect(mailsTo(owner)).to.deep.equal([]);
  });

  it('a custodian hears by mail what has to be preserved', async () => {
    const { upload, place, worker, mailsTo, owner, bo } = await holding();
    const { id: documentId } = await upload();

    await place(documentId, { custodianUserId: bo.id });
    await worker.drain();

    expect([mailsTo(bo), mailsTo(owner)]).to.deep.equal([['policy.pdf has to be preserved'], []]);
  });
});
