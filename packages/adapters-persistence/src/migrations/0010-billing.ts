import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = `
create table billing_accounts (
  workspace_id text primary key references workspaces (id),
  processor_customer_id text unique,
  trial_used_at timestamptz,
  seats_chosen integer not null default 0
);

create table subscriptions (
  id uuid primary key,
  workspace_id text not null references workspaces (id),
  status text not null check (status in ('incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'unpaid', 'cancelled')),
  plan_code text not null,
  plan_hash text not null,
  billing_interval text,
  seats integer not null check (seats >= 1),
  per_seat boolean not null,
  currency text not null,
  unit_amount bigint not null,
  credit bigint not null,
  period_anchor timestamptz not null,
  current_period_start timestamptz not null,
  current_period_end timestamptz not null,
  cancel_at_period_end boolean not null,
  trial_ends_at timestamptz,
  past_due_since timestamptz,
  grace_ends_at timestamptz,
  unpaid_since timestamptz,
  dunning_step integer not null,
  trial_notice_at timestamptz,
  pending_change jsonb,
  proration_pin jsonb,
  seats_synced_at timestamptz,
  payment_method jsonb,
  processor text not null check (processor in ('embedded', 'stripe')),
  collection text not null check (collection in ('none', 'manual', 'automatic')),
  processor_subscription_id text not null unique,
  processor_customer_id text,
  started_at timestamptz not null,
  cancelled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null
);
create unique index subscriptions_one_live on subscriptions (workspace_id) where status not in ('cancelled', 'incomplete_expired');
create index subscriptions_ending on subscriptions (current_period_end) where status in ('trialing', 'active', 'past_due');

create table billing_invoices (
  id uuid primary key,
  workspace_id text not null references workspaces (id),
  subscription_id uuid not null references subscriptions (id),
  processor_invoice_id text not null,
  number text not null,
  status text not null check (status in ('draft', 'open', 'paid', 'void', 'uncollectible')),
  currency text not null,
  subtotal bigint not null,
  tax bigint not null,
  total bigint not null,
  amount_paid bigint not null,
  amount_due bigint not null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  issued_at timestamptz not null,
  due_at timestamptz,
  paid_at timestamptz,
  hosted_url text,
  pdf_url text,
  lines jsonb not null,
  unique (workspace_id, processor_invoice_id)
);
create index billing_invoices_newest on billing_invoices (workspace_id, issued_at desc, id desc);
create index billing_invoices_open on billing_invoices (subscription_id) where status = 'open';

create table billing_checkouts (
  id uuid primary key,
  workspace_id text not null references workspaces (id),
  status text not null check (status in ('open', 'complete', 'expired')),
  processor_checkout_id text,
  url text,
  plan_code text not null,
  billing_interval text,
  seats integer not null,
  trial_days integer not null,
  promotion_code text,
  success_url text not null,
  cancel_url text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create unique index billing_checkouts_one_open on billing_checkouts (workspace_id) where status = 'open';

-- Messages of the processor: they come before anybody knows whose they are.
create table billing_events (
  id uuid primary key,
  processor_event_id text not null unique,
  type text not null,
  received_at timestamptz not null,
  status text not null check (status in ('received', 'applied', 'ignored', 'dead')),
  payload_sealed bytea not null,
  object_id text not null,
  customer_id text,
  subscription_id text,
  checkout_id text
);
create index billing_events_waiting on billing_events (received_at) where status = 'received';
grant select, insert, update, delete on billing_events to chancery_identity;
`;

const tenantOnly = ['billing_accounts', 'subscriptions', 'billing_invoices', 'billing_checkouts'];
const bound = "workspace_id = current_setting('app.workspace', true)";
const policies = tenantOnly
  .map(
    (table) => `
    alter table ${table} enable row level security;
    alter table ${table} force row level security;
    create policy tenant on ${table} to chancery_app, chancery_identity using (${bound}) with check (${bound});
    grant select, insert, update, delete on ${table} to chancery_app, chancery_identity;`,
  )
  .join('\n');

const sweeps: Readonly<Record<string, string>> = {
  'chancery_billing_to_roll(now timestamptz)': `
    select workspace_id from subscriptions where status in ('trialing', 'active', 'past_due', 'unpaid')
      and processor = 'embedded' and (current_period_end <= now or exists (
        select from billing_invoices i where i.subscription_id = subscriptions.id and i.status = 'open' and i.due_at <= now and subscriptions.status = 'active'))`,
  'chancery_billing_to_remind(now timestamptz)': `
    select workspace_id from subscriptions where status in ('past_due', 'unpaid', 'incomplete')
      or (status = 'trialing' and trial_notice_at is null and trial_ends_at <= now + interval '3 days')`,
  'chancery_billing_to_sync_seats(synced_before timestamptz)': `
    select s.workspace_id from subscriptions s
      join billing_accounts a on a.workspace_id = s.workspace_id
      join usage_counters u on u.workspace_id = s.workspace_id and u.code = 'members' and u.period_start = 'epoch'
    where s.status in ('trialing', 'active', 'past_due') and s.per_seat
      and (s.seats_synced_at is null or s.seats_synced_at <= synced_before)
      and greatest(u.used, a.seats_chosen, 1) <> coalesce((s.pending_change->>'seats')::bigint, s.seats)`,
  'chancery_billing_workspaces()': `select id from workspaces where status <> 'closed'`,
  'chancery_billing_workspace_of(customer text, subscription text)': `
    select workspace_id from billing_accounts where processor_customer_id = customer
    union select workspace_id from subscriptions where processor_subscription_id = subscription limit 1`,
  'chancery_billing_workspaces_of_invoice(wanted text)': `
    select workspace_id from billing_invoices where id::text = wanted or number = wanted`,
};
const gate = Object.entries(sweeps)
  .map(([signature, body]) => {
    const name = signature.replace(/\w+ (text|timestamptz)/g, '$1');
    return `
    create function ${signature} returns setof text
    language sql stable security definer set search_path = pg_catalog, public as $$ ${body} $$;
    alter function ${name} owner to chancery_gate;
    revoke execute on function ${name} from public;
    grant execute on function ${name} to chancery_identity;`;
  })
  .join('\n');
const gateRights = `
grant create on schema public to chancery_gate;
grant select on billing_accounts, subscriptions, billing_invoices, usage_counters to chancery_gate;
${['billing_accounts', 'subscriptions', 'billing_invoices', 'usage_counters'].map((table) => `create policy billing_gate on ${table} to chancery_gate using (true);`).join('\n')}
${gate}
revoke create on schema public from chancery_gate;`;

/** Accounts, subscriptions, invoices, checkouts and the messages of the processor; and which workspaces have something due. */
export class Billing0010 implements MigrationInterface {
  readonly name = 'Billing1700000000010';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [tables, policies, gateRights]) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    const functions = Object.keys(sweeps).map((signature) =>
      signature.replace(/\w+ (text|timestamptz)/g, '$1'),
    );
    await runner.query(`
      drop function ${functions.join(', ')};
      drop policy billing_gate on usage_counters;
      drop table billing_events, ${[...tenantOnly].reverse().join(', ')} cascade;`);
  }
}
