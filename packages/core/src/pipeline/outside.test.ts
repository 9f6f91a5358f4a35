import {
  aFile,
  anAnswer,
  failureOf,
  grace,
  noon,
  signatureOf,
  storedPackage,
  theClient,
  webhookWorld,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { useCases } from './declarations.ts';

const startsAt = '2026-11-30T09:00:00.000Z';
const planned = { title: 'Review', scheduledStartAt: startsAt, timeZone: 'UTC' };

const agreed = {
  category: 'research',
  grantedBy: { kind: 'subject', name: 'Ann Smith' },
  statementText: 'I agree.',
} as const;

/** A workspace with a thing of each kind that a call can be about, made while the owner's address was verified. */
async function surroundings() {
  const made = await webhookWorld(() => anAnswer(410), {
    settings: { accessTokenSeconds: 3600 * 24 * 365, emailVerification: 'required' },
  });
  const { chancery, owner, apiKey, sql, worker, things, endpointId, delivery, clock } = made;
  await things.change();
  await worker.drain();
  const { meeting } = await chancery.meetings.createMeeting(
    { ...planned, invitees: [{ email: 'cleo@client.example', displayName: 'Cleo' }] },
    owner.session,
  );
  const [invitee] = await sql<{ id: string }>(
    'select id from meeting_invitations where meeting_id = $1 and user_id is null',
    [meeting.id],
  );
  const { invitation } = await chancery.workspace.createInvitation(
    { email: 'dora@client.example', role: 'guest' },
    owner.session,
  );
  const signing = async () => {
    const { document } = await chancery.documents.uploadDocument(
      { file: aFile('letter.pdf') },
      owner.session,
    );
    const round = { documentId: document.id, signers: [grace], fields: [signatureOf('grace')] };
    return chancery.signing.setDocumentSigners(round, owner.session).then(({ signers }) => ({
      documentId: document.id,
      signerId: signers[0]?.id ?? '',
    }));
  };
  const [toSend, out] = [await signing(), await signing()];
  await chancery.signing.sendDocument({ documentId: out.documentId }, owner.session);
  const wanted = () => chancery.fileRequests.createFileRequest(filesWanted, owner.session);
  const [drafted, asked] = [(await wanted()).request, (await wanted()).request];
  await chancery.fileRequests.sendFileRequest({ requestId: asked.id }, owner.session);
  // What was just sent may be sent again only after a while.
  clock.advance({ minutes: 10 });
  await worker.drain();
  // Its receiver is gone, which a delivery has found out.
  await chancery.webhooks.updateWebhookEndpoint({ endpointId, active: true }, owner.session);
  const key = await apiKey();
  const { id: deliveryId } = await delivery();
  const { subject } = await chancery.records.createSubject({ displayName: 'Ann Smith' }, owner.session);
  const { webhook: recordWebhook } = await chancery.governance.createRecordWebhook(
    { url: 'https://records.example.com/hook', eventTypes: ['*'] },
    owner.session,
  );
  const { document } = await chancery.documents.uploadDocument({ file: aFile('a.pdf') }, owner.session);
  const aCase = { subjectId: subject.id, title: 'Smith', caseType: 'general' };
  const { case: opened } = await chancery.records.createCase(aCase, owner.session);
  const about = { subjectId: subject.id, caseId: opened.id, byUserId: owner.id, now: clock.now() };
  const packaged = async (status: 'approved' | 'released') =>
    (await storedPackage(made, { ...about, status })).packageId;
  return {
    ...made,
    approvedPackageId: await packaged('approved'),
    releasedPackageId: await packaged('released'),
    key,
    deliveryId,
    documentId: document.id,
    meetingId: meeting.id,
    inviteeId: invitee?.id ?? '',
    invitationId: invitation.id,
    toSend,
    out,
    requestId: drafted.id,
    sentRequestId: asked.id,
    subjectId: subject.id,
    recordWebhookId: recordWebhook.id,
    verifiedAt: (instant: string | null) =>
      sql('update accounts set email_verified_at = $2 where id = $1', [owner.id, instant]),
  };
}
type Surroundings = Awaited<ReturnType<typeof surroundings>>;

/** A call that reaches somebody outside, and if the endpoint has another side, one that does not. */
interface Outward {
  readonly reaches: (given: Surroundings) => Promise<unknown>;
  readonly stays?: (given: Surroundings) => Promise<unknown>;
}

const invitees = [{ email: 'eve@client.example', displayName: 'Eve' }];
const filesWanted = { ...theClient, title: 'Tax return', items: [{ name: 'Passport' }] };
const booked = { title: 'Review', scheduledStartAt: startsAt };

/** Every endpoint that the specification marks as reaching outside, by hand. */
const outward: Readonly<Record<string, Outward>> = {
  createMeeting: {
    reaches: ({ chancery, owner }) =>
      chancery.meetings.createMeeting({ ...planned, invitees }, owner.session),
    stays: ({ chancery, owner }) => chancery.meetings.createMeeting(planned, owner.session),
  },
  createInstantMeeting: {
    reaches: ({ chancery, owner }) => chancery.meetings.createInstantMeeting({ invitees }, owner.session),
    stays: ({ chancery, owner }) => chancery.meetings.createInstantMeeting({}, owner.session),
  },
  createIntegrationMeeting: {
    reaches: ({ chancery, key }) =>
      chancery.meetings.createIntegrationMeeting({ ...booked, invitees }, key.caller),
    stays: ({ chancery, key }) => chancery.meetings.createIntegrationMeeting(booked, key.caller),
  },
  createMeetingInvitation: {
    reaches: ({ chancery, owner, meetingId }) =>
      chancery.meetings.createMeetingInvitation({ meetingId, email: 'fay@client.example' }, owner.session),
  },
  resendMeetingInvitation: {
    reaches: ({ chancery, owner, meetingId, inviteeId }) =>
      chancery.meetings.resendMeetingInvitation({ meetingId, invitationId: inviteeId }, owner.session),
  },
  remindInvitees: {
    reaches: ({ chancery, owner, meetingId }) =>
      chancery.meetings.remindInvitees({ meetingId }, owner.session),
  },
  sendDocument: {
    reaches: ({ chancery, owner, toSend: { documentId } }) =>
      chancery.signing.sendDocument({ documentId }, owner.session),
  },
  remindSigner: { reaches: ({ chancery, owner, out }) => chancery.signing.remindSigner(out, owner.session) },
  createSigningLink: {
    reaches: ({ chancery, owner, out }) => chancery.signing.createSigningLink(out, owner.session),
  },
  updateSigner: {
    reaches: ({ chancery, owner, out }) =>
      chancery.signing.updateSigner({ ...out, email: 'hal@client.example' }, owner.session),
  },
  createWorkspace: {
    reaches: ({ chancery, owner }) => chancery.workspace.createWorkspace({ name: 'Another' }, owner.session),
  },
  createInvitation: {
    reaches: ({ chancery, owner }) =>
      chancery.workspace.createInvitation({ email: 'gil@client.example', role: 'guest' }, owner.session),
  },
  resendInvitation: {
    reaches: ({ chancery, owner, invitationId }) =>
      chancery.workspace.resendInvitation({ invitationId }, owner.session),
  },
  createApiKey: {
    reaches: ({ chancery, owner }) =>
      chancery.integrations.createApiKey({ name: 'Another', scopes: ['workspace.read'] }, owner.session),
  },
  rotateApiKey: {
    reaches: ({ chancery, owner, key }) =>
      chancery.integrations.rotateApiKey({ apiKeyId: key.id }, owner.session),
  },
  createDocumentShare: {
    reaches: ({ chancery, owner, documentId }) =>
      chancery.documents.createDocumentShare({ documentId }, owner.session),
  },
  createFileRequest: {
    reaches: ({ chancery, owner }) =>
      chancery.fileRequests.createFileRequest({ ...filesWanted, send: true }, owner.session),
    stays: ({ chancery, owner }) => chancery.fileRequests.createFileRequest(filesWanted, owner.session),
  },
  sendFileRequest: {
    reaches: ({ chancery, owner, requestId }) =>
      chancery.fileRequests.sendFileRequest({ requestId }, owner.session),
  },
  remindFileRequest: {
    reaches: ({ chancery, owner, sentRequestId: requestId }) =>
      chancery.fileRequests.remindFileRequest({ requestId }, owner.session),
  },
  createCheckout: {
    reaches: ({ chancery, owner }) =>
      chancery.billing.createCheckout({ planCode: 'team', interval: 'month' }, owner.session),
  },
  createWebhookEndpoint: {
    reaches: ({ chancery, owner }) =>
      chancery.webhooks.createWebhookEndpoint({ url: 'https://elsewhere.example.com/hook' }, owner.session),
    stays: ({ chancery, owner }) => chancery.webhooks.createWebhookEndpoint({ url: null }, owner.session),
  },
  scheduleReviewMeeting: {
    reaches: ({ chancery, owner, documentId }) =>
      chancery.lifecycle.scheduleReviewMeeting(
        {
          documentId,
          scheduledStartAt: '2026-12-01T09:00:00.000Z',
          timeZone: 'UTC',
          attendeeUserIds: [owner.id],
        },
        owner.session,
      ),
  },
  createLifecycleWebhook: {
    reaches: ({ chancery, owner }) =>
      chancery.lifecycle.createLifecycleWebhook(
        { url: 'https://elsewhere.example.com/hook', eventTypes: ['*'] },
        owner.session,
      ),
  },
  createRecordWebhook: {
    reaches: ({ chancery, owner }) =>
      chancery.governance.createRecordWebhook(
        { url: 'https://elsewhere.example.com/hook', eventTypes: ['*'] },
        owner.session,
      ),
  },
  setRecordWebhookActive: {
    reaches: ({ chancery, owner, recordWebhookId }) =>
      chancery.governance.setRecordWebhookActive({ webhookId: recordWebhookId, active: true }, owner.session),
    stays: ({ chancery, owner, recordWebhookId }) =>
      chancery.governance.setRecordWebhookActive(
        { webhookId: recordWebhookId, active: false },
        owner.session,
      ),
  },
  releaseReleasePackage: {
    reaches: ({ chancery, owner, approvedPackageId: packageId }) =>
      chancery.governance.releaseReleasePackage({ packageId }, owner.session),
  },
  createPortalLink: {
    reaches: ({ chancery, owner, releasedPackageId: packageId }) =>
      chancery.governance.createPortalLink({ packageId, reason: 'The mail was lost' }, owner.session),
  },
  createRecordConsent: {
    reaches: ({ chancery, owner, subjectId }) =>
      chancery.governance.createRecordConsent(
        { ...agreed, subjectId, method: 'portal', requestSignature: { email: 'ann@client.example' } },
        owner.session,
      ),
    stays: ({ chancery, owner, subjectId }) =>
      chancery.governance.createRecordConsent({ ...agreed, subjectId, method: 'written' }, owner.session),
  },
  updateLifecycleSettings: {
    reaches: ({ chancery, owner }) =>
      chancery.lifecycle.updateLifecycleSettings({ externalNotices: true }, owner.session),
    stays: ({ chancery, owner }) =>
      chancery.lifecycle.updateLifecycleSettings({ externalNotices: false, trashDays: 60 }, owner.session),
  },
  updateWebhookEndpoint: {
    reaches: ({ chancery, owner, endpointId }) =>
      chancery.webhooks.updateWebhookEndpoint(
        { endpointId, url: 'https://elsewhere.example.com/hook' },
        owner.session,
      ),
    stays: ({ chancery, owner, endpointId }) =>
      chancery.webhooks.updateWebhookEndpoint({ endpointId, description: 'Ours' }, owner.session),
  },
  redeliverWebhook: {
    reaches: ({ chancery, owner, deliveryId }) =>
      chancery.webhooks.redeliverWebhook({ deliveryId }, owner.session),
  },
  recoverWebhookDeliveries: {
    reaches: ({ chancery, owner, endpointId }) =>
      chancery.webhooks.recoverWebhookDeliveries({ endpointId, since: noon }, owner.session),
  },
};

describe('people whose address is not verified, where verification is required', () => {
  it('PLT-13: the endpoints that declare that they reach outside are those of the table', () => {
    const declared = useCases().filter(({ useCase }) => useCase.outside !== undefined);

    expect(declared.map(({ name }) => name).toSorted()).to.deep.equal(Object.keys(outward).toSorted());
  });

  for (const [endpoint, { reaches, stays }] of Object.entries(outward)) {
    it(`PLT-13: ${endpoint} refuses them, causes nothing, and opens once the address is verified`, async () => {
      const given = await surroundings();
      const { sql, verifiedAt, workspaceId } = given;
      const jobs = () => sql('select id from jobs where workspace_id = $1 order by id', [workspaceId]);
      const before = await jobs();
      await verifiedAt(null);

      expect(await failureOf(reaches(given))).to.equal('auth.email_unverified');
      expect(await jobs()).to.deep.equal(before);
      await verifiedAt(noon);
      expect(await failureOf(reaches(given))).to.equal('none');
    });

    if (stays !== undefined)
      it(`PLT-13: ${endpoint} is open to them as long as it reaches nobody`, async () => {
        const given = await surroundings();
        await given.verifiedAt(null);

        expect(await failureOf(stays(given))).to.equal('none');
      });
  }
});
