import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failureOf, postgresDatabase, type World, world } from '@chancery/adapters-persistence/testing';
import { systemClock } from '@chancery/adapters-services';
import { expect } from 'chai';
import { billingCommand } from './billing-command.ts';

const server = process.env.CHANCERY_TEST_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres';

describe('billingCommand', () => {
  let here: World;
  let folder: string;
  let environment: Record<string, string>;
  before(async () => {
    const database = await postgresDatabase();
    here = await world({ database, settings: { billing: { processor: 'embedded', collection: 'manual' } } });
    const { rows } = await database.pool.query<{ name: string }>('select current_database() "name"');
    const url = new URL(server);
    url.pathname = rows[0]?.name ?? '';
    folder = await mkdtemp(join(tmpdir(), 'chancery-'));
    environment = {
      CHANCERY_DATA_DIR: folder,
      CHANCERY_DATABASE_URL: url.href,
      CHANCERY_LOG_LEVEL: 'silent',
      CHANCERY_BILLING_COLLECTION: 'manual',
    };
  });
  after(async () => {
    await here.database.close();
    await rm(folder, { recursive: true });
  });

  /** The exit code, the output as JSON, and the complaint. */
  async function run(name: string, options: object = {}) {
    const written = { out: [] as string[], err: [] as string[] };
    const { stdout, stderr } = process;
    const own = [stdout.write, stderr.write] as const;
    stdout.write = ((text: string) => written.out.push(text) > 0) as typeof stdout.write;
    stderr.write = ((text: string) => written.err.push(text) > 0) as typeof stderr.write;
    let code: number;
    try {
      code = await billingCommand(environment, name, { ...options });
    } finally {
      [stdout.write, stderr.write] = own;
    }
    const out = written.out.join('');
    return { code, said: written.err.join(''), answer: out === '' ? null : JSON.parse(out) };
  }

  /** The command reads the clock of the machine, by which a subscription of another day would have ended or been renewed. */
  const fresh = () =>
    world({ database: here.database, settings: here.ports.settings, startsAt: systemClock.now() });
  const actorOfLast = async ({ sql, workspaceId }: World) => {
    const [row] = await sql<{ payload: Uint8Array }>(
      'select payload from audit_event where ledger_id = $1 order by seq desc limit 1',
      [workspaceId],
    );
    const event = JSON.parse(Buffer.from(row?.payload ?? []).toString('utf8'));
    return [event.action, event.actor.kind];
  };

  it('marks an invoice as paid, once, and the ledger names an operator', async () => {
    const made = await fresh();
    const { chancery, owner, sql, workspaceId } = made;
    await sql("insert into billing_accounts (workspace_id, trial_used_at) values ($1, 'epoch')", [
      workspaceId,
    ]);
    await chancery.billing.createCheckout({ planCode: 'team', interval: 'month' }, owner.session);
    const id = (await chancery.billing.getBilling({}, owner.session)).invoices[0]?.id ?? '';

    const first = await run('billing mark-paid', { invoice: id });
    const second = await run('billing mark-paid', { invoice: id });

    expect([first.code, first.answer.invoice.status, second.code]).to.deep.equal([0, 'paid', 5]);
    const { invoices } = await chancery.billing.getBilling({}, owner.session);
    expect(invoices[0]).to.include({ id, status: 'paid', amountPaid: 1200, amountDue: 0 });
    expect(await actorOfLast(made)).to.deep.equal(['billing.payment_received', 'operator']);
  });

  it('BIL-13: paying an overdue invoice lifts the restriction at once', async () => {
    const made = await fresh();
    const { chancery, owner, sql, workspaceId } = made;
    await sql("insert into billing_accounts (workspace_id, trial_used_at) values ($1, 'epoch')", [
      workspaceId,
    ]);
    await chancery.billing.createCheckout({ planCode: 'team', interval: 'month' }, owner.session);
    await sql(
      "update subscriptions set status = 'unpaid', past_due_since = $2, grace_ends_at = $2, unpaid_since = $2 where workspace_id = $1",
      [workspaceId, made.clock.now()],
    );
    await sql('update workspaces set plan_terms = \'{"restricted": true}\' where id = $1', [workspaceId]);
    await sql("update billing_invoices set due_at = '2000-01-01' where workspace_id = $1", [workspaceId]);
    const id = (await chancery.billing.getBilling({}, owner.session)).invoices[0]?.id ?? '';

    await run('billing mark-paid', { invoice: id });

    expect(await chancery.billing.getCapabilities({}, owner.session)).to.include({
      status: 'active',
      restricted: false,
    });
  });

  it('puts a workspace on a plan, and the daily comparison keeps it there', async () => {
    const made = await fresh();
    const { chancery, owner, workspaceId } = made;

    const { code } = await run('workspace plan', { workspaceId, planCode: 'business' });
    await run('billing reconcile');

    expect(code).to.equal(0);
    expect((await chancery.billing.getCapabilities({}, owner.session)).planCode).to.equal('business');
    expect(await actorOfLast(made)).to.deep.equal(['billing.plan_assigned', 'operator']);
  });

  it('grants and withholds features beside the plan, and takes that back', async () => {
    const made = await fresh();
    const { chancery, owner, workspaceId } = made;
    await run('workspace plan', { workspaceId, planCode: 'free' });
    const override = (code: string, value: string) =>
      run('workspace override', { workspaceId, code, value, reason: 'Pilot' });
    const projects = async () =>
      (await chancery.billing.getCapabilities({}, owner.session)).limits.projects?.limit;

    expect([(await override('projects', '7')).code, await projects()]).to.deep.equal([0, 7]);
    expect([(await override('projects', 'unlimited')).code, await projects()]).to.deep.equal([0, null]);
    expect([(await override('projects', 'none')).code, await projects()]).to.deep.equal([0, 3]);
    await override('api_integrations', 'true');
    await override('api_keys', '1');
    const create = () =>
      failureOf(chancery.integrations.createApiKey({ name: 'x', scopes: ['members.read'] }, owner.session));
    expect([await create(), await create()]).to.deep.equal(['none', 'plan.limit_reached']);
  });

  it('explains what it cannot do', async () => {
    const { workspaceId } = await fresh();
    const codes = [
      await run('billing mark-paid', { invoice: 'nothing' }),
      await run('workspace plan', { workspaceId, planCode: 'gold' }),
      await run('workspace plan', { workspaceId: 'x', planCode: 'team' }),
      await run('workspace override', { workspaceId, code: 'projects', value: 'many', reason: 'x' }),
      await run('workspace override', { workspaceId, code: 'projects', value: 'true', reason: 'x' }),
      await run('workspace override', { workspaceId, code: 'projects', value: '5' }),
    ].map(({ code }) => code);

    expect(codes).to.deep.equal([4, 4, 2, 2, 4, 2]);
  });
});
