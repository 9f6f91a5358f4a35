import {
  failureOf,
  faultsOf,
  library,
  repeating,
  type World,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { webhookTypes } from '../kernel/webhook-events.ts';

const url = 'https://receiver.example.com/hook';
const start = '2026-11-30T09:00:00.000Z';

/** The types that an integrator can wait for, as the rule lists them. */
const listed = {
  meeting: ['created', 'updated', 'cancelled'],
  occurrence: ['started', 'ended', 'updated', 'cancelled'],
  meeting_invitation: ['created', 'responded', 'revoked'],
  registration: ['created', 'approved', 'cancelled'],
  member: ['joined', 'role_changed', 'removed'],
  project: ['created', 'updated', 'archived', 'restored'],
};

/** A world with an endpoint of its workspace, and what was recorded for it so far: types with their data, oldest first. */
async function listening() {
  const here: World = await world({ settings: { accessTokenSeconds: 3600 } });
  const { chancery, owner } = here;
  const { webhookEndpoint, secret } = await chancery.webhooks.createWebhookEndpoint({ url }, owner.session);
  const endpointId = webhookEndpoint.id;
  return {
    ...here,
    endpointId,
    webhookEndpoint,
    secret,
    async recorded(): Promise<readonly { readonly type: string; readonly [field: string]: unknown }[]> {
      const { deliveries } = await chancery.webhooks.listWebhookDeliveries({ endpointId }, owner.session);
      const details = await Promise.all(
        deliveries.map(({ id }) => chancery.webhooks.getWebhookDelivery({ deliveryId: id }, owner.session)),
      );
      return details.map(({ delivery: { payload } }) => ({ ...payload.data, type: payload.type })).reverse();
    },
  };
}

describe('createWebhookEndpoint', () => {
  it('WHK-14: the types of the context workspace are those that the rule lists, and the test', () => {
    const types = Object.entries(listed).flatMap(([thing, verbs]) => verbs.map((verb) => `${thing}.${verb}`));

    expect(webhookTypes('workspace')).to.deep.equal([...types, 'webhook.test'].sort());
  });

  it('WHK-14: an owner registers one for all types, and its secret is shown once', async () => {
    const { chancery, owner } = await world();
    const once = repeating(owner.session, 'create');

    const first = await chancery.webhooks.createWebhookEndpoint({ url, description: ' CRM ' }, once);

    expect(first.secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(first.webhookEndpoint).to.include({
      context: 'workspace',
      url,
      description: 'CRM',
      status: 'active',
      createdByUserId: owner.id,
      version: 1,
    });
    expect(first.webhookEndpoint.eventTypes).to.deep.equal(['*']);
    // A lost answer is given again with the same secret, and nothing is registered twice.
    expect(await chancery.webhooks.createWebhookEndpoint({ url, description: ' CRM ' }, once)).to.deep.equal(
      first,
    );
    const { webhookEndpoints } = await chancery.webhooks.listWebhookEndpoints({}, owner.session);
    expect(webhookEndpoints).to.deep.equal([first.webhookEndpoint]);
  });

  it('WHK-13: an unknown type is refused by its position, and the refusal lists the known ones', async () => {
    const { chancery, owner } = await world();
    const register = (...eventTypes: string[]) =>
      chancery.webhooks.createWebhookEndpoint({ url, eventTypes }, owner.session);

    expect(await faultsOf(register('meeting.created', 'meeting.ended'))).to.deep.equal([
      '/eventTypes/1 webhook.event_unknown',
    ]);
    const refusal = await register('nothing').catch((error: { details: { message: string }[] }) => error);
    expect('details' in refusal && refusal.details[0]?.message).to.include('occurrence.started, ');
  });

  it('WHK-13: an endpoint is about meetings, members and projects, or about documents, and hears of nothing else', async () => {
    const { chancery, owner, upload } = await library();
    const create = chancery.webhooks.createWebhookEndpoint;
    const { webhookEndpoint } = await create({ url: null, context: 'lifecycle' }, owner.session);
    await create({ url: null }, owner.session);

    expect(webhookEndpoint).to.deep.include({ context: 'lifecycle', eventTypes: ['*'] });
    expect(
      await faultsOf(
        create(
          { url, context: 'lifecycle', eventTypes: ['document.sealed', 'meeting.created'] },
          owner.session,
        ),
      ),
    ).to.deep.equal(['/eventTypes/1 webhook.event_unknown']);
    expect(await faultsOf(create({ url, eventTypes: ['document.sealed'] }, owner.session))).to.deep.equal([
      '/eventTypes/0 webhook.event_unknown',
    ]);

    const { id: documentId } = await upload();
    await chancery.workspace.createProject({ name: 'Shown' }, owner.session);
    const { deliveries } = await chancery.webhooks.listWebhookDeliveries({}, owner.session);
    expect(deliveries.map(({ eventType }) => eventType)).to.deep.equal([
      'project.created',
      'document.created',
    ]);
    const [, { id: deliveryId = '' } = {}] = deliveries;
    const { delivery } = await chancery.webhooks.getWebhookDelivery({ deliveryId }, owner.session);
    expect([delivery.endpointId, delivery.payload.data.documentId]).to.deep.equal([
      webhookEndpoint.id,
      documentId,
    ]);
  });

  it('WHK-5: an address that is not public is refused, and none at all is accepted', async () => {
    const { chancery, owner } = await world();
    const register = (address: string | null) =>
      chancery.webhooks.createWebhookEndpoint({ url: address }, owner.session);

    expect(await faultsOf(register('https://10.0.0.1/'))).to.deep.equal(['/url webhook.url_not_allowed']);
    expect((await register(null)).webhookEndpoint.url).to.equal(null);
  });

  it('SES-14: needs a recent proof of the password', async () => {
    const { chancery, owner, clock } = await world({ settings: { accessTokenSeconds: 3600 } });
    clock.advance({ minutes: 20 });

    expect(await failureOf(chancery.webhooks.createWebhookEndpoint({ url }, owner.session))).to.equal(
      'auth.reauthentication_required',
    );
  });

  it('PLT-13: an unverified person registers no address, but may read deliveries', async () => {
    const { chancery, owner, sql } = await world({ settings: { emailVerification: 'required' } });
    await sql('update accounts set email_verified_at = null where id = $1', [owner.id]);
    const register = (address: string | null) =>
      failureOf(chancery.webhooks.createWebhookEndpoint({ url: address }, owner.session));

    expect([await register(url), await register(null)]).to.deep.equal(['auth.email_unverified', 'none']);
  });

  it('WHK-14: a meeting is told by ids, status, version and reference, from its creation to its end', async () => {
    const { chancery, recorded, apiKey } = await listening();
    const { caller } = await apiKey();
    const { id: meetingId } = await chancery.meetings.createIntegrationMeeting(
      {
        title: 'Secret matter',
        scheduledStartAt: start,
        invitees: [{ email: 'bo@client.example', displayName: 'Bo' }],
        externalReference: 'deal-7',
      },
      caller,
    );
    await chancery.meetings.updateIntegrationMeeting({ meetingId, title: 'Other' }, caller);
    await chancery.meetings.cancelIntegrationMeeting({ meetingId, reason: 'Private' }, caller);

    const about = { meetingId, occurrenceId: null, externalReference: 'deal-7' };
    const [created, invited, ...rest] = await recorded();
    expect(created).to.deep.equal({ type: 'meeting.created', ...about, status: 'scheduled', version: 1 });
    const [invitation] = (await chancery.meetings.getIntegrationMeeting({ meetingId }, caller)).invitations;
    expect(invited).to.deep.equal({
      type: 'meeting_invitation.created',
      ...about,
      invitationId: invitation?.id,
      status: 'pending',
      version: 1,
    });
    expect(rest).to.deep.equal([
      { type: 'meeting.updated', ...about, status: 'scheduled', version: 2 },
      { type: 'meeting.cancelled', ...about, status: 'cancelled', version: 3 },
    ]);
    expect(JSON.stringify(await recorded())).to.not.match(/Secret|Other|Private|client\.example|Bo/);
  });

  it('WHK-14: a session is told with its own id, status and version', async () => {
    const { chancery, owner, recorded, clock } = await listening();
    const { meeting } = await chancery.meetings.createMeeting(
      { title: 'Open', scheduledStartAt: '2026-11-23T12:10:00.000Z', visibility: 'workspace' },
      owner.session,
    );
    clock.advance({ minutes: 10 });
    const started = await chancery.meetings.startMeeting({ meetingId: meeting.id }, owner.session);
    const sessionId = started.meeting.nextOccurrence?.id ?? '';
    await chancery.meetings.endSession({ sessionId }, owner.session);

    const about = { meetingId: meeting.id, occurrenceId: sessionId, externalReference: null };
    const told = (await recorded()).filter(({ type }) => type.startsWith('occurrence.'));
    expect(told).to.deep.equal([
      { type: 'occurrence.started', ...about, status: 'live', version: 2 },
      { type: 'occurrence.ended', ...about, status: 'ended', version: 3 },
    ]);
  });

  it('WHK-14: private meetings and what belongs to them are left out, unless an application made them', async () => {
    const { chancery, owner, recorded, apiKey } = await listening();
    const invitees = [{ email: 'bo@client.example' }];
    const make = (visibility: 'private' | 'workspace') =>
      chancery.meetings.createMeeting(
        { title: visibility, scheduledStartAt: start, visibility, invitees },
        owner.session,
      );
    await make('private');
    await chancery.meetings.openPersonalRoom({}, owner.session);
    const { meeting } = await make('workspace');
    const made = await chancery.meetings.createIntegrationMeeting(
      { title: 'Made', scheduledStartAt: start },
      (await apiKey()).caller,
    );

    expect((await recorded()).map(({ type, meetingId }) => [type, meetingId])).to.deep.equal([
      ['meeting.created', meeting.id],
      ['meeting_invitation.created', meeting.id],
      ['meeting.created', made.id],
    ]);

    // What becomes private falls silent from that change on.
    const change = { meetingId: meeting.id, expectedVersion: 1, visibility: 'private' as const };
    await chancery.meetings.updateMeeting(change, owner.session);
    expect((await recorded()).length).to.equal(3);
  });

  it('WHK-14: a registration is told by its id and status', async () => {
    const { chancery, owner, recorded } = await listening();
    const { meeting } = await chancery.meetings.createMeeting(
      { title: 'Webinar', scheduledStartAt: start, meetingType: 'webinar', visibility: 'workspace' },
      owner.session,
    );
    const { registration } = await chancery.meetings.registerForWebinar(
      { joinCode: meeting.joinCode, email: 'bo@client.example', displayName: 'Bo' },
      { ...owner.session, credential: null },
    );

    const told = (await recorded()).filter(({ type }) => type.startsWith('registration.'));
    expect(told).to.have.length(1);
    expect(told[0]).to.include({ meetingId: meeting.id, occurrenceId: null, status: registration.status });
  });

  it('WHK-14: members and projects are told by ids and states, and private projects are left out', async () => {
    const { chancery, owner, person, recorded } = await listening();
    const cleo = await person('member');
    await chancery.workspace.updateMember({ userId: cleo.id, role: 'guest' }, owner.session);
    await chancery.workspace.removeMember({ userId: cleo.id }, owner.session);
    const make = (name: string, visibility: 'private' | 'workspace') =>
      chancery.workspace.createProject({ name, visibility }, owner.session);
    await make('Hidden', 'private');
    const { project } = await make('Shown', 'workspace');
    await chancery.workspace.archiveProject({ projectId: project.id }, owner.session);
    await chancery.workspace.restoreProject({ projectId: project.id }, owner.session);

    const told = await recorded();
    const ofCleo = told.filter(({ userId }) => userId === cleo.id);
    expect(ofCleo.slice(-2)).to.deep.equal([
      { type: 'member.role_changed', userId: cleo.id, role: 'guest', status: 'active', version: 2 },
      { type: 'member.removed', userId: cleo.id, role: 'guest', status: 'removed', version: 3 },
    ]);
    expect(told.filter(({ type }) => type.startsWith('project.'))).to.deep.equal([
      { type: 'project.created', projectId: project.id, status: 'active', version: 1 },
      { type: 'project.archived', projectId: project.id, status: 'archived', version: 2 },
      { type: 'project.restored', projectId: project.id, status: 'active', version: 3 },
    ]);
  });

  it('WHK-14: an endpoint without an address is sent nothing; its deliveries wait to be read, tests among them', async () => {
    const { chancery, owner, worker, ports } = await world();
    const { webhookEndpoint } = await chancery.webhooks.createWebhookEndpoint({ url: null }, owner.session);
    const endpointId = webhookEndpoint.id;
    const sentBefore = ports.egress.sent.length;
    await chancery.workspace.createProject({ name: 'Shown' }, owner.session);
    await worker.drain();
    const { delivery } = await chancery.webhooks.testWebhookEndpoint({ endpointId }, owner.session);

    expect(delivery).to.include({ status: 'pending', attemptCount: 0, isTest: true });
    expect(delivery.attempts).to.deep.equal([]);
    const read = async () =>
      (await chancery.webhooks.listWebhookDeliveries({ endpointId }, owner.session)).deliveries.map(
        ({ eventType, status }) => [eventType, status],
      );
    expect(await read()).to.deep.equal([
      ['webhook.test', 'pending'],
      ['project.created', 'pending'],
    ]);
    expect(ports.egress.sent.length).to.equal(sentBefore);
    expect(
      await faultsOf(chancery.webhooks.updateWebhookEndpoint({ endpointId, url }, owner.session)),
    ).to.deep.equal(['/url webhook.url_not_allowed']);

    await chancery.webhooks.deleteWebhookEndpoint({ endpointId }, owner.session);
    expect((await read()).map(([, status]) => status)).to.deep.equal(['cancelled', 'cancelled']);
  });

  it('PLT-11: an endpoint hears nothing of another workspace, and does not exist for its owners', async () => {
    const { chancery, endpointId, recorded, stranger } = await listening();
    const { session } = await stranger();
    await chancery.workspace.createProject({ name: 'Theirs' }, session);
    const asTheirs = [
      chancery.webhooks.getWebhookEndpoint({ endpointId }, session),
      chancery.webhooks.updateWebhookEndpoint({ endpointId, active: false }, session),
      chancery.webhooks.testWebhookEndpoint({ endpointId }, session),
      chancery.webhooks.deleteWebhookEndpoint({ endpointId }, session),
    ];

    expect(await Promise.all(asTheirs.map((call) => failureOf(call)))).to.deep.equal(
      Array(4).fill('webhook.not_found'),
    );
    expect(await recorded()).to.deep.equal([]);
  });
});
