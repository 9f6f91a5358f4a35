import { failureOf, recordOffice } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { givenJob } from '../../workspace/jobs/testing/given-job.ts';

async function working() {
  const here = await recordOffice();
  const { governance } = here.chancery;
  const dead = async (context: string) => {
    const id = await givenJob(here);
    await here.sql('update jobs set context = $2 where id = $1', [id, context]);
    return id;
  };
  const list = async (input: object = {}, as = here.owner) =>
    (await governance.listRecordWorkerActions(input, as.session)).actions;
  return { ...here, governance, dead, list };
}

describe('background work about records', () => {
  it('GOV-44: is that of records and of their governance, and no other job by its id', async () => {
    const { governance, dead, list, owner } = await working();
    const [records, own, other] = [await dead('records'), await dead('governance'), await dead('meetings')];

    expect((await list()).map(({ id }) => id)).to.have.members([records, own]);
    for (const refused of [
      governance.replayRecordWorkerAction({ actionId: other }, owner.session),
      governance.acknowledgeRecordWorkerAction({ actionId: other, note: 'Not needed' }, owner.session),
    ])
      expect(await failureOf(refused)).to.equal('job.not_found');
  });

  it('GOV-37: keeps its id when it is done again, and cannot be done again while it waits', async () => {
    const { governance, dead, owner } = await working();
    const actionId = await dead('governance');

    const { action } = await governance.replayRecordWorkerAction({ actionId }, owner.session);

    expect(action).to.deep.include({ id: actionId, messageId: actionId, status: 'pending', replayCount: 1 });
    expect(await failureOf(governance.replayRecordWorkerAction({ actionId }, owner.session))).to.equal(
      'job.invalid_state',
    );
  });

  it('is put aside with a note, and listed by its state page by page', async () => {
    const { governance, dead, list, owner, clock } = await working();
    const actionId = await dead('governance');
    await dead('records');

    const { action } = await governance.acknowledgeRecordWorkerAction(
      { actionId, note: 'The address is gone' },
      owner.session,
    );

    expect(action).to.deep.include({
      status: 'acknowledged',
      note: 'The address is gone',
      acknowledgedAt: clock.now(),
      acknowledgedBy: { userId: owner.id, displayName: owner.displayName },
    });
    expect((await list({ status: ['acknowledged'] })).map(({ id }) => id)).to.deep.equal([actionId]);
    expect(await list({ kind: 'no.such' })).to.deep.equal([]);
    const first = await governance.listRecordWorkerActions(
      { status: ['acknowledged', 'dead'], limit: 1 },
      owner.session,
    );
    expect(first.nextCursor).to.be.a('string');
    expect(
      await list({ status: ['acknowledged', 'dead'], limit: 1, cursor: first.nextCursor }),
    ).to.have.length(1);
  });

  it('is for owners, admins and, to read, auditors', async () => {
    const { governance, dead, list, clear, bo } = await working();
    const actionId = await dead('governance');

    expect(await failureOf(list({}, bo))).to.equal('permission.denied');
    await clear(bo, 0, ['auditor']);
    expect(await list({}, bo)).to.have.length(1);
    expect(await failureOf(governance.replayRecordWorkerAction({ actionId }, bo.session))).to.equal(
      'permission.denied',
    );
  });
});
