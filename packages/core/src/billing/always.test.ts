import { failureOf, type World, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { isScopeAccess } from '../kernel/access.ts';
import { useCases } from '../pipeline/declarations.ts';
import { builtInPlans } from './plans.ts';

/**
 * Endpoints that make something new or send something out, and so may be refused by a plan (BIL-3). Whoever adds one that
 * declares a feature or a failure of the plan names it here. One that is `always` possible declares neither of them.
 */
const gated: Readonly<Record<string, readonly string[]>> = {
  // A first sign-in with an invitation takes a seat, as a registration does.
  identity: [
    'registerAccount',
    'signInWithApple',
    'signInWithGoogle',
    'finishAppleSignIn',
    'finishGoogleSignIn',
    'redeemHandoff',
  ],
  workspace: [
    'createWorkspace',
    'createInvitation',
    'resendInvitation',
    'acceptInvitation',
    'createProject',
    'restoreProject',
    'updateMember',
    'reactivateMember',
  ],
  integrations: ['createApiKey', 'rotateApiKey', 'updateApiKey'],
  billing: ['createCheckout'],
  uploads: ['createUploadSession'],
  // To switch an endpoint on is to begin sending.
  webhooks: ['createWebhookEndpoint', 'updateWebhookEndpoint'],
  meetings: [
    'createMeeting',
    'createInstantMeeting',
    'openPersonalRoom',
    'updateMeeting',
    'updateOccurrence',
    'duplicateMeeting',
    'createMeetingInvitation',
    'resendMeetingInvitation',
    'remindInvitees',
    'createMeetingTemplate',
  ],
  documents: ['uploadDocument'],
  lifecycle: [
    'updateLifecycleSettings',
    'saveLifecycleView',
    'acknowledgeLifecycleRisk',
    'createDocumentType',
    'updateDocumentType',
    'createExpirationPolicy',
    'updateExpirationPolicy',
    'assignExpirationPolicy',
    'configureDocumentLifecycle',
    'calculateDocumentLifecycle',
    'confirmDocumentExpiration',
    // The worker does what it has planned on every plan; to ask for more of it is new work.
    'planLifecycleActions',
    'createLifecycleAction',
    'replayLifecycleAction',
    'scheduleReviewMeeting',
    'createLifecycleWebhook',
    // To reopen a renewal is to begin anew; all else that is done to one finishes it.
    'openRenewal',
    'updateRenewal',
    'verifyDocumentIdentity',
    'startDocumentExtraction',
    'reviewEvidence',
    // Among what it does to many documents are confirmations and readings.
    'changeDocumentsInBulk',
  ],
  signing: ['setDocumentFields', 'setDocumentSigners', 'sendDocument', 'updateSigner'],
  records: [
    'createSubject',
    'createCase',
    'attachUploadToEntry',
    'createEncounter',
    'createEntry',
    'createFollowUp',
    'createRecordTemplate',
    'createRecordTemplateVersion',
    'linkEntryAttachment',
    'promoteRecordSource',
    'uploadEntryAttachment',
  ],
  governance: [
    'createTemporaryAccess',
    // To switch a webhook on is to begin sending.
    'createRecordWebhook',
    'setRecordWebhookActive',
    // What leaves the workspace: asked for, prepared, released, and opened by one more link.
    'createDisclosureAuthorization',
    'createReleasePackage',
    'releaseReleasePackage',
    'createPortalLink',
    // A pack that is adopted makes templates.
    'createIndustryPack',
    'adoptIndustryPack',
    'runRecordIntelligence',
  ],
  fileRequests: ['createFileRequest', 'createFileRequestTemplate', 'sendFileRequest'],
};

describe('BIL-3: what works on every plan', () => {
  const declared = useCases().filter(({ useCase }) => !isScopeAccess(useCase.access));

  for (const { context, name, useCase } of declared) {
    if (useCase.kind === 'query')
      it(`BIL-3: ${context}.${name} reads, and asks for no feature`, () => {
        expect(useCase.feature).to.equal(undefined);
      });
    else if (useCase.always)
      it(`BIL-3: ${context}.${name} is always possible, and asks for no feature`, () => {
        expect(useCase.feature).to.equal(undefined);
        expect(useCase.errors?.map(({ code }) => code) ?? []).to.not.include.members(['plan.limit_reached']);
      });
    else if (useCase.feature !== undefined || useCase.errors?.some(({ code }) => code.startsWith('plan.')))
      it(`BIL-3: a plan may refuse ${context}.${name} only because it creates or sends something new`, () => {
        expect(gated[context] ?? []).to.include(name);
        expect(name).to.not.match(
          /^(get|list|read|export|download|revoke|void|cancel|delete|remove|suspend|archive|decline|sign(?!In)|complete|finish(?!\w+SignIn)|leave)/,
        );
      });
  }

  it('BIL-3: what is named as gated exists, and is not declared as always possible', () => {
    const named = Object.entries(gated).flatMap(([context, names]) =>
      names.map((name) => `${context}.${name}`),
    );
    const open = declared.filter(({ useCase }) => !useCase.always);

    expect(open.map(({ context, name }) => `${context}.${name}`)).to.include.members(named);
  });

  for (const context of ['billing', 'uploads', 'webhooks', 'meetings'])
    it(`BIL-3: every endpoint of ${context} that changes something is always possible, except what makes or sends something new`, () => {
      const rows = declared.filter((row) => row.context === context && row.useCase.kind !== 'query');

      expect(rows.filter(({ useCase }) => !useCase.always).map(({ name }) => name)).to.have.members([
        ...(gated[context] ?? []),
      ]);
    });

  describe('in a workspace that is restricted and over every limit', () => {
    let made: World;
    let member: Awaited<ReturnType<World['person']>>;
    let projectId: string;
    let keyId: string;
    before(async () => {
      made = await world();
      member = await made.person('member');
      projectId = (await made.chancery.workspace.createProject({ name: 'Kept' }, made.owner.session)).project
        .id;
      keyId = (await made.apiKey('members.read')).id;
      await made.sql(
        "update workspaces set plan_code = 'team', plan_terms = '{\"restricted\": true}' where id = $1",
        [made.workspaceId],
      );
      await made.sql(
        `insert into usage_counters select $1, code, 'epoch', 1000000 from unnest(array['members', 'guests', 'projects', 'api_keys']) code
         on conflict (workspace_id, code, period_start) do update set used = 1000000`,
        [made.workspaceId],
      );
    });

    it('BIL-3: creating something new is refused', async () => {
      const { chancery, owner } = made;
      for (const call of [
        chancery.workspace.createProject({ name: 'New' }, owner.session),
        chancery.integrations.createApiKey({ name: 'x', scopes: ['members.read'] }, owner.session),
      ])
        expect(await failureOf(call)).to.equal('plan.limit_reached');
    });

    it('BIL-3: reading, changing what exists, ending and revoking still work', async () => {
      const { chancery, owner } = made;
      for (const call of [
        () => chancery.workspace.getWorkspace({}, owner.session),
        () => chancery.workspace.listProjects({}, owner.session),
        () => chancery.workspace.updateProject({ projectId, name: 'Renamed' }, owner.session),
        () => chancery.workspace.archiveProject({ projectId }, owner.session),
        () => chancery.integrations.listApiKeys({}, owner.session),
        () => chancery.integrations.revokeApiKey({ apiKeyId: keyId }, owner.session),
        () => chancery.workspace.suspendMember({ userId: member.id }, owner.session),
        () => chancery.workspace.removeMember({ userId: member.id }, owner.session),
        () => chancery.billing.getBilling({}, owner.session),
        () => chancery.billing.getCapabilities({}, owner.session),
      ])
        expect(await failureOf(call())).to.equal('none');
    });

    it('BIL-3: an application can still read as fast as its plan allows', async () => {
      const { chancery, owner, apiKey, sql, workspaceId } = made;
      await sql("update usage_counters set used = 0 where workspace_id = $1 and code = 'api_keys'", [
        workspaceId,
      ]);
      await sql("update workspaces set plan_terms = '{}' where id = $1", [workspaceId]);
      const { caller } = await apiKey('workspace.read');
      await sql('update workspaces set plan_terms = \'{"restricted": true}\' where id = $1', [workspaceId]);

      expect(await failureOf(chancery.integrations.getIntegrationWorkspace({}, caller))).to.equal('none');
      const { limits } = await chancery.billing.getCapabilities({}, owner.session);
      const sold = builtInPlans.plan('team').limits;
      expect(limits.api_requests_per_minute?.limit).to.equal(sold.api_requests_per_minute);
      expect(limits.members?.limit).to.be.below(sold.members ?? Number.POSITIVE_INFINITY);
    });
  });
});
