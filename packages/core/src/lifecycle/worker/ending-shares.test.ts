import { aStranger, endingOf, lifecycleOffice } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

/** An office whose documents have five days of grace in Berlin. */
async function sharingOffice(
  over: Parameters<Awaited<ReturnType<typeof lifecycleOffice>>['policy']>[0] = {},
) {
  const here = await lifecycleOffice();
  const { policy, everywhere, upload, put, documents, owner, clock, worker, happened } = here;
  const { id: policyId } = await policy({
    graceDays: 5,
    timeZone: 'Europe/Berlin',
    requireConfirmation: false,
    revokeSharesOnExpiry: true,
    ...over,
  });
  await everywhere(policyId);
  return {
    ...here,
    policyId,
    dated: async (statedExpiresOn: string) => {
      const { id } = await upload();
      await put(id, { statedExpiresOn });
      return id;
    },
    /** Shares a document for the longest time; the token is that of the link. */
    share: async (documentId: string) => {
      const expiresAt = new Date(Date.parse(clock.now()) + 80 * 86_400_000).toISOString();
      const { url } = await documents.createDocumentShare({ documentId, expiresAt }, owner.session);
      return url.split('#token=')[1] ?? '';
    },
    ending: (token: string) => endingOf(documents.getDocumentShare({ token }, aStranger())),
    until: (instant: string) =>
      clock.advance({ seconds: (Date.parse(instant) - Date.parse(clock.now())) / 1000 }),
    async tick() {
      await worker.run('lifecycle.plan');
      await worker.run('lifecycle.start_actions');
    },
    revoked: async () => (await happened()).filter(({ type }) => type === 'share.revoked'),
  };
}

/** Midnight in Berlin after the last of five days of grace that follow the last day of November. */
const over = '2026-12-05T23:00:00.000Z';
const ended = 'link.gone document_expired';

describe('shares of documents that expire', () => {
  it('LIF-20: end once the days of grace are over, and not before', async () => {
    const { dated, share, ending, until, tick, revoked, documents, owner } = await sharingOffice();
    const [expiring, lasting] = [await dated('2026-11-30'), await dated('2027-11-30')];
    const [token, other, untouched] = [await share(expiring), await share(expiring), await share(lasting)];

    until('2026-12-05T22:59:00.000Z');
    await tick();
    expect(await ending(token)).to.equal('none');
    until(over);
    await tick();

    expect(await Promise.all([token, other, untouched].map(ending))).to.deep.equal([ended, ended, 'none']);
    const lines = await revoked();
    expect(lines.map(({ facts }) => [facts['reason'], facts['documentId']])).to.deep.equal(
      Array(2).fill(['document_expired', expiring]),
    );
    const { shares } = await documents.getDocument({ documentId: expiring }, owner.session);
    expect(shares.map(({ revokeReason, revokedByUserId }) => [revokeReason, revokedByUserId])).to.deep.equal(
      Array(2).fill(['document_expired', null]),
    );
  });

  it('LIF-20: end once for a date, so that who shares the document again may', async () => {
    const { dated, share, ending, until, tick, revoked, put, clock } = await sharingOffice();
    const documentId = await dated('2026-11-30');
    await share(documentId);
    until(over);
    await tick();
    const again = await share(documentId);

    await put(documentId, { statedExpiresOn: '2026-11-30', issuedOn: '2026-01-01' });
    await tick();
    clock.advance({ days: 1 });
    await tick();

    expect(await ending(again)).to.equal('none');
    expect(await revoked()).to.have.length(1);
    await put(documentId, { statedExpiresOn: '2026-12-01' });
    await tick();
    expect(await ending(again)).to.equal(ended);
  });

  it('LIF-20: stay where the policy does not end them, and end when it begins to', async () => {
    const { dated, share, ending, until, tick, lifecycle, policyId, owner, worker } = await sharingOffice({
      revokeSharesOnExpiry: false,
    });
    const token = await share(await dated('2026-11-30'));
    until(over);
    await tick();
    expect(await ending(token)).to.equal('none');

    await lifecycle.updateExpirationPolicy({ policyId, revokeSharesOnExpiry: true }, owner.session);
    await worker.drain();
    await tick();
    expect(await ending(token)).to.equal(ended);
  });

  it('LIF-8: stay while a date has to be confirmed, and end once a person has done so', async () => {
    const { dated, share, ending, until, tick, confirm } = await sharingOffice({ requireConfirmation: true });
    const documentId = await dated('2026-11-30');
    const token = await share(documentId);
    until(over);
    await tick();
    expect(await ending(token)).to.equal('none');

    await confirm(documentId, '2026-11-30');
    await tick();
    expect(await ending(token)).to.equal(ended);
  });

  it('REN-6, LIF-20: stay with a document that was replaced before its days of grace were over', async () => {
    const { dated, share, ending, until, tick, upload, lifecycle, owner, admin } = await sharingOffice();
    const documentId = await dated('2026-11-30');
    const token = await share(documentId);
    const { id: replacementDocumentId } = await upload();
    const { renewal } = await lifecycle.openRenewal({ documentId }, owner.session);
    const caseId = renewal.id;
    await lifecycle.updateRenewal(
      { caseId, action: 'submit_replacement', replacementDocumentId },
      owner.session,
    );
    await lifecycle.approveReplacement({ caseId, decision: 'approve' }, admin.session);

    until(over);
    await tick();
    expect(await ending(token)).to.equal('none');
  });

  it('LIF-20: stay with what expired more than a year before anybody said so', async () => {
    const { dated, share, ending, tick, types } = await sharingOffice();
    const token = await share(await dated('2025-10-31'));

    await tick();

    expect(await ending(token)).to.equal('none');
    expect(await types()).not.to.include('lifecycle.expired');
  });
});
