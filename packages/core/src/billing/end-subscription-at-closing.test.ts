import { world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { operate } from '../pipeline/follow-ups.ts';
import { workspaceClosing, ports as workspacePorts } from '../workspace/index.ts';

describe('endSubscriptionAtClosing', () => {
  it('ends the subscription at once, and the workspace gets the default plan', async () => {
    const { chancery, owner, ports, worker, workspaceId, happened } = await world();
    await chancery.billing.createCheckout({ planCode: 'team', interval: 'month' }, owner.session);

    await operate(
      ports,
      workspacePorts,
      workspaceId,
      async ({ emit, now }) => emit(workspaceClosing, { workspaceId, closesAt: now, reason: '', version: 2 }),
      'identity',
    );
    await worker.drain();

    expect(await chancery.billing.getCapabilities({}, owner.session)).to.include({
      status: 'none',
      planCode: 'self_hosted',
    });
    expect((await happened()).map(({ type }) => type)).to.deep.equal([
      'billing.subscribed',
      'workspace.closing',
      'billing.cancelled',
    ]);
  });
});
