import { RecordedMail, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { PermanentJobError, RemoteBusy, RetryLater } from '../kernel/outbox.ts';
import type { MailMessage } from '../kernel/ports.ts';
import { secondsBetween } from '../kernel/time.ts';

interface Row {
  readonly id: string;
  readonly status: string;
  readonly attempts: number;
  readonly availableAt: string;
  readonly code: string | null;
  readonly message: string | null;
  readonly leaseExpiresAt: string | null;
}

/** A world with one job that is due: the mail to its owner about a new key. */
async function withOneMail(mail = new RecordedMail()) {
  const here = await world({ ports: { mail } });
  await here.apiKey();
  const job = async (): Promise<Row> => {
    const [row] = await here.sql<Row>(
      `select id, status, attempts, available_at "availableAt", last_error_code code, last_error_message message,
              lease_expires_at "leaseExpiresAt"
       from jobs where workspace_id = $1 and topic = 'integrations.mail_api_key_created'`,
      [here.workspaceId],
    );
    if (row === undefined) throw new Error('The mail has no job');
    return row;
  };
  return { ...here, mail, job };
}

/** Seconds until the next attempt after one that ended so. */
async function delayAfter(failure: Error): Promise<number> {
  const here = await withOneMail();
  here.mail.failure = failure;
  await here.worker.drain();
  const { status, availableAt } = await here.job();
  expect(status).to.equal('retrying');
  return secondsBetween(here.clock.now(), availableAt);
}

class HeldMail extends RecordedMail {
  readonly #held: (() => void)[] = [];
  /** Resolves when somebody waits to send. */
  readonly waiting: Promise<void>;
  #waits: () => void = () => undefined;
  holds = true;
  constructor() {
    super();
    this.waiting = new Promise((resolve) => {
      this.#waits = resolve;
    });
  }
  override async send(message: MailMessage): Promise<void> {
    if (this.holds && message.text.includes('Application')) {
      this.#waits();
      await new Promise<void>((resolve) => this.#held.push(resolve));
    }
    await super.send(message);
  }
  letGo(): void {
    this.holds = false;
    for (const resume of this.#held.splice(0)) resume();
  }
}

describe('createWorker', () => {
  it('JOB-5: honours Retry-After of a remote if it is longer than the delay, up to a day', async () => {
    expect(await delayAfter(new RemoteBusy('sms.busy', 'later', 3600))).to.equal(3600);
    expect(await delayAfter(new RemoteBusy('sms.busy', 'later', 90_000))).to.equal(86_400);
    expect(await delayAfter(new RemoteBusy('sms.busy', 'later', 1))).to.be.within(8, 12);
    expect(await delayAfter(new Error('no connection'))).to.be.within(8, 12);
  });

  it('JOB-5: a topic may have a schedule of its own', async () => {
    expect(await delayAfter(new RetryLater('webhook.failed', 'again', 5))).to.equal(5);
  });

  it('JOB-5: what will never succeed is dead at once: a permanent refusal, a payload that its schema refuses, an unknown topic', async () => {
    const refused = await withOneMail();
    refused.mail.failure = new PermanentJobError('sms.invalid_number', 'The remote answered 400');
    await refused.worker.drain();
    expect(await refused.job()).to.deep.include({ status: 'dead', attempts: 1, code: 'sms.invalid_number' });

    const { sql, worker, ports, workspaceId } = await withOneMail();
    const [invalid, unknown] = [ports.ids.uuid7(), ports.ids.uuid7()];
    for (const [id, topic] of [
      [invalid, 'integrations.mail_api_key_created'],
      [unknown, 'nobody.knows'],
    ])
      await sql(
        `insert into jobs (id, workspace_id, queue, topic, payload, status, attempts, max_attempts, available_at, correlation_id, created_at)
         values ($1, $2, 'mail', $3, '{"apiKeyId": "x"}', 'pending', 0, 12, $4, $1, $4)`,
        [id, workspaceId, topic, ports.clock.now()],
      );
    await worker.drain();
    const rows = await sql<{ id: string; status: string; code: string }>(
      'select id, status, last_error_code code from jobs where id in ($1, $2) order by id',
      [invalid, unknown],
    );
    expect(rows).to.deep.equal([
      { id: invalid, status: 'dead', code: 'payload.invalid' },
      { id: unknown, status: 'dead', code: 'topic.unknown' },
    ]);
  });

  it('JOB-5: is dead when the attempts of its topic are spent', async () => {
    const here = await withOneMail();
    here.mail.failure = new Error('no connection');
    for (let attempt = 1; attempt <= 12; attempt += 1) {
      await here.worker.drain();
      expect((await here.job()).attempts).to.equal(attempt);
      here.clock.advance({ hours: 8 });
    }

    expect(await here.job()).to.deep.include({ status: 'dead', attempts: 12, code: 'job.failed' });
  });

  it('JOB-9: keeps no address and no secret of an error', async () => {
    const here = await withOneMail();
    const secret = 'Q'.repeat(43);
    here.mail.failure = new Error(
      `550 ${here.owner.email} refused, https://app.example.com/verify#${secret}`,
    );

    await here.worker.drain();

    const { message } = await here.job();
    expect(message)
      .to.include('550 [address] refused')
      .and.not.include(here.owner.email)
      .and.not.include(secret);
  });

  it('JOB-4: a long job delays no other job of its queue', async () => {
    const mail = new HeldMail();
    const here = await withOneMail(mail);
    const drained = here.worker.drain();
    await mail.waiting;

    const others = await Promise.all(
      Array.from({ length: 12 }, (_, n) => here.person('member', `Person${n}`)),
    );
    for (const { id } of others)
      await here.sql(
        `insert into jobs (id, queue, topic, payload, status, attempts, max_attempts, available_at, correlation_id, created_at)
         select $1, 'mail', 'identity.mail_address_in_use', jsonb_build_object('noticeToUserId', $2::text), 'pending', 0, 12, $3, $1, $3`,
        [here.ports.ids.uuid7(), id, here.clock.now()],
      );
    await here.chancery.integrations.listApiKeys({}, here.owner.session);
    const second = here.worker.drain();
    const told = () => mail.sent.filter(({ to }) => others.some(({ email }) => email === to.address)).length;
    // The mails to verify their addresses go too; of the five slots one is taken all the time.
    while (told() < 24) await new Promise((next) => setTimeout(next, 5));

    expect(told()).to.equal(24);
    expect((await here.job()).status).to.equal('running');
    mail.letGo();
    await Promise.all([drained, second]);
    expect((await here.job()).status).to.equal('succeeded');
  });

  it('HLT-4: gives back the lease of what still runs at the end of the drain, and what it did then counts for nothing', async () => {
    const mail = new HeldMail();
    const here = await withOneMail(mail);
    const drained = here.worker.drain();
    await mail.waiting;
    expect((await here.job()).leaseExpiresAt).to.equal('2026-11-23T12:02:00.000Z');

    await here.worker.release();

    expect(await here.job()).to.deep.include({
      status: 'retrying',
      attempts: 0,
      availableAt: here.clock.now(),
      leaseExpiresAt: null,
    });
    mail.letGo();
    await drained;
    expect((await here.job()).status).to.equal('retrying');
  });

  it('HLT-4: a worker that is stopped takes no further job', async () => {
    const here = await withOneMail();
    await here.worker.stop();

    await here.worker.drain();

    expect((await here.job()).status).to.equal('pending');
  });
});
