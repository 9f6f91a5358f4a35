import { anAnswer, webhookWorld } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('cancelWebhooksAtClosing', () => {
  it('WHK-10: a closing workspace sends no waiting delivery; they can be recovered later', async () => {
    const { things, worker, owner, chancery, sql, clock, sent, workspaceId } = await webhookWorld(() =>
      anAnswer(500),
    );
    await things.change();
    await worker.drain();
    // The only workspace of a person who deactivates the account begins to close.
    await chancery.identity.deactivateAccount(
      { confirm: 'DELETE', closeWorkspaceIds: [workspaceId] },
      owner.session,
    );

    await worker.drain();
    clock.advance({ days: 1 });
    await worker.drain();

    const rows = await sql<{ status: string }>(
      'select status from webhook_deliveries where workspace_id = $1',
      [workspaceId],
    );
    expect(rows).to.deep.equal([{ status: 'cancelled' }]);
    expect(sent()).to.have.length(1);
  });
});
