import {
  aFile,
  aStranger,
  grace,
  type Person,
  signatureOf,
  storedPackage,
  theClient,
  type World,
  webhookTestContext,
} from '@chancery/adapters-persistence/testing';
import { isScopeAccess, takesFile } from '@chancery/core/internal';
import type { Route } from '../contract/routes.ts';
import type { Call } from './served.ts';

/** Things of one workspace that requests can be about: what stands for each path field. */
export interface Things {
  readonly [pathField: string]: string;
}

/** One thing of each kind, made through the use cases. */
export async function thingsOf({
  chancery,
  clock,
  owner,
  person,
  ports,
  sql,
}: World): Promise<Things & { readonly member: Person['id'] }> {
  const { project } = await chancery.workspace.createProject({ name: 'Things' }, owner.session);
  const { apiKey } = await chancery.integrations.createApiKey(
    { name: 'Things', scopes: ['workspace.read'] },
    owner.session,
  );
  const { invitation } = await chancery.workspace.createInvitation(
    { email: `things.${project.id}@example.com`, role: 'member' },
    owner.session,
  );
  const { uploadSession } = await chancery.uploads.createUploadSession(
    { purpose: 'document', fileName: 'Things.pdf', sizeBytes: 1000, sha256: 'ab'.repeat(32) },
    owner.session,
  );
  const { webhook } = await webhookTestContext({ chancery, ports, owner }).register();
  const { delivery } = await chancery.webhooks.testWebhookEndpoint({ endpointId: webhook.id }, owner.session);
  const { factor } = await chancery.identity.beginTotp({}, owner.session);
  const nonce = `nonce-of-${project.id}`;
  const linked = await chancery.identity.signInWithGoogle(
    { intent: 'link', idToken: ports.oidc.idToken('google', { subject: project.id }, nonce), nonce },
    owner.session,
  );
  // The job that the key caused, as if it had failed at every attempt.
  const [job] = await sql<{ id: string }>(
    `update jobs set status = 'dead', dead_at = available_at
     where id = (select id from jobs where workspace_id = $1 and status = 'pending' limit 1) returning id`,
    [owner.workspaceId],
  );
  const member = await person('member', 'Bob');
  const meeting = await meetingThings({ chancery, owner, sql });
  const { folder } = await chancery.documents.createDocumentFolder({ name: 'Things' }, owner.session);
  const { document } = await chancery.documents.uploadDocument({ file: aFile('Things.pdf') }, owner.session);
  const toSign = await chancery.documents.uploadDocument({ file: aFile('Signed.pdf') }, owner.session);
  const round = { documentId: toSign.document.id, signers: [grace], fields: [signatureOf('grace')] };
  const { signers } = await chancery.signing.setDocumentSigners(round, owner.session);
  await chancery.signing.sendDocument({ documentId: round.documentId }, owner.session);
  const { share } = await chancery.documents.createDocumentShare({ documentId: document.id }, owner.session);
  const { type } = await chancery.lifecycle.createDocumentType({ name: 'Things' }, owner.session);
  const { policy } = await chancery.lifecycle.createExpirationPolicy(
    { name: 'Things', basis: 'document_date' },
    owner.session,
  );
  const fileRequest = await fileRequestThings({ chancery, owner });
  const { assignment } = await chancery.lifecycle.assignExpirationPolicy(
    { policyId: policy.id, scope: 'type', targetId: type.id },
    owner.session,
  );
  const { legalHold } = await chancery.lifecycle.placeLegalHold(
    { documentId: round.documentId, matter: 'Things', reason: 'Things' },
    owner.session,
  );
  const { savedView } = await chancery.lifecycle.saveLifecycleView({ name: 'Things' }, owner.session);
  const { renewal } = await chancery.lifecycle.openRenewal({ documentId: document.id }, owner.session);
  const { subject } = await chancery.records.createSubject(
    { displayName: 'Things', identifiers: [{ type: 'other', system: 'urn:things', value: project.id }] },
    owner.session,
  );
  const { consent } = await chancery.governance.createRecordConsent(
    {
      subjectId: subject.id,
      category: 'research',
      method: 'written',
      grantedBy: { kind: 'subject', name: 'Things' },
      statementText: 'Things',
    },
    owner.session,
  );
  const { policy: retentionPolicy } = await chancery.governance.createRetentionPolicy(
    {
      code: 'things',
      name: 'Things',
      trigger: 'case_closed',
      period: 'P1Y',
      action: 'review',
      legalBasis: 'Things',
    },
    owner.session,
  );
  const { hold: recordHold } = await chancery.governance.placeRecordHold(
    { name: 'Things', reason: 'Things', scope: { subjectIds: [subject.id] } },
    owner.session,
  );
  const { grant } = await chancery.governance.createTemporaryAccess(
    {
      granteeUserId: member.id,
      scope: { kind: 'subject', id: subject.id },
      purposeOfUse: 'treatment',
      reason: 'Things',
      expiresAt: new Date(Date.parse(clock.now()) + 86_400_000).toISOString(),
    },
    owner.session,
  );
  const { webhook: recordWebhook } = await chancery.governance.createRecordWebhook(
    { url: 'https://hooks.example.com/things', eventTypes: ['*'] },
    owner.session,
  );
  const dispositionReviewId = ports.ids.uuid7();
  await sql(
    `insert into disposition_reviews (id, workspace_id, review_number, action, justification, status, manifest_sha256,
       requested_by_user_id, requested_at, updated_at, single_person, version)
     values ($1, $2, 'DR-2026-000001', 'destroy', 'Things', 'pending', 'ab', $3, now(), now(), false, 1)`,
    [dispositionReviewId, owner.workspaceId, owner.id],
  );
  const recordJobId = ports.ids.uuid7();
  await sql(
    `insert into jobs (id, workspace_id, queue, topic, context, payload, status, attempts, max_attempts, available_at,
       created_at, correlation_id, dead_at)
     values ($1::uuid, $2, 'mail', 'governance.mail_consent', 'governance', '{}', 'dead', 12, 12, now(), now(), $1::uuid, now())`,
    [recordJobId, owner.workspaceId],
  );
  const { session } = await chancery.identity.getMe({}, member.session);
  const cases = await caseThings({ chancery, owner, ports, sql }, subject.id);
  const { transfer } = await chancery.records.transferCase(
    { caseId: cases['records.caseId'] ?? '', toUserId: member.id, reason: 'Things' },
    owner.session,
  );
  // Every workspace has the built-in packs: only an own one is a thing of this workspace.
  const { pack } = await chancery.governance.createIndustryPack(
    { code: `things_${project.id.replaceAll('-', '')}`, name: 'Things' },
    owner.session,
  );
  return {
    sessionId: session.id,
    // Numbers of events and sizes of checkpoints: each ledger has its own, and this one has not come so far.
    seq: '900000001',
    size: '900000002',
    uploadSessionId: uploadSession.id,
    jobId: job?.id ?? '',
    endpointId: webhook.id,
    deliveryId: delivery.id,
    factorId: factor.id,
    identityId: 'identity' in linked ? linked.identity.id : '',
    projectId: project.id,
    apiKeyId: apiKey.id,
    grantId: grant.id,
    invitationId: invitation.id,
    workspaceId: owner.workspaceId,
    userId: member.id,
    member: member.id,
    folderId: folder.id,
    documentId: document.id,
    'signing.documentId': round.documentId,
    signerId: signers[0]?.id ?? '',
    shareId: share.id,
    typeId: type.id,
    policyId: policy.id,
    'governance.policyId': retentionPolicy.id,
    'governance.reviewId': dispositionReviewId,
    'governance.holdId': recordHold.id,
    ...fileRequest,
    assignmentId: assignment.id,
    holdId: legalHold.id,
    caseId: renewal.id,
    viewId: savedView.id,
    candidateId: await candidateThing({ sql, owner }, document.id, policy.id),
    actionId: await actionThing({ ports, sql }, document.id),
    evidenceId: await evidenceThing({ ports, sql }, document.id),
    consentId: consent.id,
    webhookId: recordWebhook.id,
    'governance.actionId': recordJobId,
    subjectId: subject.id,
    identifierId: subject.identifiers[0]?.id ?? '',
    ...cases,
    'governance.runId': await runThing({ ports, sql }, cases),
    'governance.code': pack.code,
    transferId: transfer.id,
    ...meeting,
  };
}

/** Something that the worker has given up for a document, with its job. */
async function actionThing(
  { ports, sql }: Pick<World, 'ports' | 'sql'>,
  documentId: string,
): Promise<string> {
  const [actionId, jobId] = [ports.ids.uuid7(), ports.ids.uuid7()];
  await sql(
    `insert into lifecycle_actions (id, workspace_id, document_id, kind, status, due_at, params, dedupe_key, mail_ids, created_at)
     select $1::uuid, workspace_id, id, 'recalculate', 'started', created_at, '{"daysBefore": null, "crossing": null, "expiresOn": null}',
       $1::text, '{}', created_at from documents where id = $2`,
    [actionId, documentId],
  );
  await sql(
    `insert into jobs (id, workspace_id, queue, topic, context, aggregate_type, aggregate_id, payload, status, attempts,
       max_attempts, available_at, dead_at, correlation_id, created_at)
     select $1::uuid, workspace_id, 'lifecycle', 'lifecycle.action.run', 'lifecycle', 'lifecycle_action', $2::text,
       jsonb_build_object('actionId', $2::text), 'dead', 8, 8, created_at, created_at, $1::uuid, created_at
     from documents where id = $3`,
    [jobId, actionId, documentId],
  );
  return actionId;
}

/** A run over the entry of a case that waits for somebody. */
async function runThing(
  { ports, sql }: Pick<World, 'ports' | 'sql'>,
  { artifactId = '' }: Things,
): Promise<string> {
  const runId = ports.ids.uuid7();
  await sql(
    `insert into intelligence_runs (id, workspace_id, case_id, kinds, provider, model, language, excluded_by_label, status,
       dropped_findings, created_by_user_id, created_at, updated_at, version)
     select $1::uuid, workspace_id, case_id, '{summary}', 'local', 'rules', 'en', 0, 'needs_review', 0,
       created_by_user_id, created_at, created_at, 1 from record_entries where id = $2`,
    [runId, artifactId],
  );
  await sql(
    `insert into intelligence_inputs (workspace_id, run_id, position, artifact_id, version_number, content_hash)
     select workspace_id, $1::uuid, 0, id, 1, repeat('0', 64) from record_entries where id = $2`,
    [runId, artifactId],
  );
  return runId;
}

/** A date that was found in a document, as the run that found it wrote it down. */
async function evidenceThing(
  { ports, sql }: Pick<World, 'ports' | 'sql'>,
  documentId: string,
): Promise<string> {
  const [runId, evidenceId] = [ports.ids.uuid7(), ports.ids.uuid7()];
  await sql(
    `insert into extraction_runs (id, workspace_id, document_id, version_id, kinds, languages, ocr, date_order, pages, request_hash,
       status, pages_processed, pages_ocr, pages_failed, findings, evidence_count, created_at)
     select $1, workspace_id, id, id, '{dates}', '{en}', 'auto', 'dmy', '{"from": 1, "to": 1}', '', 'completed', 1, 0, 0, '{}', 1,
       created_at from documents where id = $2`,
    [runId, documentId],
  );
  await sql(
    `insert into evidence (id, workspace_id, run_id, document_id, kind, value, line, quote, method, ambiguous, alternatives,
       confidence, status, is_superseded, created_at, version)
     select $1, workspace_id, $2, id, 'expiration_date', '2027-02-28', 1, 'Expires 2027-02-28', 'text_layer', false, '{}', 0.95,
       'proposed', false, created_at, 1 from documents where id = $3`,
    [evidenceId, runId, documentId],
  );
  return evidenceId;
}

/** A case that the owner leads, with somebody beside its primary subject. */
async function caseThings(
  { chancery, owner, ports, sql }: Pick<World, 'chancery' | 'owner' | 'ports' | 'sql'>,
  subjectId: string,
): Promise<Things> {
  const { subject: witness } = await chancery.records.createSubject(
    { displayName: 'Witness' },
    owner.session,
  );
  const opened = await chancery.records.createCase(
    {
      title: 'Things',
      caseType: 'general',
      subjectId,
      subjects: [{ subjectId: witness.id, role: 'witness' }],
    },
    owner.session,
  );
  const { createdAt: now } = opened.case;
  const disclosed = await storedPackage(
    { sql, ports, workspaceId: owner.workspaceId },
    { subjectId, caseId: opened.case.id, byUserId: owner.id, status: 'prepared', now },
  );
  return {
    ...disclosed,
    'governance.token': await portalLinkThing(
      { chancery, owner, ports, sql },
      { subjectId, caseId: opened.case.id, now },
    ),
    'records.caseId': opened.case.id,
    'governance.caseId': opened.case.id,
    memberId: opened.case.members[0]?.id ?? '',
    caseSubjectId: opened.case.subjects[1]?.id ?? '',
    ...(await recordedThings({ chancery, owner }, opened.case.id)),
    ...(await mergeThings({ chancery, owner })),
  };
}

/** The token of a link to a package that was released. */
async function portalLinkThing(
  { chancery, owner, ports, sql }: Pick<World, 'chancery' | 'owner' | 'ports' | 'sql'>,
  about: { readonly subjectId: string; readonly caseId: string; readonly now: string },
): Promise<string> {
  const { packageId } = await storedPackage(
    { sql, ports, workspaceId: owner.workspaceId },
    { ...about, byUserId: owner.id, status: 'released' },
  );
  const { portalUrl } = await chancery.governance.createPortalLink(
    { packageId, delivery: 'manual', reason: 'Things' },
    owner.session,
  );
  return portalUrl?.split('#token=')[1] ?? '';
}

/** What is recorded in a case: an entry, an encounter and a follow-up; and a template of entries. */
async function recordedThings(
  { chancery, owner }: Pick<World, 'chancery' | 'owner'>,
  caseId: string,
): Promise<Things> {
  const { template } = await chancery.records.createRecordTemplate(
    { code: 'things', name: 'Things', entryType: 'note', sections: recordSections },
    owner.session,
  );
  const { entry } = await chancery.records.createEntry(
    { caseId, title: 'Things', entryType: 'note', body: 'Things' },
    owner.session,
  );
  const { attachment } = await chancery.records.uploadEntryAttachment(
    { artifactId: entry.id, file: aFile('Things.txt', 'Things') },
    owner.session,
  );
  const { encounter } = await chancery.records.createEncounter(
    { caseId, encounterType: 'contact', mode: 'phone', scheduledStartAt: '2026-12-01T09:00:00.000Z' },
    owner.session,
  );
  const { followUp } = await chancery.records.createFollowUp({ caseId, title: 'Things' }, owner.session);
  return {
    'records.templateId': template.id,
    amendmentId: await aRequestedAmendment({ chancery, owner }, caseId),
    artifactId: entry.id,
    attachmentId: attachment.id,
    encounterId: encounter.id,
    followUpId: followUp.id,
  };
}

/** A request to change an entry that somebody wrote, approved and signed alone. */
async function aRequestedAmendment(
  { chancery, owner: { session } }: Pick<World, 'chancery' | 'owner'>,
  caseId: string,
): Promise<string> {
  const { template } = await chancery.records.createRecordTemplate(
    {
      ...{ code: 'signed_things', name: 'Signed', entryType: 'note', reviewPolicy: 'author' },
      sections: recordSections,
    },
    session,
  );
  const { entry } = await chancery.records.createEntry(
    { caseId, title: 'Signed', entryType: 'note', templateId: template.id },
    session,
  );
  const of = { artifactId: entry.id };
  await chancery.records.submitEntry(of, session);
  await chancery.records.approveEntry(of, session);
  await chancery.records.finalizeEntry(
    {
      ...of,
      attestation: {
        ...{ statementId: 'attest.author.v1', accepted: true },
        reauthentication: { method: 'password', value: 'correct horse battery staple' },
      },
    },
    session,
  );
  const asked = { ...of, reason: 'Wrong date', requestedChange: 'The right date' };
  return (await chancery.records.createAmendment(asked, session)).amendment.id;
}

const recordSections = [{ key: 'findings', title: 'Findings', kind: 'markdown' as const }];

/** Two subjects of which one was merged into the other, and a third that still can be. */
async function mergeThings({ chancery, owner }: Pick<World, 'chancery' | 'owner'>): Promise<Things> {
  const made = async (displayName: string) =>
    (await chancery.records.createSubject({ displayName }, owner.session)).subject;
  const [survivor, merged, other] = [await made('Grace'), await made('G. Hopper'), await made('Edith')];
  const { merge } = await chancery.records.mergeSubject(
    {
      subjectId: survivor.id,
      mergedSubjectId: merged.id,
      expectedVersion: survivor.version,
      mergedExpectedVersion: merged.version,
      reason: 'The same person',
    },
    owner.session,
  );
  return { mergeId: merge.id, mergedSubjectId: other.id };
}

/** A request for files that was sent, a file that came by its link, and a template of such requests. */
async function fileRequestThings({ chancery, owner }: Pick<World, 'chancery' | 'owner'>): Promise<Things> {
  const items = [{ name: 'Passport' }];
  const { request } = await chancery.fileRequests.createFileRequest(
    { ...theClient, title: 'Things', items },
    owner.session,
  );
  const requestId = request.id;
  const { url } = await chancery.fileRequests.sendFileRequest({ requestId, delivery: 'link' }, owner.session);
  const token = url?.split('#token=')[1] ?? '';
  const { upload, item } = await chancery.fileRequests.uploadClientFile(
    {
      token,
      itemId: request.items[0]?.id ?? '',
      file: aFile('Things.pdf'),
    },
    aStranger(),
  );
  const { template } = await chancery.fileRequests.createFileRequestTemplate(
    { name: 'Things', items },
    owner.session,
  );
  const kept = { requestId, itemId: item.id, uploadId: upload.id };
  return { ...kept, 'fileRequests.token': token, 'fileRequests.templateId': template.id };
}

/** A document whose retention period is over, as if a night had found it. */
async function candidateThing(
  { sql, owner }: Pick<World, 'sql' | 'owner'>,
  documentId: string,
  policyId: string,
): Promise<string> {
  const [made] = await sql<{ id: string }>(
    `insert into retention_candidates (id, workspace_id, document_id, policy_id, policy_revision, trigger, trigger_date,
       eligible_on, approvals_needed, cool_off_days, status, reviews, round, created_at, updated_at, version)
     values (gen_random_uuid(), $1, $2, $3, 1, 'created', '2026-01-01', '2026-02-01', 1, 7, 'pending', '[]', 1, now(), now(), 1)
     returning id`,
    [owner.workspaceId, documentId, policyId],
  );
  return made?.id ?? '';
}

/** A live webinar with somebody waiting to be admitted, somebody invited and somebody registered. */
async function meetingThings({
  chancery,
  owner,
  sql,
}: Pick<World, 'chancery' | 'owner' | 'sql'>): Promise<Things> {
  const email = `things.${owner.id}@example.com`;
  const { meeting, joinCode } = await chancery.meetings.createMeeting(
    {
      title: 'Things',
      meetingType: 'webinar',
      scheduledStartAt: '2026-11-23T12:10:00.000Z',
      timeZone: 'UTC',
      invitees: [{ email }],
    },
    owner.session,
  );
  const { admissionToken } = await chancery.meetings.startMeeting({ meetingId: meeting.id }, owner.session);
  const { admission } = await chancery.meetings.getAdmission({ token: admissionToken ?? '' }, aStranger());
  await chancery.meetings.registerForWebinar(
    { joinCode, email, displayName: 'Things', answers: [] },
    aStranger(),
  );
  const [made] = await sql<{ invitationId: string; registrationId: string }>(
    `select (select id from meeting_invitations where meeting_id = $1 and email = $2) "invitationId",
            (select id from webinar_registrations where meeting_id = $1) "registrationId"`,
    [meeting.id, email],
  );
  const { template } = await chancery.meetings.createMeetingTemplate(
    { name: 'Things', title: 'Things' },
    owner.session,
  );
  const { block } = await chancery.meetings.createAvailabilityBlock(
    {
      kind: 'busy',
      timeZone: 'UTC',
      startsAt: '2026-12-01T09:00:00.000Z',
      endsAt: '2026-12-01T10:00:00.000Z',
    },
    owner.session,
  );
  const { feed } = await chancery.meetings.createCalendarFeed({ name: 'Things' }, owner.session);
  return {
    meetingId: meeting.id,
    joinCode,
    admissionId: admission.id,
    registrationId: made?.registrationId ?? '',
    templateId: template.id,
    blockId: block.id,
    feedId: feed.id,
    'meetings.sessionId': admission.sessionId,
    'meetings.invitationId': made?.invitationId ?? '',
  };
}

const attestationOf = (statementId: string) => ({
  statementId,
  accepted: true,
  reauthentication: { method: 'recent_session', value: null },
});

/** A body that each writing route accepts; routes that need none are left out. */
export const validBodies: Readonly<Record<string, (things: Things) => object>> = {
  registerAccount: () => ({
    email: `fuzz-${Math.random().toString(36).slice(2)}@example.com`,
    password: 'correct horse battery staple',
    displayName: 'Fuzz',
  }),
  login: () => ({ email: 'nobody@example.com', password: 'correct horse battery staple' }),
  refreshSession: () => ({ refreshToken: 'chr_none' }),
  verifyEmail: () => ({ token: 'A'.repeat(43) }),
  resendEmailVerification: () => ({ email: 'nobody@example.com' }),
  forgotPassword: () => ({ email: 'nobody@example.com' }),
  resetPassword: () => ({ token: 'A'.repeat(43), newPassword: 'correct horse battery staple' }),
  changePassword: () => ({
    currentPassword: 'correct horse battery staple',
    newPassword: 'quite another long password',
    revokeOtherSessions: false,
  }),
  requestEmailChange: () => ({ newEmail: 'somebody@example.com' }),
  confirmEmailChange: () => ({ token: 'A'.repeat(43) }),
  revertEmailChange: () => ({ token: 'A'.repeat(43) }),
  undoAddition: () => ({ token: 'A'.repeat(43) }),
  updateMe: () => ({ jobTitle: 'Analyst' }),
  deactivateAccount: () => ({ confirm: 'DELETE' }),
  reauthenticate: () => ({ password: 'correct horse battery staple' }),
  beginTotp: () => ({ name: 'Phone' }),
  createWebhookEndpoint: () => ({ url: null, eventTypes: ['*'] }),
  updateWebhookEndpoint: () => ({ description: 'Ours' }),
  rotateWebhookSecret: () => ({ overlapSeconds: 60 }),
  testWebhookEndpoint: () => ({ eventType: 'webhook.test' }),
  recoverWebhookDeliveries: () => ({ since: '2026-11-20T00:00:00Z' }),
  acknowledgeJob: () => ({ reason: 'Told by telephone' }),
  replayJobs: () => ({ queue: 'mail', dryRun: false }),
  confirmTotp: () => ({ code: '123456' }),
  registerPasskey: () => ({
    ceremonyId: '01900000-0000-7000-8000-00000000000a',
    name: 'Laptop',
    response: { id: 'none' },
  }),
  renameFactor: () => ({ name: 'Telephone' }),
  answerChallenge: () => ({ challengeToken: 'A'.repeat(43), totpCode: '123456' }),
  signInWithApple: () => ({ identityToken: 'none', nonce: 'A'.repeat(16) }),
  signInWithGoogle: () => ({ idToken: 'none', nonce: 'A'.repeat(16) }),
  redeemHandoff: () => ({ handoffCode: 'A'.repeat(43), handoffVerifier: 'A'.repeat(43) }),
  signInWithPasskey: () => ({
    ceremonyId: '01900000-0000-7000-8000-00000000000a',
    response: { id: 'none' },
  }),
  requestFactorReset: () => ({ reason: 'She called me, and her telephone is lost.' }),
  createWorkspace: () => ({ name: 'Second practice' }),
  updateWorkspace: () => ({ name: "Ada's workspace" }),
  updateSettings: () => ({ weekStartsOn: 'monday' }),
  createInvitation: () => ({
    email: `fuzz-${Math.random().toString(36).slice(2)}@example.com`,
    role: 'guest',
  }),
  createProject: () => ({ name: 'Annual report', startDate: '2026-12-01', targetDate: '2026-12-24' }),
  updateProject: () => ({ name: 'Renamed' }),
  setProjectMember: () => ({ role: 'viewer' }),
  updateMember: () => ({ role: 'member' }),
  suspendMember: () => ({ reason: 'On leave' }),
  createApiKey: () => ({ name: 'Application', scopes: ['members.read'] }),
  updateApiKey: () => ({ name: 'Application 2' }),
  rotateApiKey: () => ({ overlapSeconds: 60 }),
  revokeApiKey: () => ({ reason: 'No longer used' }),
  createCheckout: () => ({ planCode: 'team', interval: 'month' }),
  changePlan: () => ({ planCode: 'business', interval: 'month' }),
  createUploadSession: () => ({
    purpose: 'document',
    fileName: 'Report.pdf',
    sizeBytes: 1000,
    sha256: 'ab'.repeat(32),
  }),
  completeUploadSession: () => ({}),
  decideOnAdmission: () => ({ decision: 'admit' }),
  updateIntegrationMeeting: () => ({ title: 'Renamed' }),
  updateMeeting: () => ({ title: 'Renamed', expectedVersion: 1 }),
  updateOccurrence: () => ({ title: 'Renamed', expectedVersion: 1 }),
  registerForWebinar: () => ({
    email: `fuzz-${Math.random().toString(36).slice(2)}@example.com`,
    displayName: 'Fuzz',
  }),
  createMeetingTemplate: () => ({
    name: `Weekly ${Math.random().toString(36).slice(2)}`,
    recurrenceRule: 'FREQ=WEEKLY',
  }),
  createAvailabilityBlock: () => ({
    kind: 'busy',
    timeZone: 'Europe/Berlin',
    startsAt: '2026-12-01T09:00:00Z',
    endsAt: '2026-12-01T10:00:00Z',
    rrule: 'FREQ=WEEKLY;COUNT=3',
  }),
  checkAvailability: () => ({
    startsAt: '2026-12-01T09:00:00Z',
    durationMinutes: 30,
    timeZone: 'Europe/Berlin',
    attendees: [{ email: 'nobody@example.com' }],
  }),
  previewRecurrence: () => ({
    scheduledStartAt: '2026-12-01T09:00:00Z',
    timeZone: 'Europe/Berlin',
    durationMinutes: 30,
    recurrence: { rrule: 'FREQ=WEEKLY' },
  }),
  createCalendarFeed: () => ({ name: 'Telephone' }),
  decideRegistration: () => ({ decision: 'approve' }),
  requestAdmission: () => ({ displayName: 'Fuzz' }),
  checkPasscode: () => ({ passcode: 'harbour-42' }),
  createIntegrationMeeting: () => ({
    title: 'Kick-off',
    scheduledStartAt: '2026-12-01T09:00:00Z',
    invitees: [{ email: 'guest@example.com', displayName: 'Guest' }],
  }),
  createMeetingInvitation: () => ({ email: `invited-${Math.random().toString(36).slice(2)}@example.com` }),
  updateMeetingInvitation: () => ({ required: false }),
  respondToMeetingInvitation: () => ({ response: 'accepted' }),
  createDocumentFolder: () => ({ name: `Folder ${Math.random().toString(36).slice(2)}` }),
  updateDocumentFolder: () => ({ name: 'Renamed' }),
  uploadDocument: () => ({ name: 'Letter' }),
  createDocumentFromUpload: ({ uploadSessionId }) => ({ uploadSessionId }),
  updateDocument: () => ({ name: 'Renamed' }),
  setDocumentFields: () => ({ fields: [{ ...signatureOf('grace') }] }),
  setDocumentSigners: () => ({ signers: [grace] }),
  sendDocument: () => ({ signers: [grace], appendSignaturePage: true }),
  updateSigner: () => ({ name: 'Corrected' }),
  voidDocument: () => ({ reason: 'Wrong annex' }),
  createDocumentShare: () => ({ label: 'For the auditor' }),
  createDocumentType: () => ({ name: `Type ${Math.random().toString(36).slice(2)}` }),
  updateDocumentType: () => ({ name: `Type ${Math.random().toString(36).slice(2)}` }),
  createExpirationPolicy: () => ({
    name: `Policy ${Math.random().toString(36).slice(2)}`,
    basis: 'document_date',
  }),
  updateExpirationPolicy: () => ({ graceDays: 14 }),
  createFileRequest: () => ({ ...theClient, title: 'Tax return', items: [{ name: 'Passport' }] }),
  updateFileRequest: () => ({ title: 'Tax return' }),
  createFileRequestTemplate: () => ({
    name: `Tax ${Math.random().toString(36).slice(2)}`,
    items: [{ name: 'Passport' }],
  }),
  updateFileRequestTemplate: () => ({ title: 'Tax return' }),
  assignExpirationPolicy: ({ typeId }) => ({ scope: 'type', targetId: typeId }),
  setDocumentLegalHold: () => ({ held: true, reason: 'Audit of 2026' }),
  acknowledgeLifecycleRisk: () => ({ risk: 'expiring', until: '2026-12-24', reason: 'A new one comes' }),
  placeLegalHold: () => ({ matter: 'Byron v. Babbage', reason: 'Notice received' }),
  releaseLegalHold: () => ({ reason: 'Settled' }),
  calculateDocumentLifecycle: () => ({ asOf: '2027-01-15T12:00:00Z' }),
  confirmDocumentExpiration: () => ({ expiresOn: '2027-02-28' }),
  startDocumentExtraction: () => ({ kinds: ['dates'] }),
  scheduleReviewMeeting: ({ userId }) => ({
    scheduledStartAt: '2026-12-01T09:00:00.000Z',
    timeZone: 'Europe/Berlin',
    attendeeUserIds: [userId],
  }),
  reviewEvidence: () => ({ decision: 'accept' }),
  createLifecycleWebhook: () => ({ url: 'https://hooks.example.com/chancery', eventTypes: ['*'] }),
  createLifecycleAction: ({ documentId }) => ({
    kind: 'recalculate',
    documentId,
    reason: 'A law has changed',
  }),
  replayLifecycleAction: () => ({ reason: 'The mail server is back' }),
  acknowledgeLifecycleAction: () => ({ resolution: 'resolved', note: 'We called them' }),
  verifyDocumentIdentity: () => ({
    mrzLines: [
      'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
      'L898902C36UTO7408122F3204153ZE184226B<<<<<16',
    ],
    claimed: { surname: 'Eriksson' },
  }),
  updateRenewal: () => ({ action: 'start' }),
  reviewRetentionCandidate: () => ({ decision: 'retain', note: 'Still needed' }),
  approveReplacement: () => ({ decision: 'approve' }),
  configureDocumentLifecycle: () => ({ statedExpiresOn: '2027-02-28' }),
  createSubject: () => ({ displayName: 'Ann Smith' }),
  checkSubjectDuplicates: () => ({ displayName: 'Ann Smith' }),
  updateSubject: () => ({ pronouns: 'she/her', expectedVersion: 1 }),
  addSubjectIdentifier: () => ({ type: 'passport', system: 'urn:passports', value: 'C01X00T47' }),
  voidSubjectIdentifier: () => ({ reason: 'Misread' }),
  addAuditCosignature: () => ({ signatureLine: '\u2014 witness.example AAAAAAAAAA==' }),
  runIntegrityCheck: () => ({ scope: ['audit_chain'] }),
  createCase: ({ subjectId }) => ({ title: 'Smith, custody', caseType: 'general', subjectId }),
  updateCase: () => ({ priority: 'high' }),
  transitionCase: () => ({ status: 'active', reason: 'Work begins' }),
  addCaseMember: ({ userId }) => ({ userId, role: 'viewer' }),
  removeCaseMember: () => ({ reason: 'Works elsewhere' }),
  addCaseSubject: ({ subjectId }) => ({ subjectId, role: 'primary' }),
  endCaseSubject: () => ({ reason: 'Was not there' }),
  mergeSubject: ({ mergedSubjectId }) => ({
    mergedSubjectId,
    expectedVersion: 1,
    mergedExpectedVersion: 1,
    reason: 'The same person',
  }),
  reverseSubjectMerge: () => ({ reason: 'Two people after all' }),
  createRecordTemplate: () => ({
    code: `note_${Math.random().toString(36).slice(2)}`,
    name: 'Progress note',
    entryType: 'note',
    sections: recordSections,
  }),
  createRecordTemplateVersion: () => ({ sections: recordSections.map((each) => ({ ...each, help: 'All' })) }),
  updateRecordTemplate: () => ({ name: 'Renamed' }),
  createEntry: () => ({ title: 'First interview', entryType: 'note', body: 'She called this morning.' }),
  updateEntryDraft: () => ({ body: 'She called this morning.', expectedVersion: 1 }),
  returnEntry: () => ({ reason: 'Name the witness' }),
  finalizeEntry: () => ({ attestation: attestationOf('attest.author.v1') }),
  batchFinalizeEntries: ({ artifactId }) => ({
    items: [{ artifactId }],
    attestation: attestationOf('attest.author.v1'),
  }),
  addEntryAddendum: () => ({
    kind: 'addendum',
    content: 'She called again.',
    attestation: attestationOf('attest.addendum.v1'),
  }),
  coSignEntry: () => ({ action: 'decline', reason: 'I was not there' }),
  createAmendment: () => ({ reason: 'Wrong date', requestedChange: 'The right date' }),
  decideAmendment: () => ({ decision: 'withdraw', reason: 'Not needed any more' }),
  markEntryInError: () => ({ reason: 'Of somebody else' }),
  linkEntryAttachment: ({ documentId }) => ({ documentId }),
  uploadEntryAttachment: () => ({ caption: 'From the court' }),
  attachUploadToEntry: ({ uploadSessionId }) => ({ uploadSessionId }),
  createEncounter: () => ({
    encounterType: 'contact',
    mode: 'phone',
    scheduledStartAt: '2026-12-01T09:00:00.000Z',
  }),
  updateEncounter: () => ({ outcome: 'Agreed on the next steps' }),
  createFollowUp: () => ({ title: 'Call back' }),
  promoteRecordSource: ({ documentId }) => ({
    ...{ sourceKind: 'document', sourceId: documentId, target: 'follow_up' },
  }),
  updateFollowUp: () => ({ title: 'Call again' }),
  changeDocumentsInBulk: ({ documentId }) => ({ action: 'recalculate', documentIds: [documentId] }),
  decidePortalConsent: () => ({
    kind: 'record_consent',
    decision: 'accept',
    signerName: 'Ann Smith',
    signerRelationship: 'self',
    statementSha256: 'ab'.repeat(32),
    agreedToElectronic: true,
    typedSignature: 'Ann Smith',
  }),
  addPortalInteraction: () => ({ type: 'acknowledged' }),
  setMemberRecordAccess: () => ({ clearances: ['restricted'], duties: [], reason: 'New at the ward' }),
  transferCase: () => ({ toUserId: `usr_${'0'.repeat(32)}`, reason: 'Moves to another ward' }),
  decideCaseTransfer: () => ({ decision: 'cancel' }),
  createTemporaryAccess: ({ subjectId }) => ({
    granteeUserId: `usr_${'0'.repeat(32)}`,
    scope: { kind: 'subject', id: subjectId },
    purposeOfUse: 'treatment',
    reason: 'Covers for a colleague',
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
  }),
  revokeTemporaryAccess: () => ({ reason: 'Back at work' }),
  startBreakGlass: ({ subjectId }) => ({
    subjectId,
    reasonCode: 'emergency_treatment',
    reason: 'Unconscious after a fall, and nobody knows of allergies',
    reauthentication: { method: 'password', value: 'correct horse battery staple' },
  }),
  reviewBreakGlass: () => ({ decision: 'justified', notes: 'The patient was unconscious.' }),
  createRecordConsent: ({ subjectId }) => ({
    subjectId,
    category: 'research',
    method: 'written',
    grantedBy: { kind: 'subject', name: 'Ann Smith' },
    statementText: 'I agree.',
  }),
  revokeRecordConsent: () => ({ reason: 'She changed her mind' }),
  runRecordIntelligence: ({ 'records.caseId': caseId }) => ({ caseId, kinds: ['summary'] }),
  reviewRecordIntelligence: () => ({ decisions: [], rejectRun: true }),
  createIndustryPack: () => ({ code: `pack_${Math.random().toString(36).slice(2)}`, name: 'Our practice' }),
  createDisclosureAuthorization: ({ subjectId, ['records.caseId']: caseId }) => ({
    ...{ subjectId, caseId, basis: 'treatment', purposeOfUse: 'treatment', scope: {} },
    recipient: { kind: 'person', name: 'Cleo', email: 'cleo@client.example' },
  }),
  decideDisclosureAuthorization: () => ({ decision: 'approve' }),
  createReleasePackage: ({ authorizationId, artifactId }) => ({
    ...{ authorizationId, title: 'Notes of spring' },
    items: [{ artifactId }],
  }),
  approveReleasePackage: () => ({ manifestSha256: 'ab'.repeat(32) }),
  releaseReleasePackage: () => ({}),
  revokeReleasePackage: () => ({ reason: 'Sent to the wrong desk' }),
  createPortalLink: () => ({ reason: 'The mail was lost' }),
  createDispositionReview: () => ({
    action: 'destroy',
    caseIds: ['0197c0de-5f3a-7c1e-9b52-3f1d2a4b6c8d'],
    justification: 'Nobody needs them',
  }),
  decideDispositionReview: () => ({ decision: 'approve' }),
  executeDispositionReview: () => ({ confirmationCode: '3f9ac1d2' }),
  createRetentionPolicy: () => ({
    code: 'ten_years',
    name: 'Ten years',
    trigger: 'case_closed',
    period: 'P10Y',
    action: 'destroy',
    legalBasis: 'Section 630f',
  }),
  activateRetentionPolicy: () => ({ reason: 'It was decided' }),
  assignRetentionPolicy: () => ({
    policyId: '0197c0de-5f3a-7c1e-9b52-3f1d2a4b6c8d',
    target: { kind: 'workspace' },
    reason: 'It was decided',
  }),
  placeRecordHold: () => ({ name: 'Smith', reason: 'A claim was made', scope: { entireWorkspace: true } }),
  releaseRecordHold: () => ({ reason: 'It was settled' }),
  createRecordWebhook: () => ({ url: 'https://hooks.example.com/records', eventTypes: ['*'] }),
  setRecordWebhookActive: () => ({ active: false }),
  acknowledgeRecordWorkerAction: () => ({ note: 'The address is gone' }),
  reviewClientUpload: () => ({ decision: 'accept' }),
  uploadClientFile: ({ itemId }) => ({ itemId }),
  sealDocument: () => ({}),
  completeSigning: () => ({ intent: 'sign', documentSha256: 'ab'.repeat(32), fields: [] }),
  verifySigningCode: () => ({ code: '482913' }),
  declineSigning: () => ({ reason: 'The fee is wrong' }),
};

/** A body as the endpoint takes it: as JSON, or as the texts of a form beside a file. */
export function bodyFor({ useCase }: Route, body: object): Pick<Call, 'body' | 'raw' | 'headers'> {
  if (!takesFile(useCase)) return { body };
  const texts = Object.entries(body).map(([name, value]) => [
    name,
    '',
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  const parts = [...texts, ['file', '; filename="a.pdf"', '%PDF-1.7']];
  const boundary = 'part-of-a-test';
  const heads = parts.map(
    ([name, more, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`,
  );
  return {
    raw: `${heads.join('')}--${boundary}--\r\n`,
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
  };
}

/** What is sent to an endpoint that takes bytes: few of them, of a type that it takes. */
export const rawRequest = ({ useCase: { body } }: Route) =>
  body === undefined
    ? {}
    : {
        raw: body.form === 'fields' ? 'state=none' : 'bytes',
        headers: { 'Content-Type': body.mediaTypes[0] ?? 'application/octet-stream' },
      };

export const pathOf = (route: Route, things: Things): string =>
  route.path.replace(/\{(\w+)\}/g, (_, field: string) =>
    // The same name means different things in different contexts: sessions, invitations.
    encodeURIComponent(things[`${route.context}.${field}`] ?? things[field] ?? `no-${field}`),
  );

/** What opens the endpoints for people and those for applications, to the owner of the workspace. */
export interface Tokens {
  readonly session: string;
  readonly key: string;
}

export const tokensOf = async ({ owner, apiKey }: Pick<World, 'owner' | 'apiKey'>): Promise<Tokens> => ({
  session: owner.session.credential ?? '',
  key: (await apiKey()).secret,
});

/** The credential that a route takes: a session's token or an API key's secret. */
export const credentialFor = (route: Route, tokens: Tokens): string | null =>
  route.useCase.access === 'anyone'
    ? null
    : isScopeAccess(route.useCase.access)
      ? tokens.key
      : tokens.session;
