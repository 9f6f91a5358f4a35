import { failureOf, faultsOf, lifecycleOffice } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

/** An office whose documents are told of 30 and 7 days before, at nine in Berlin. */
async function risking() {
  const here = await lifecycleOffice();
  const { lifecycle, owner, policy, everywhere, upload, put, worker, ports, clock } = here;
  const notices = [30, 7].map((daysBefore) => ({ daysBefore, recipients: ['document_owner' as const] }));
  const { id: policyId } = await policy({
    notices,
    timeZone: 'Europe/Berlin',
    noticeLocalTime: '09:00',
    requireConfirmation: false,
  });
  await everywhere(policyId);
  await worker.drain();
  ports.mail.sent.length = 0;
  return {
    ...here,
    dated: async (statedExpiresOn: string) => {
      const document = await upload({ name: 'Lease' });
      await put(document.id, { statedExpiresOn });
      return document;
    },
    accept: (documentId: string, risk: string, until: string, as = owner) =>
      lifecycle.acknowledgeLifecycleRisk(
        { documentId, risk: risk as 'expiring', until, reason: 'The new one is on its way' },
        as.session,
      ),
    until: (instant: string) =>
      clock.advance({ seconds: (Date.parse(instant) - Date.parse(clock.now())) / 1000 }),
    async tick() {
      await worker.run('lifecycle.plan');
      await worker.run('lifecycle.notices');
    },
    mails: () => ports.mail.sent.filter(({ to }) => to.address === owner.email).length,
  };
}

describe('acknowledgeLifecycleRisk', () => {
  it('LIF-16: keeps notices back through its day, and no longer', async () => {
    const { dated, accept, until, tick, mails, happened, read, owner } = await risking();
    const { id } = await dated('2026-12-31');
    until('2026-12-02T10:00:00.000Z');
    const { acknowledgement, lifecycle } = await accept(id, 'expiring', '2026-12-24');
    await tick();
    until('2026-12-24T08:00:00.000Z');
    await tick();

    expect(mails()).to.equal(0);
    expect(acknowledgement).to.include({ risk: 'expiring', until: '2026-12-24', byUserId: owner.id });
    const open = lifecycle.risks.find(({ code }) => code === 'expiring');
    expect(open?.since).to.equal('2026-11-30T23:00:00.000Z');
    expect(open?.acknowledged).to.deep.equal({
      until: '2026-12-24',
      byUserId: owner.id,
      reason: 'The new one is on its way',
    });
    const events = (await happened()).filter(({ type }) => type === 'lifecycle.risk_acknowledged');
    expect(events.map(({ facts }) => facts)).to.deep.equal([
      { risk: 'expiring', until: '2026-12-24', forExpiresOn: '2026-12-31' },
    ]);
    until('2026-12-25T08:00:00.000Z');
    expect((await read(id)).risks.map(({ code, acknowledged }) => [code, acknowledged])).to.deep.include([
      'expiring',
      null,
    ]);

    const { id: second } = await dated('2026-12-31');
    await accept(second, 'expiring', '2026-12-25');
    until('2026-12-26T08:00:00.000Z');
    await tick();
    expect(mails()).to.equal(1);
  });

  it('LIF-16: ends at once when the date changes', async () => {
    const { dated, accept, until, tick, mails, put, read } = await risking();
    const { id } = await dated('2026-12-31');
    until('2026-12-02T10:00:00.000Z');
    await accept(id, 'expiring', '2027-01-31');

    await put(id, { statedExpiresOn: '2026-12-30' });

    expect((await read(id)).risks.find(({ code }) => code === 'expiring')?.acknowledged).to.equal(null);
    await tick();
    expect(mails()).to.equal(1);
  });

  it('takes a risk that is open, of a day within a year, from who keeps the document in force', async () => {
    const { dated, accept, until, bo } = await risking();
    const { id } = await dated('2026-12-31');
    until('2026-12-02T10:00:00.000Z');

    expect(await failureOf(accept(id, 'expired', '2026-12-24'))).to.equal('risk.not_open');
    expect(await failureOf(accept(id, 'expiring', '2026-12-24', bo))).to.equal('permission.denied');
    for (const day of ['2026-12-01', '2027-12-03'])
      expect(await faultsOf(accept(id, 'expiring', day))).to.deep.equal(['/until field.out_of_range']);
    expect(await failureOf(accept(id, 'expiring', '2027-12-02'))).to.equal('none');
  });

  it('LIF-25: of somebody who left without an heir the document has the risk missing_owner until another is named', async () => {
    const { upload, put, read, bo, chancery, owner, worker } = await risking();
    const { id } = await upload();
    await put(id, { ownerUserId: bo.id });

    await chancery.workspace.removeMember({ userId: bo.id }, owner.session);
    await worker.drain();

    expect((await read(id)).ownerUserId).to.equal(null);
    expect((await read(id)).risks.map(({ code }) => code)).to.include('missing_owner');
    await put(id, { ownerUserId: owner.id });
    expect((await read(id)).risks.map(({ code }) => code)).not.to.include('missing_owner');
    await put(id, {});
    expect((await read(id)).risks.map(({ code }) => code)).not.to.include('missing_owner');
  });
});
