import { lifecycleOffice } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { zonesOf2026a } from '../kernel/testing/zones-of-2026a.ts';
import { operate } from '../pipeline/follow-ups.ts';
import { timeZonesChanged } from '../workspace/index.ts';
import { ports as lifecyclePorts } from './ports.ts';

/** An office with a document that ends on the last day of January, of which its owner is told on that day at nine. */
async function office(over: Parameters<typeof lifecycleOffice>[0] = {}) {
  const here = await lifecycleOffice(over);
  const { sql, lifecycle, owner, upload, put, policy, everywhere } = here;
  const { id: documentId } = await upload();
  await put(documentId, { statedExpiresOn: '2027-01-31' });
  return {
    ...here,
    documentId,
    policyOf: async (timeZone: string | null) => {
      const { id } = await policy({
        notices: [{ daysBefore: 0, recipients: ['document_owner'] }],
        timeZone,
        requireConfirmation: false,
      });
      await everywhere(id);
    },
    boundaries: async () => {
      const [row] = await sql(
        'select soon_at "soonAt", ends_at "endsAt", grace_ends_at "graceEndsAt" from document_lifecycles where document_id = $1',
        [documentId],
      );
      return row;
    },
    planned: async () => {
      const { actions } = await lifecycle.planLifecycleActions({}, owner.session);
      return actions.map(({ id, kind, dueAt }) => ({ id, kind, dueAt }));
    },
  };
}

const idsOf = (actions: readonly { readonly id: string }[]) => actions.map(({ id }) => id);

describe('the days of a document', () => {
  it('LIF-3, LIF-28: begin when new tz data says so, and what was planned moves with them', async () => {
    const timeZones = zonesOf2026a();
    const { ports, policyOf, boundaries, planned, worker } = await office({ ports: { timeZones } });
    await policyOf('America/Vancouver');
    const before = await planned();
    expect(await boundaries()).to.deep.equal({
      soonAt: '2027-01-01T08:00:00.000Z',
      endsAt: '2027-02-01T08:00:00.000Z',
      graceEndsAt: '2027-02-01T08:00:00.000Z',
    });

    timeZones.load();
    await operate(
      { ...ports, timeZones },
      lifecyclePorts,
      null,
      async ({ emit }) => emit(timeZonesChanged, { from: '2026a', to: timeZones.version() }),
      'identity',
    );
    await worker.drain();

    expect(await boundaries()).to.deep.equal({
      soonAt: '2027-01-01T07:00:00.000Z',
      endsAt: '2027-02-01T07:00:00.000Z',
      graceEndsAt: '2027-02-01T07:00:00.000Z',
    });
    const after = await planned();
    expect(idsOf(after)).to.deep.equal(idsOf(before));
    expect(after.map(({ kind, dueAt }) => [kind, dueAt])).to.deep.equal([
      ['expire', '2027-01-01T07:00:00.000Z'],
      ['send_notice', '2027-01-31T16:00:00.000Z'],
    ]);
  });

  it('LIF-3: begin in the new zone of the workspace, unless the policy names one', async () => {
    const { chancery, owner, policyOf, boundaries, read, documentId, worker } = await office();
    const move = async (defaultTimeZone: string) => {
      await chancery.workspace.updateSettings({ defaultTimeZone }, owner.session);
      await worker.drain();
      return { ...(await boundaries()), timeZone: (await read(documentId)).timeZone };
    };

    expect(await move('Pacific/Auckland')).to.deep.equal({
      soonAt: '2026-12-31T11:00:00.000Z',
      endsAt: '2027-01-31T11:00:00.000Z',
      graceEndsAt: '2027-01-31T11:00:00.000Z',
      timeZone: 'Pacific/Auckland',
    });
    await policyOf('Europe/Berlin');
    const ofPolicy = await move('America/Los_Angeles');
    expect(ofPolicy).to.include({ endsAt: '2027-01-31T23:00:00.000Z', timeZone: 'Europe/Berlin' });
  });
});
