import { expect } from 'chai';
import { drawUpDeliveries, type WebhookOutbox, webhookBody } from './webhook-events.ts';

const now = '2026-11-23T12:00:00.000Z';
const workspaceId = 'workspace_00000000000000000000000000';
const noTargets: WebhookOutbox = { targets: async () => [], record: async () => undefined };

/** Draws up a notice whose body has so many bytes. */
const drawn = (bytes: number) => {
  const envelope = { type: 'thing.changed', timestamp: now, workspaceId, sequence: Number.MAX_SAFE_INTEGER };
  const empty = Buffer.byteLength(webhookBody({ ...envelope, data: { id: '' } }));
  const data = { id: 'x'.repeat(bytes - empty) };
  const notice = { context: 'workspace', type: 'thing.changed', orderingKey: 'thing:1', data, labels: [] };
  return drawUpDeliveries(noTargets, [{ ...notice, eventId: null } as never], {
    workspaceId,
    now,
    newId: () => 'id',
    correlationId: 'correlation',
  });
};

describe('webhooks of what happened', () => {
  it('WHK-1: a body of 20 KiB is sent, and one byte more is a fault of the event', async () => {
    expect((await drawn(20 * 1024)).deliveries).to.deep.equal([]);

    const refused = await drawn(20 * 1024 + 1).catch((error: Error) => error.message);
    expect(refused).to.equal('The webhook thing.changed is longer than 20 KiB');
  });
});
