import { expect } from 'chai';
import { registryOf } from '../../adapters-http/src/server/metrics.ts';
import { operatingFigures } from './operating-figures.ts';
import { type HostedWorld, hostedWorld } from './testing/host-command.ts';

describe('operatingFigures', () => {
  let here: HostedWorld;
  beforeEach(async () => {
    here = await hostedWorld();
  });
  afterEach(() => here.end());

  const health = {
    report: async () => ({
      dependencies: [
        { name: 'database', status: 'ok' },
        { name: 'mailer', status: 'unavailable' },
        { name: 'sms', status: 'not_configured' },
      ],
    }),
  };
  /** The samples, as they would be scraped by a process that starts now. */
  async function scraped(): Promise<Readonly<Record<string, number>>> {
    // Only what the figures ask of an application.
    const watched = { ...here, health } as unknown as Parameters<typeof operatingFigures>[0];
    const text = await registryOf(operatingFigures(watched)).metrics();
    const samples = text.split('\n').filter((line) => line.startsWith('chancery_'));
    return Object.fromEntries(
      samples.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
    );
  }

  it('counts the jobs of the whole installation by state and by queue, and for how long the oldest has been due', async () => {
    await here.worker.drain();
    const [before] = [await scraped()];
    expect(before).to.include({ 'chancery_jobs{state="pending"}': 0, 'chancery_mails{state="pending"}': 0 });

    await here.sql(
      `insert into jobs (id, queue, topic, payload, context, status, attempts, max_attempts, available_at, correlation_id, created_at, dead_at)
       select gen_random_uuid(), queue, 'test', '{}', 'identity', status, 0, 1, $1::timestamptz - interval '90 seconds', gen_random_uuid(), now(), now()
       from (values ('mail', 'pending'), ('mail', 'retrying'), ('identity_mail', 'dead'), ('system', 'dead')) given (queue, status)`,
      [here.clock.now()],
    );

    const after = await scraped();
    expect(after).to.include({
      'chancery_jobs{state="pending"}': 1,
      'chancery_jobs{state="retrying"}': 1,
      'chancery_jobs{state="dead"}': 2,
      'chancery_jobs_waiting{queue="mail"}': 2,
      'chancery_jobs_dead{queue="system"}': 1,
      'chancery_mails{state="retrying"}': 1,
      'chancery_mails{state="dead"}': 1,
      'chancery_outbox_lag_seconds{queue="mail"}': 90,
    });
  });

  it('counts ledgers, uploads and webhooks across workspaces, and tells whose nothing is', async () => {
    const before = await scraped();
    const other = await here.stranger();
    const after = await scraped();

    expect((after.chancery_ledgers ?? 0) - (before.chancery_ledgers ?? 0)).to.equal(1);
    expect(after.chancery_ledger_events_total).to.be.greaterThan(before.chancery_ledger_events_total ?? 0);
    expect(Object.keys(after).join()).to.not.include(other.workspaceId);
  });

  it('says of each configured dependency whether it is as it should be', async () => {
    const samples = await scraped();

    expect(
      Object.entries(samples).filter(([name]) => name.startsWith('chancery_dependency_up')),
    ).to.deep.equal([
      ['chancery_dependency_up{dependency="database"}', 1],
      ['chancery_dependency_up{dependency="mailer"}', 0],
    ]);
  });
});
