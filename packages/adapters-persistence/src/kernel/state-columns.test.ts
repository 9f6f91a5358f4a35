import { contexts } from '@chancery/core';
import { machinesAmong } from '@chancery/core/internal';
import { expect } from 'chai';
import { openPglite } from './data-source.ts';

/** Which table of states each column holds to; null where the status is no state of ours. */
const tables: Readonly<Record<string, string | null>> = {
  accounts: 'accountStates',
  admissions: 'admissionStates',
  // The current secret of a key, and those before it.
  api_key_secrets: null,
  billing_checkouts: 'checkoutStates',
  billing_events: 'billingEventStates',
  // As the processor has them.
  billing_invoices: null,
  calendar_feeds: 'calendarFeedStates',
  factor_resets: 'factorResetStates',
  factors: 'factorStates',
  jobs: 'jobStates',
  meeting_mails: 'meetingMailStates',
  meeting_reminders: 'reminderStates',
  meeting_templates: 'templateStates',
  memberships: 'memberStates',
  occurrence_responses: 'meetingInvitationStates',
  signing_keys: 'signingKeyStates',
  subscriptions: 'subscriptionStates',
  upload_sessions: 'uploadStates',
  webhook_deliveries: 'webhookDeliveryStates',
  webhook_endpoints: 'webhookEndpointStates',
  webinar_registrations: 'registrationStates',
  workspace_invitations: 'invitationStates',
  workspaces: 'workspaceStates',
};
/** States in which nothing has a row: a removed factor is gone, and with a revoked invitation goes what it answered. */
const withoutRow: Readonly<Record<string, readonly string[]>> = {
  factors: ['removed'],
  occurrence_responses: ['revoked'],
};

describe('columns of states', () => {
  it('take the states of their table, and nothing else', async () => {
    const database = await openPglite('memory');
    await database.migrate();
    const { rows } = await database.pool.query<{ name: string; definition: string }>(
      `select c.conrelid::regclass::text name, pg_get_constraintdef(c.oid) definition
       from pg_constraint c
       join pg_attribute a on a.attrelid = c.conrelid and a.attname = 'status' and c.conkey = array[a.attnum]
       where c.contype = 'c' order by 1`,
    );
    await database.close();

    expect(rows.map(({ name }) => name)).to.have.members(Object.keys(tables));
    const machines = new Map(machinesAmong(contexts).map(({ name, machine }) => [name, machine]));
    for (const { name, definition } of rows) {
      const wanted = tables[name];
      if (wanted == null) continue;
      const taken = [...definition.matchAll(/'(\w+)'/g)].map(([, state]) => state);
      expect([...taken, ...(withoutRow[name] ?? [])], name).to.have.members([
        ...(machines.get(wanted)?.states ?? []),
      ]);
    }
  });
});
