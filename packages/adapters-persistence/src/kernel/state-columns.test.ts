import { contexts } from '@chancery/core';
import { machinesAmong } from '@chancery/core/internal';
import { expect } from 'chai';
import { openPglite } from './data-source.ts';

/** The table of states that each column follows; null if the status is no state of ours. */
const tables: Readonly<Record<string, string | null>> = {
  accounts: 'accountStates',
  admissions: 'admissionStates',
  // These are the current secret of a key and the ones before it.
  api_key_secrets: null,
  billing_checkouts: 'checkoutStates',
  billing_events: 'billingEventStates',
  // These states are the processor's.
  billing_invoices: null,
  break_glass_sessions: 'emergencyStates',
  calendar_feeds: 'calendarFeedStates',
  case_transfers: 'caseTransferStates',
  client_uploads: 'clientUploadStates',
  consents: 'consentStates',
  disclosure_authorizations: 'authorizationStates',
  disposition_reviews: 'dispositionReviewStates',
  document_folders: 'folderStates',
  document_holds: 'legalHoldStates',
  document_shares: 'documentShareStates',
  document_types: 'documentTypeStates',
  documents: 'documentStates',
  evidence: 'evidenceStates',
  expiration_policies: 'expirationPolicyStates',
  extraction_runs: 'extractionRunStates',
  factor_resets: 'factorResetStates',
  factors: 'factorStates',
  file_request_links: 'fileRequestLinkStates',
  file_requests: 'fileRequestStates',
  integrity_checks: 'integrityCheckStates',
  intelligence_runs: 'intelligenceRunStates',
  encounters: 'encounterStates',
  amendments: 'amendmentStates',
  follow_ups: 'followUpStates',
  jobs: 'jobStates',
  later_answers: 'meetingInvitationStates',
  lifecycle_actions: 'lifecycleActionStates',
  meeting_mails: 'meetingMailStates',
  meeting_reminders: 'reminderStates',
  meeting_templates: 'templateStates',
  memberships: 'memberStates',
  occurrence_responses: 'meetingInvitationStates',
  otp_challenges: 'otpChallengeStates',
  record_attachments: 'attachmentStates',
  portal_tokens: 'portalTokenStates',
  record_cases: 'caseStates',
  record_entries: 'entryStates',
  record_holds: 'recordHoldStates',
  record_templates: 'recordTemplateStates',
  release_packages: 'releasePackageStates',
  renewal_cases: 'renewalStates',
  retention_assignments: 'retentionAssignmentStates',
  retention_candidates: 'retentionCandidateStates',
  retention_policies: 'retentionPolicyStates',
  signature_rounds: 'signingRoundStates',
  signers: 'signerStates',
  signing_keys: 'signingKeyStates',
  signing_links: 'signingLinkStates',
  subject_identifiers: 'identifierStates',
  subject_merges: 'subjectMergeStates',
  subjects: 'subjectStates',
  subscriptions: 'subscriptionStates',
  upload_sessions: 'uploadStates',
  webhook_deliveries: 'webhookDeliveryStates',
  webhook_endpoints: 'webhookEndpointStates',
  webinar_registrations: 'registrationStates',
  workspace_invitations: 'invitationStates',
  workspaces: 'workspaceStates',
};
/**
 * States in which nothing is stored: a removed factor is deleted, and the answers of a revoked invitation are deleted with it,
 * as is an answer for later sessions that a change of time resets.
 */
const withoutRow: Readonly<Record<string, readonly string[]>> = {
  factors: ['removed'],
  later_answers: ['pending', 'revoked'],
  occurrence_responses: ['revoked'],
};

describe('the columns that hold states', () => {
  it('accept the states of their table, and nothing else', async () => {
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
