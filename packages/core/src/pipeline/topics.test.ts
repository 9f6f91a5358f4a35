import { expect } from 'chai';
import { reactions, scheduledTopics } from './declarations.ts';

const minute = 60;
const hour = 60 * minute;

/** How a topic is worked: queue, attempts, first delay, longest delay and lease, all in seconds. */
type Work = readonly [
  queue: string,
  attempts: number,
  baseSeconds: number,
  capSeconds: number,
  leaseSeconds: number,
];

/** What the tables of background work say where it is not the usual work of the queue; by hand. */
const stated: Readonly<Record<string, Work>> = {
  'api_key.expire': ['system', 5, 10, 6 * hour, 2 * minute],
  'api_key.expiry_notice': ['mail', 5, 10, 6 * hour, 2 * minute],
  'billing.apply_event': ['billing', 15, 5, hour, 2 * minute],
  'billing.dunning': ['billing', 10, 10, 6 * hour, 2 * minute],
  'billing.end_at_closing': ['billing', 15, 10, hour, 2 * minute],
  'billing.period_roll': ['billing', 10, 10, 6 * hour, 2 * minute],
  'billing.reconcile': ['billing', 5, 10, 6 * hour, hour],
  'billing.sync_seats': ['billing', 15, 10, hour, 2 * minute],
  'denials.prune': ['system', 5, 10, 6 * hour, 2 * minute],
  'documents.delete_bytes': ['documents', 10, minute, 6 * hour, 10 * minute],
  'documents.expire_rounds': ['documents', 5, 30, 5 * minute, 5 * minute],
  'documents.inspect': ['documents', 4, 30, 10 * minute, 5 * minute],
  'documents.purge': ['documents', 10, minute, 6 * hour, 10 * minute],
  'documents.reminders': ['documents', 5, 30, 5 * minute, 5 * minute],
  'documents.rescan': ['documents', 5, minute, 6 * hour, 10 * minute],
  'documents.seal': ['documents', 8, 10, 2 * hour, 5 * minute],
  'file_requests.cancel_at_closing': ['documents', 5, 30, 5 * minute, 5 * minute],
  'file_requests.delete_bytes': ['documents', 5, 30, 5 * minute, 5 * minute],
  'file_requests.destroy_rejected': ['documents', 5, 30, 5 * minute, 5 * minute],
  'file_requests.due': ['documents', 5, 30, 5 * minute, 5 * minute],
  'file_requests.expire': ['documents', 5, 30, 5 * minute, 5 * minute],
  'file_requests.move_due_mails': ['documents', 5, 30, 5 * minute, 5 * minute],
  'file_requests.reminders': ['documents', 5, 30, 5 * minute, 5 * minute],
  'file_requests.scan': ['documents', 8, 5, 30 * minute, 5 * minute],
  'idempotency.prune': ['system', 5, 10, 6 * hour, 2 * minute],
  'identity.finish_factor_reset': ['identity', 20, 60, 6 * hour, 2 * minute],
  'identity.purge_unverified': ['identity', 5, 60, 10 * minute, 10 * minute],
  'identity.revoke_provider_token': ['identity', 20, 60, 24 * hour, 2 * minute],
  'identity.rotate_signing_key': ['identity', 10, 60, hour, 2 * minute],
  'identity.scrub': ['identity', 20, 60, 6 * hour, 10 * minute],
  'identity.second_factor_notice': ['mail', 5, 10, 6 * hour, 2 * minute],
  'identity.sweep': ['identity', 5, 10, 5 * minute, 5 * minute],
  'jobs.prune': ['system', 5, 10, 6 * hour, 2 * minute],
  'jobs.reap': ['system', 5, 10, 6 * hour, 2 * minute],
  'jobs.tell_of_dead_letters': ['system', 5, 10, 6 * hour, 2 * minute],
  'mail_counts.prune': ['system', 5, 10, 6 * hour, 2 * minute],
  'lifecycle.action.run': ['lifecycle', 8, 10, 6 * hour, 5 * minute],
  'lifecycle.action.send_notice': ['mail', 8, 10, 6 * hour, 5 * minute],
  'lifecycle.notices': ['lifecycle', 5, minute, 30 * minute, 10 * minute],
  'lifecycle.plan': ['lifecycle', 5, minute, 30 * minute, 10 * minute],
  'lifecycle.plan_all': ['lifecycle', 5, minute, 30 * minute, 10 * minute],
  'lifecycle.prune_actions': ['lifecycle', 5, minute, 30 * minute, 10 * minute],
  'lifecycle.start_actions': ['lifecycle', 5, minute, 30 * minute, 10 * minute],
  'lifecycle.text': ['extraction', 4, 30, 10 * minute, 5 * minute],
  'lifecycle.find_texts': ['lifecycle', 5, minute, 30 * minute, 10 * minute],
  'lifecycle.extract': ['extraction', 4, 30, 10 * minute, 15 * minute],
  'lifecycle.boundaries': ['lifecycle', 20, 30, hour, 10 * minute],
  'lifecycle.recalculate': ['lifecycle', 10, 30, hour, 10 * minute],
  'lifecycle.recalculate_folder': ['lifecycle', 10, 30, hour, 10 * minute],
  'lifecycle.recalculate_workspace': ['lifecycle', 10, 30, hour, 10 * minute],
  'lifecycle.evaluate_retention': ['lifecycle', 5, 5 * minute, hour, 10 * minute],
  'lifecycle.execute_disposition': ['lifecycle', 8, minute, 6 * hour, 15 * minute],
  'lifecycle.hold_reviews': ['lifecycle', 5, minute, 30 * minute, 10 * minute],
  'lifecycle.overdue_renewals': ['lifecycle', 5, minute, 30 * minute, 10 * minute],
  'meetings.close_sessions': ['meetings', 10, 60, hour, 5 * minute],
  'meetings.end_at_closing': ['meetings', 8, 30, hour, 5 * minute],
  'meetings.erase_guests': ['meetings', 10, 60, hour, 10 * minute],
  'meetings.horizon': ['meetings', 8, 30, hour, 10 * minute],
  'meetings.rebase_zones': ['meetings', 20, 30, hour, 10 * minute],
  'meetings.settle_attendance': ['meetings', 8, 30, hour, 5 * minute],
  'meetings.settle_late_attendance': ['meetings', 8, 30, hour, 5 * minute],
  'meetings.sweep_admissions': ['meetings', 3, 10, minute, 2 * minute],
  'signing.otp': ['sms', 4, 5, minute, minute],
  'signing.void_quarantined': ['documents', 5, 30, 5 * minute, 5 * minute],
  'shares.expire': ['documents', 3, 10, 6 * hour, 2 * minute],
  'uploads.assemble': ['upload', 5, 5, minute, 10 * minute],
  'uploads.collect': ['upload', 10, 60, hour, 10 * minute],
  'uploads.expire': ['upload', 10, 60, hour, 10 * minute],
  'uploads.incoming': ['upload', 10, 60, hour, 10 * minute],
  'uploads.orphans': ['upload', 10, 60, hour, 10 * minute],
  'usage.reconcile': ['system', 5, 10, 6 * hour, hour],
  'webhook.care': ['webhook', 5, 10, 6 * hour, 2 * minute],
  'webhook.deliver': ['webhook', 40, 5, 5 * minute, 30],
  'webhook.health': ['webhook', 5, 10, 6 * hour, 2 * minute],
  'webhook.prune': ['webhook', 5, 10, 6 * hour, 2 * minute],
  'workspace.expire_invitations': ['system', 5, 10, 6 * hour, 2 * minute],
  'workspace.finalise_closure': ['system', 20, 5 * minute, 24 * hour, hour],
  'workspace.prune_slugs': ['system', 5, 10, 6 * hour, hour],
  'workspace.purge_abandoned': ['system', 20, 5 * minute, 24 * hour, hour],
  'workspace.second_person_watch': ['system', 12, 10, hour, 2 * minute],
  'workspace.second_person_watch_joined': ['system', 12, 10, hour, 2 * minute],
  'workspace.second_person_watch_reactivated': ['system', 12, 10, hour, 2 * minute],
  'workspace.second_person_watch_reinstated': ['system', 12, 10, hour, 2 * minute],
  'workspace.second_person_watch_role': ['system', 12, 10, hour, 2 * minute],
};

/** The five fields of cron in UTC, or six with seconds first. */
const schedules: Readonly<Record<string, string>> = {
  'api_key.expire': '12 * * * *',
  'api_key.expiry_notice': '30 6 * * *',
  'billing.dunning': '0 * * * *',
  'billing.period_roll': '0 * * * *',
  'billing.reconcile': '0 4 * * *',
  'billing.sync_seats': '* * * * *',
  'denials.prune': '27 * * * *',
  'documents.expire_rounds': '*/5 * * * *',
  'documents.purge': '15 * * * *',
  'documents.reminders': '*/5 * * * *',
  'documents.rescan': '40 */6 * * *',
  'file_requests.destroy_rejected': '35 3 * * *',
  'file_requests.due': '*/15 * * * *',
  'file_requests.expire': '*/5 * * * *',
  'file_requests.reminders': '*/5 * * * *',
  'governance.expire_consents': '* * * * *',
  'governance.remind_consents': '* * * * *',
  'idempotency.prune': '17 * * * *',
  'identity.purge_unverified': '17 * * * *',
  'identity.rotate_signing_key': '30 3 * * *',
  'identity.second_factor_notice': '0 6 * * *',
  'identity.sweep': '*/5 * * * *',
  'jobs.prune': '7 * * * *',
  'jobs.reap': '*/30 * * * * *',
  'jobs.tell_of_dead_letters': '*/5 * * * *',
  'lifecycle.evaluate_retention': '0 3 * * *',
  'lifecycle.find_texts': '*/5 * * * *',
  'lifecycle.hold_reviews': '20 * * * *',
  'lifecycle.notices': '*/10 * * * *',
  'lifecycle.overdue_renewals': '5,35 * * * *',
  'lifecycle.plan': '*/15 * * * *',
  'lifecycle.plan_all': '10 2 * * *',
  'lifecycle.prune_actions': '40 4 * * *',
  'lifecycle.start_actions': '*/5 * * * *',
  'mail_counts.prune': '37 * * * *',
  'meetings.close_sessions': '* * * * *',
  'meetings.erase_guests': '20 3 * * *',
  'meetings.horizon': '10 2 * * *',
  'meetings.plan_reminders': '40 * * * *',
  'meetings.promote_waitlist': '20 * * * *',
  'meetings.reminders': '* * * * *',
  'meetings.sweep_admissions': '*/30 * * * * *',
  'shares.expire': '*/10 * * * *',
  'uploads.expire': '*/5 * * * *',
  'uploads.incoming': '25 * * * *',
  'uploads.orphans': '30 3 * * *',
  'usage.reconcile': '30 2 * * *',
  'webhook.health': '*/10 * * * *',
  'webhook.prune': '20 * * * *',
  'workspace.expire_invitations': '7 * * * *',
  'workspace.finalise_closure': '10 4 * * *',
  'workspace.prune_slugs': '50 4 * * *',
  'workspace.second_person_watch': '41 * * * *',
};

describe('the topics of background work', () => {
  const topics = [...reactions(), ...scheduledTopics()];

  it('JOB-1: each is worked as the tables say, and as is usual where they say nothing', () => {
    const worked = topics.map(({ topic, policy }) => {
      const { queue, maxAttempts, baseSeconds, capSeconds, leaseSeconds } = policy;
      return [topic, queue, maxAttempts, baseSeconds, capSeconds, leaseSeconds];
    });

    expect(worked).to.deep.equal(
      topics.map(({ topic, policy }) => [
        topic,
        ...(stated[topic] ?? [policy.queue, 12, 10, 6 * hour, 2 * minute]),
      ]),
    );
    expect(Object.keys(stated).filter((topic) => !topics.some((each) => each.topic === topic))).to.deep.equal(
      [],
    );
  });

  it('JOB-1: each that runs by the clock runs when the tables say', () => {
    expect(Object.fromEntries(scheduledTopics().map(({ topic, cron }) => [topic, cron]))).to.deep.equal(
      schedules,
    );
  });
});
