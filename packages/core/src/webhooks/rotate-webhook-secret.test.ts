import { atInstant, failureOf, repeating, webhookWorld } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';

/** Returns which of the secrets verify the latest request when it arrives at this instant. */
const verifying = (
  now: string,
  request: { body: string; headers: Readonly<Record<string, string>> } | undefined,
  ...secrets: string[]
) =>
  secrets.map((secret) => {
    try {
      atInstant(now, () => new Webhook(secret).verify(request?.body ?? '', { ...request?.headers }));
      return true;
    } catch {
      return false;
    }
  });

describe('rotateWebhookSecret', () => {
  it('WHK-2: during the overlap both secrets verify, then the new one alone', async () => {
    const { chancery, owner, endpointId, secret: old, things, worker, sent, clock } = await webhookWorld();

    const rotation = await chancery.webhooks.rotateWebhookSecret(
      { endpointId, overlapSeconds: 60 },
      owner.session,
    );
    await things.change();
    await worker.drain();

    expect(sent().at(-1)?.headers['webhook-signature']?.split(' ')).to.have.length(2);
    expect(verifying(clock.now(), sent().at(-1), rotation.secret, old)).to.deep.equal([true, true]);
    expect(rotation.webhookEndpoint.previousSecretExpiresAt).to.equal(rotation.previousSecretExpiresAt);
    clock.advance({ seconds: 60 });
    await things.change();
    await worker.drain();
    expect(verifying(clock.now(), sent().at(-1), rotation.secret, old)).to.deep.equal([true, false]);
  });

  it('WHK-7: an overlap of 0 ends the old secret at once, and a second rotation the one before', async () => {
    const {
      chancery,
      owner,
      endpointId,
      secret: first,
      things,
      worker,
      sent,
      clock,
      endpoint,
      sql,
    } = await webhookWorld();
    const rotate = (overlapSeconds?: number) =>
      chancery.webhooks.rotateWebhookSecret(
        { endpointId, ...(overlapSeconds === undefined ? {} : { overlapSeconds }) },
        owner.session,
      );
    const latest = async (...secrets: string[]) => {
      await things.change();
      await worker.drain();
      return verifying(clock.now(), sent().at(-1), ...secrets);
    };

    const { secret: second } = await rotate(0);
    expect(await latest(second, first)).to.deep.equal([true, false]);
    const kept = await sql('select previous_secret_sealed sealed from webhook_endpoints where id = $1', [
      endpointId,
    ]);
    expect(kept, 'nothing is left of a secret that has ended').to.deep.equal([{ sealed: null }]);
    const { secret: third } = await rotate();
    const { secret: fourth } = await rotate();

    expect(await latest(fourth, third, second, first)).to.deep.equal([true, true, false, false]);
    expect((await endpoint()).secretPrefix).to.equal(fourth.slice(0, 10));
  });

  it('WHK-7: a repeated request returns the same secret, which is kept sealed for it; rotating needs a recent proof of the password', async () => {
    const { chancery, owner, endpointId, clock, happened, sql } = await webhookWorld();
    const once = repeating(owner.session, 'rotate');

    const first = await chancery.webhooks.rotateWebhookSecret({ endpointId }, once);

    expect(await chancery.webhooks.rotateWebhookSecret({ endpointId }, once)).to.deep.equal(first);
    const [kept] = await sql<{ answers: string }>("select string_agg(body, ' ') answers from idempotency");
    expect(kept?.answers).to.be.a('string').and.not.include(first.secret);
    expect((await happened()).filter(({ type }) => type === 'webhook.secret_rotated')).to.deep.equal([
      {
        type: 'webhook.secret_rotated',
        target: { kind: 'webhook', id: endpointId },
        facts: {
          secretPrefix: first.secret.slice(0, 10),
          previousSecretExpiresAt: '2026-11-24T12:00:00.000Z',
        },
      },
    ]);
    clock.advance({ minutes: 20 });
    expect(await failureOf(chancery.webhooks.rotateWebhookSecret({ endpointId }, owner.session))).to.equal(
      'auth.reauthentication_required',
    );
  });

  it('is refused for a version of the endpoint that is not the current one', async () => {
    const { chancery, owner, endpointId, endpoint } = await webhookWorld();
    const { version } = await endpoint();
    const rotate = (expectedVersion: number) =>
      failureOf(chancery.webhooks.rotateWebhookSecret({ endpointId, expectedVersion }, owner.session));

    expect(await rotate(version + 1)).to.equal('version_conflict');
    expect(await rotate(version)).to.equal('none');
  });
});
