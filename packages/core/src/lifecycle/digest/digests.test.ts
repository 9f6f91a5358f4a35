import { lifecycleOffice } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

/** An office in Berlin; its clock stands on Monday, 23 November 2026, at noon UTC. */
async function office() {
  const here = await lifecycleOffice();
  const { lifecycle, owner, chancery, worker, ports, clock } = here;
  await chancery.workspace.updateSettings({ defaultTimeZone: 'Europe/Berlin' }, owner.session);
  await worker.drain();
  ports.mail.sent.length = 0;
  return {
    ...here,
    want: (digestDay: 'monday' | 'tuesday' | 'sunday' | null) =>
      lifecycle.updateLifecycleSettings({ digestDay }, owner.session),
    at: async (instant: string) => {
      clock.advance({ seconds: (Date.parse(instant) - Date.parse(clock.now())) / 1000 });
      await worker.run('lifecycle.digests');
    },
  };
}

describe('the weekly digest', () => {
  it('reaches owners alone, once a week, from nine in the zone of the workspace on', async () => {
    const { want, at, upload, put, owner, mailsTo, admin, bo } = await office();
    const { id } = await upload({ name: 'Lease' });
    await put(id, { statedExpiresOn: '2026-12-05' });
    await upload({ name: 'Secret of Bo', visibility: 'restricted' }, bo);
    await want('tuesday');

    await at('2026-11-24T07:59:00.000Z');
    expect(mailsTo(owner)).to.deep.equal([]);
    await at('2026-11-24T08:00:00.000Z');
    await at('2026-11-24T08:30:00.000Z');
    await at('2026-11-25T08:30:00.000Z');
    expect(mailsTo(owner)).to.have.length(1);
    await at('2026-12-01T10:00:00.000Z');

    expect(mailsTo(owner)).to.have.length(2);
    expect([...mailsTo(admin), ...mailsTo(bo)]).to.deep.equal([]);
  });

  it('counts what is overdue and left undone, and names what comes first', async () => {
    const { want, at, upload, put, owner, lifecycle, ports } = await office();
    const [late, soon] = [await upload({ name: 'Permit' }), await upload({ name: 'Lease' })];
    await put(late.id, { statedExpiresOn: '2026-11-01' });
    await put(soon.id, { statedExpiresOn: '2026-12-05' });
    await lifecycle.openRenewal({ documentId: late.id, dueOn: '2026-11-23' }, owner.session);
    await want('tuesday');
    ports.mail.sent.length = 0;

    await at('2026-11-24T12:00:00.000Z');

    const [mail] = ports.mail.sent.filter(({ subject }) => subject.includes('this week'));
    const lines = mail?.text.split('\n').map((line) => line.trim());
    expect(lines).to.include.members([
      'Expired: 1',
      'Expiring soon: 1',
      'Renewals overdue: 1',
      'Sunday, 1 November 2026: Permit (Europe/Berlin)',
      'Saturday, 5 December 2026: Lease (Europe/Berlin)',
    ]);
    expect(mail?.text).not.to.include('Without a date');
  });

  it('is not sent where nobody wants it, nor if there is nothing to tell', async () => {
    const { want, at, upload, put, owner, mailsTo } = await office();

    await want('tuesday');
    await at('2026-11-24T12:00:00.000Z');
    const { id } = await upload();
    await put(id, { statedExpiresOn: '2026-12-01' });
    await want(null);
    await at('2026-12-01T12:00:00.000Z');

    expect(mailsTo(owner)).to.deep.equal([]);
  });
});
