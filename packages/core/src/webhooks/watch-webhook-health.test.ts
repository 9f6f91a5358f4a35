import { anAnswer, webhookWorld } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

/** An endpoint whose creator is not the owner, and a clock that runs every due job as it advances. */
async function failing() {
  const state = { status: 500 };
  const here = await webhookWorld(() => anAnswer(state.status));
  const admin = await here.person('admin', 'Grace');
  await here.sql('update webhook_endpoints set created_by_user_id = $2 where id = $1', [
    here.endpointId,
    admin.id,
  ]);
  const mails = () =>
    here.ports.mail.sent
      .filter(({ text }) => text.includes(here.url))
      .map(({ subject, to }) => `${to.address}: ${subject}`);
  /** Advances by so many hours, and runs the health topic at the end of each step. */
  async function hours(count: number, step = 1) {
    for (let hour = 0; hour < count; hour += step) {
      here.clock.advance({ hours: step });
      await here.worker.drain();
      await here.worker.run('webhook.health');
    }
  }
  return { ...here, state, admin, mails, hours };
}

describe('watchWebhookHealth', () => {
  it('WHK-9: notifies owners and creator after a day, and switches off after five with at least ten failures', async () => {
    const { things, worker, hours, mails, owner, admin, endpoint, deliveries, happened } = await failing();
    await things.change();
    await worker.drain();

    await hours(20, 4);
    await hours(3);
    expect(mails()).to.deep.equal([]);
    await hours(1);
    expect(mails().map((line) => line.split(': ')[0])).to.have.members([owner.email, admin.email]);
    expect(mails().every((line) => /A webhook of .* is failing$/.test(line))).to.equal(true);
    await hours(60, 4);
    await things.change();
    await hours(35, 5);
    expect(await endpoint()).to.include({ status: 'active', failingSince: '2026-11-23T12:00:00.000Z' });
    expect(mails()).to.have.length(2);
    await hours(1);

    expect(await endpoint()).to.include({ status: 'auto_disabled', disabledReason: 'failing' });
    expect(
      mails()
        .slice(2)
        .every((line) => /A webhook of .* was switched off$/.test(line)),
    ).to.equal(true);
    expect(mails()).to.have.length(4);
    expect((await deliveries()).map(({ status }) => status)).to.deep.equal(['cancelled', 'failed']);
    expect((await happened()).at(-1)).to.deep.include({
      type: 'webhook.auto_disabled',
      facts: { reason: 'failing' },
    });
    await hours(24, 8);
    expect(mails()).to.have.length(4);
  });

  it('WHK-9: a success ends the run of failures, and the next run is notified again', async () => {
    const { things, worker, hours, mails, endpoint, state } = await failing();
    await things.change();
    await worker.drain();
    await hours(24, 4);
    expect(mails()).to.have.length(2);
    state.status = 200;

    await hours(30, 6);

    expect(await endpoint()).to.include({ status: 'active', failingSince: null, consecutiveFailures: 0 });
    state.status = 500;
    await things.change();
    await worker.drain();
    await hours(24, 4);
    expect(mails()).to.have.length(4);
  });

  it('WHK-9: notifies at 24 hours and switches off at 120, and not a second before', async () => {
    const { sql, endpointId, worker, clock, endpoint, mails } = await failing();
    await sql('update webhook_endpoints set failing_since = $2, consecutive_failures = 10 where id = $1', [
      endpointId,
      clock.now(),
    ]);
    const after = async (time: { hours?: number; seconds: number }) => {
      clock.advance(time);
      await worker.run('webhook.health');
      return [mails().length, (await endpoint()).status];
    };

    expect(await after({ hours: 24, seconds: -1 })).to.deep.equal([0, 'active']);
    expect(await after({ seconds: 1 })).to.deep.equal([2, 'active']);
    expect(await after({ hours: 96, seconds: -1 })).to.deep.equal([2, 'active']);
    expect(await after({ seconds: 1 })).to.deep.equal([4, 'auto_disabled']);
  });

  it('WHK-9: fewer than ten failed attempts do not switch the endpoint off, however old the run is', async () => {
    const { sql, endpointId, worker, clock, endpoint } = await failing();
    const failed = (count: number) =>
      sql('update webhook_endpoints set failing_since = $2, consecutive_failures = $3 where id = $1', [
        endpointId,
        clock.now(),
        count,
      ]);
    await failed(9);
    clock.advance({ hours: 121 });

    await worker.run('webhook.health');
    expect((await endpoint()).status).to.equal('active');
    await sql('update webhook_endpoints set consecutive_failures = 10 where id = $1', [endpointId]);
    await worker.run('webhook.health');

    expect((await endpoint()).status).to.equal('auto_disabled');
  });
});
