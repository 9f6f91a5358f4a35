import {
  anAddress,
  aStranger,
  failureOf,
  OpenRates,
  OpenThrottle,
  world,
} from '@chancery/adapters-persistence/testing';
import type { RateLimit } from '@chancery/core';
import { expect } from 'chai';

/** Lets everything pass, and keeps what was counted and against which limit. */
class RecordingThrottle extends OpenThrottle {
  readonly counted: string[] = [];
  override async consume(bucket: string, key: string, limit: number, windowSeconds = 0) {
    this.counted.push(`${bucket} ${limit} in ${windowSeconds} s`);
    return super.consume(bucket, key, limit);
  }
}

/** The same for the limits of callers, of which each window is a minute. */
class RecordingRates extends OpenRates {
  readonly #counted: string[];
  constructor(counted: string[]) {
    super();
    this.#counted = counted;
  }
  override count(limits: readonly RateLimit[]) {
    for (const { bucket, limit } of limits) this.#counted.push(`${bucket} ${limit}`);
    return super.count(limits);
  }
}

async function counting(rateLimitScale = 1) {
  const throttle = new RecordingThrottle();
  const requestRates = new RecordingRates(throttle.counted);
  const made = await world({ settings: { rateLimitScale }, ports: { throttle, requestRates } });
  const { caller, id } = await made.apiKey('workspace.read');
  const during = async (work: () => Promise<unknown>) => {
    throttle.counted.length = 0;
    await work();
    return throttle.counted;
  };
  return { ...made, caller, keyId: id, during };
}

describe('the throttles of callers', () => {
  it('THR-10: a session is counted against 1200 requests a minute and its workspace against 12000', async () => {
    const { during, chancery, owner } = await counting();

    expect(await during(() => chancery.workspace.getWorkspace({}, owner.session))).to.deep.equal([
      'session 1200',
      'workspace 12000',
    ]);
  });

  it('THR-11: a key is counted against its own limit, then against that of the plan', async () => {
    const { during, chancery, owner, caller, keyId, sql, workspaceId } = await counting();
    await chancery.integrations.updateApiKey({ apiKeyId: keyId, rateLimitPerMinute: 77 }, owner.session);
    await sql("update workspaces set plan_code = 'team' where id = $1", [workspaceId]);

    expect(await during(() => chancery.integrations.getIntegrationWorkspace({}, caller))).to.deep.equal([
      'key 77',
      'key_workspace 120',
    ]);
  });

  it('THR-15: the scale multiplies what callers may request, and 0 counts nothing', async () => {
    const wide = await counting(2.5);
    const off = await counting(0);
    const asked = ({ during, chancery, owner }: typeof wide) =>
      during(() => chancery.workspace.getWorkspace({}, owner.session));

    expect(await asked(wide)).to.deep.equal(['session 3000', 'workspace 30000']);
    expect(await asked(off)).to.deep.equal([]);
  });

  it('PLT-29: keeps at most 120 refusals of one network in an hour', async () => {
    const { during, chancery, owner } = await counting();
    const guess = { email: owner.email, password: 'wrong horse battery staple' };

    expect(await during(() => failureOf(chancery.identity.login(guess, aStranger())))).to.include(
      'security_log 120 in 3600 s',
    );
  });

  it('WHK-11: a workspace may redeliver sixty times a minute, and test ten times', async () => {
    const { during, chancery, owner } = await counting();
    const nothing = '0190a000-0000-7000-8000-000000000000';
    const redelivers = () => chancery.webhooks.redeliverWebhook({ deliveryId: nothing }, owner.session);
    const tests = () => chancery.webhooks.testWebhookEndpoint({ endpointId: nothing }, owner.session);

    expect(await during(() => redelivers().catch(() => undefined))).to.include(
      'webhook_redeliver 60 in 60 s',
    );
    expect(await during(() => tests().catch(() => undefined))).to.include('webhook_test 10 in 60 s');
  });
});

describe('what is kept under an idempotency key', () => {
  it('PLT-2: is given again for 24 hours, and not a second longer', async () => {
    const { chancery, owner, clock } = await world({ settings: { accessTokenSeconds: 3600 * 48 } });
    const create = async () =>
      (
        await chancery.workspace.createProject(
          { name: 'Once' },
          { ...owner.session, idempotencyKey: 'the same' },
        )
      ).project.id;
    const first = await create();

    clock.advance({ hours: 24, seconds: -1 });
    expect(await create()).to.equal(first);
    clock.advance({ seconds: 1 });
    expect(await create()).to.not.equal(first);
  });

  it('PLT-2: begins no slow work again, such as the hashing of a password', async () => {
    const { chancery, ports } = await world();
    const [email, password] = [anAddress(), 'correct horse battery staple'];
    const register = () =>
      chancery.identity.registerAccount(
        { email, password, displayName: 'Grace' },
        aStranger({ idempotencyKey: 'the same' }),
      );
    const { user } = await register();
    ports.passwords.hashings = 0;

    expect((await register()).user.id).to.equal(user.id);
    expect(ports.passwords.hashings).to.equal(0);
  });

  it('PLT-2: a refusal is given again for 24 hours, and not a second longer', async () => {
    const { chancery, owner, clock } = await world({ settings: { accessTokenSeconds: 3600 * 48 } });
    const again = { ...owner.session, idempotencyKey: 'the same' };
    const archive = (projectId: string) =>
      chancery.workspace.archiveProject({ projectId }, again).then(
        () => 'done',
        (error: { code: string; replayed?: boolean }) =>
          'replayed' in error ? `${error.code} again` : error.code,
      );
    const nothing = '0190a000-0000-7000-8000-000000000000';

    expect(await archive(nothing)).to.equal('project.not_found');
    clock.advance({ hours: 24, seconds: -1 });
    expect(await archive(nothing)).to.equal('project.not_found again');
    clock.advance({ seconds: 1 });
    expect(await archive(nothing)).to.equal('project.not_found');
  });
});
