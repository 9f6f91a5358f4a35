import { anAnswer, webhookWorld } from '@chancery/adapters-persistence/testing';
import { plusDays } from '@chancery/core/internal';
import { expect } from 'chai';
import { type HostedWorld, hostedWorld, lastLine } from './testing/host-command.ts';
import { webhooksCommand } from './webhooks-command.ts';

describe('webhooksCommand', () => {
  let here: HostedWorld;
  before(async () => {
    here = await hostedWorld();
  });
  after(() => here.end());

  const recover = (given: Record<string, unknown>) =>
    here.run(() => webhooksCommand(here.environment, given));

  it('WHK-10: queues what an endpoint has missed, in the name of an operator', async () => {
    let status = 410;
    const { workspaceId, owner, endpointId, things, worker, chancery, deliveries, clock } =
      await webhookWorld(() => anAnswer(status), { database: here.database, startsAt: here.clock.now() });
    await things.change();
    await worker.drain();
    const [since, until] = [plusDays(here.clock.now(), -7), plusDays(here.clock.now(), 7)];
    const given = { workspaceId, endpointId, since, until };
    const off = await recover(given);
    status = 200;
    await chancery.webhooks.updateWebhookEndpoint({ endpointId, active: true }, owner.session);

    const done = await recover(given);

    expect(off.code).to.equal(5);
    expect(done).to.deep.include({ code: 0, answer: { endpointId, queued: 1 } });
    expect(await lastLine(here, workspaceId)).to.deep.equal({
      action: 'webhook.recovered',
      actor: 'operator',
      target: endpointId,
    });
    // What the command queues is due by the clock of the machine, which has moved on meanwhile.
    clock.advance({ minutes: 5 });
    await worker.drain();
    expect((await deliveries()).map((delivery) => delivery.status)).to.deep.equal(['succeeded']);
  });

  it('WHK-10: explains what is wrong with a command that makes no sense', async () => {
    const { workspaceId } = here;
    const endpointId = here.ports.ids.uuid7();
    const since = '2026-11-01T00:00:00Z';

    expect((await recover({ workspaceId: 'mine', endpointId, since })).code).to.equal(2);
    expect((await recover({ workspaceId, endpointId: 'it', since })).code).to.equal(2);
    expect((await recover({ workspaceId, endpointId, since: 'lately' })).code).to.equal(2);
    expect((await recover({ workspaceId, endpointId, since })).code).to.equal(4);
    const elsewhere = await recover({ workspaceId: `workspace_${'a'.repeat(26)}`, endpointId, since });
    expect(elsewhere.code).to.equal(4);
    expect(elsewhere.said).to.include('no such workspace');
  });
});
