import { expect } from 'chai';
import type { DatabaseRole } from '../kernel/database-role.ts';
import { reactions, scheduledTopics } from './declarations.ts';

interface Exception {
  readonly databaseRole: Exclude<DatabaseRole, 'app'>;
  /** What the application role may not do and these have to. */
  readonly because: string;
  readonly topics: readonly string[];
}

/** Written by hand: whoever adds a topic here says why `app`, which reaches no account and no second workspace, is too little. */
const exceptions: readonly Exception[] = [
  {
    databaseRole: 'identity',
    because: 'they mail a person about an account, a session or a factor, and read it for that',
    topics: [
      'identity.mail_account_deactivated',
      'identity.mail_address_in_use',
      'identity.mail_codes_guessed',
      'identity.mail_email_change',
      'identity.mail_email_changed',
      'identity.mail_factor_added',
      'identity.mail_factor_removed',
      'identity.mail_factor_reset_done',
      'identity.mail_factor_reset_requested',
      'identity.mail_identity_linked',
      'identity.mail_identity_unlinked',
      'identity.mail_new_device',
      'identity.mail_passkey_suspicious',
      'identity.mail_password_changed',
      'identity.mail_password_reset',
      'identity.mail_recovery_code_used',
      'identity.mail_recovery_codes_renewed',
      'identity.mail_reset_after_revert',
      'identity.mail_reset_password',
      'identity.mail_second_factor_due',
      'identity.mail_session_ended',
      'identity.mail_sign_in_blocked',
      'identity.mail_verification_again',
      'identity.mail_verify_email',
    ],
  },
  {
    databaseRole: 'identity',
    because:
      'they change accounts, sessions, factors or tokens of providers, or delete what has served its time',
    topics: [
      'identity.finish_factor_reset',
      'identity.purge_unverified',
      'identity.revoke_provider_token',
      'identity.sweep',
    ],
  },
  {
    databaseRole: 'identity',
    because: 'they notify in every workspace of a person, and look up which those are',
    topics: ['identity.second_factor_notice', 'identity.tell_factor_reset'],
  },
  {
    databaseRole: 'identity',
    because: 'they mail a member of the workspace, whose address and language are those of the account',
    topics: [
      'audit.mail_alarm',
      'documents.mail_quarantined',
      'lifecycle.action.send_notice',
      'lifecycle.mail_digest',
      'lifecycle.mail_disposition_ended',
      'lifecycle.mail_disposition_scheduled',
      'lifecycle.mail_hold_placed',
      'lifecycle.mail_hold_review',
      'lifecycle.mail_outside_notice',
      'lifecycle.mail_renewal_approved',
      'lifecycle.mail_renewal_opened',
      'lifecycle.mail_renewal_overdue',
      'lifecycle.mail_renewal_rejected',
      'lifecycle.mail_renewal_submitted',
      'lifecycle.mail_retention_candidates',
      'break_glass.notify',
      'break_glass.tell_of_lookups',
      'records.mail_entry_approved',
      'records.mail_entry_returned',
      'records.mail_entry_submitted',
      'records.mail_entry_taken_over',
      'file_requests.mail_owner',
      'records.mail_follow_up_assigned',
      'records.mail_follow_up_due',
      'records.mail_merge_notice',
      'billing.mail_owner_notice',
      'integrations.mail_api_key_actor_left',
      'integrations.mail_api_key_created',
      'integrations.mail_api_key_expiring',
      'jobs.mail_dead_letters',
      'signing.mail_codes_locked',
      'signing.mail_owner',
      'shares.mail_viewed',
      'webhook.mail_disabled',
      'webhook.mail_failing',
      'workspace.mail_closing',
      'workspace.mail_invitation_declined',
      'workspace.mail_member_joined',
      'workspace.mail_member_removed',
      'workspace.mail_role_changed',
      'workspace.mail_second_person',
    ],
  },
  {
    databaseRole: 'identity',
    because: 'they mail an invitee or an organizer in the language of the account, where there is one',
    topics: [
      'meetings.mail',
      'meetings.mail_reminder',
      'meetings.mail_rezoned',
      'meetings.organizer_changed',
      'meetings.response_digest',
    ],
  },
  {
    databaseRole: 'identity',
    because: 'they look over all workspaces for what is due, then enter each',
    topics: [
      'api_key.expire',
      'api_key.expiry_notice',
      'attachment.rescan',
      'audit.checkpoint',
      'audit.nightly_due',
      'billing.dunning',
      'billing.period_roll',
      'billing.reconcile',
      'billing.sync_seats',
      'documents.expire_rounds',
      'documents.purge',
      'documents.reminders',
      'documents.rescan',
      'file_requests.destroy_rejected',
      'file_requests.due',
      'file_requests.expire',
      'records.find_unindexed',
      'records.follow_up_reminders',
      'file_requests.reminders',
      'governance.expire_access',
      'governance.expire_consents',
      'governance.expire_intelligence',
      'break_glass.review_due',
      'governance.remind_consents',
      'jobs.tell_of_dead_letters',
      'lifecycle.boundaries',
      'lifecycle.digests',
      'lifecycle.evaluate_retention',
      'lifecycle.find_texts',
      'lifecycle.hold_reviews',
      'lifecycle.notices',
      'lifecycle.overdue_renewals',
      'lifecycle.plan',
      'lifecycle.plan_all',
      'lifecycle.prune_actions',
      'lifecycle.start_actions',
      'meetings.close_sessions',
      'meetings.erase_guests',
      'meetings.horizon',
      'meetings.plan_reminders',
      'meetings.promote_waitlist',
      'meetings.rebase_zones',
      'meetings.reminders',
      'meetings.sweep_admissions',
      'shares.expire',
      'uploads.expire',
      'uploads.orphans',
      'usage.reconcile',
      'webhook.health',
      'webhook.prune',
      'workspace.expire_invitations',
      'workspace.prune_slugs',
      'workspace.second_person_watch',
      'workspace.second_person_watch_reinstated',
    ],
  },
  {
    databaseRole: 'identity',
    because: 'it finds the workspace of a message of the processor; messages belong to no workspace',
    topics: ['billing.apply_event'],
  },
  {
    databaseRole: 'identity',
    because: 'they purge a workspace that is closed, with every row that names it',
    topics: ['workspace.finalise_closure', 'workspace.purge_abandoned'],
  },
  {
    databaseRole: 'worker',
    because: 'they delete or hand out what concerns all workspaces, and can do nothing else',
    topics: [
      'denials.prune',
      'idempotency.prune',
      'jobs.prune',
      'jobs.reap',
      'mail_counts.prune',
      'uploads.incoming',
    ],
  },
];

describe('the database roles of reactions and scheduled topics', () => {
  it('are app, except for those in the list', () => {
    const listed = exceptions.flatMap(({ databaseRole, topics }) =>
      topics.map((topic) => `${topic}: ${databaseRole}`),
    );
    const declared = [...reactions(), ...scheduledTopics()]
      .filter(({ databaseRole }) => databaseRole !== 'app')
      .map(({ topic, databaseRole }) => `${topic}: ${databaseRole}`);

    expect(declared.sort()).to.deep.equal(listed.sort());
  });
});
