import { UndiciEgressClient } from '@chancery/adapters-services';
import type { Chancery } from '@chancery/sdk';
import { verifyWebhook, type WebhookEvent } from '@chancery/sdk/webhooks';
import { expect } from 'chai';
import { ContainerModule } from 'inversify';
import { openReceiver, type Receiver } from '../../../adapters-services/src/webhooks/testing/receiver.ts';
import { tokens } from '../tokens.ts';
import { codeOf, refusalOf } from './testing/installation.ts';
import { inviteTokenIn, type MeetingStory, oneMailTo, openMeetingStory } from './testing/meeting-story.ts';

const start = '2027-03-15T08:00:00.000Z';

describe('story: an integrator waits for an answer', () => {
  let story: MeetingStory;
  let receiver: Receiver;
  let application: Chancery;
  let secret: string;
  before(async () => {
    receiver = await openReceiver(undefined, '127.0.0.2');
    const egress = new UndiciEgressClient({
      certificateAuthorities: receiver.certificate,
      allowedRanges: ['127.0.0.2/32'],
      resolve: async () => [{ address: '127.0.0.2', family: 4 }],
    });
    const own = new ContainerModule(async ({ rebind }) => {
      (await rebind(tokens.egress)).toConstantValue(egress);
    });
    story = await openMeetingStory({}, { startsAt: '2027-03-01T09:00:00.000Z', modules: [own] });
    const scopes = ['meetings.read', 'meetings.write'] as const;
    const { secret: apiKey } = await story.ann.integrations.createApiKey({
      name: 'CRM',
      scopes: [...scopes],
    });
    application = story.client({ apiKey });
  });
  after(async () => {
    await story?.close();
    await receiver?.close();
  });

  let read = 0;
  /** What arrived at the receiver since the last call, each verified with the secret. */
  async function arrived(): Promise<readonly WebhookEvent[]> {
    const fresh = receiver.received.slice(read);
    read = receiver.received.length;
    const clock = { now: new Date(story.now()), toleranceSeconds: 3600 };
    return Promise.all(fresh.map(({ headers, body }) => verifyWebhook(secret, headers, body, clock)));
  }
  const types = (events: readonly WebhookEvent[]) => events.map(({ type }) => type).sort();

  it('WHK-14: registers its receiver once, however often the network drops', async () => {
    const wanted = { url: `${receiver.url}/hooks`, description: 'CRM' };
    const register = () => story.ann.webhooks.createWebhookEndpoint(wanted, { idempotencyKey: 'register' });

    const registered = await register();

    expect(await register()).to.deep.equal(registered);
    expect((await story.ann.webhooks.listWebhookEndpoints()).count).to.equal(1);
    secret = registered.secret;
    expect(
      await refusalOf(story.ann.webhooks.createWebhookEndpoint({ url: 'https://10.0.0.1/' })),
    ).to.deep.equal([400, 'request.invalid']);
    // A key opens no endpoint for people.
    expect(await codeOf(application.webhooks.listWebhookEndpoints())).to.equal('auth.access_token_required');
  });

  it('WHK-14, INT-6: hears that its meeting was made and answered, and reads the answer', async () => {
    const made = await application.meetings.createIntegrationMeeting({
      title: 'Consultation',
      scheduledStartAt: start,
      invitees: [{ email: 'bo@client.example', displayName: 'Bo' }],
      externalReference: 'deal-7',
    });
    const mail = oneMailTo(await story.newMails(), 'bo@client.example');
    expect(types(await arrived())).to.deep.equal(['meeting.created', 'meeting_invitation.created']);

    const token = inviteTokenIn(mail);
    await story.client().meetings.respondToMeetingInvitation({ token, response: 'accepted' });
    await story.mails();
    const [answer, ...more] = await arrived();
    expect(more).to.deep.equal([]);
    expect(answer).to.deep.include({ type: 'meeting_invitation.responded' });
    expect(answer?.data).to.include({
      meetingId: made.id,
      status: 'accepted',
      externalReference: 'deal-7',
    });
    const read = await application.meetings.getIntegrationMeeting({ meetingId: made.id });
    expect(read.invitations.map(({ email, status }) => [email, status])).to.deep.equal([
      ['bo@client.example', 'accepted'],
    ]);
  });

  it('INT-6, INT-7: finds its meeting by its own reference, moves it, and cancels it once', async () => {
    const { meetings } = await application.meetings.listIntegrationMeetings({ externalReference: 'deal-7' });
    const meetingId = meetings[0]?.id ?? '';
    const moved = await application.meetings.updateIntegrationMeeting({
      meetingId,
      scheduledStartAt: '2027-03-16T08:00:00.000Z',
    });
    expect(moved.invitations[0]?.status).to.equal('pending');
    const cancel = () =>
      application.meetings.cancelIntegrationMeeting(
        { meetingId, expectedVersion: moved.version },
        { idempotencyKey: 'cancel' },
      );
    expect((await cancel()).status).to.equal('cancelled');
    expect((await cancel()).status).to.equal('cancelled');
    await story.newMails();

    const heard = await arrived();
    expect(types(heard)).to.deep.equal(['meeting.cancelled', 'meeting.updated']);
    expect(heard.every(({ data }) => data.meetingId === meetingId)).to.equal(true);
    expect(JSON.stringify(heard)).to.not.match(/Consultation|Bo/);
  });

  it('PLT-11, INT-6: keys and endpoints of another workspace find nothing of it', async () => {
    const eve = await story.register('eve@elsewhere.example', 'Eve');
    const [endpoint] = (await story.ann.webhooks.listWebhookEndpoints()).webhookEndpoints;
    const endpointId = endpoint?.id ?? '';
    const { secret: theirs } = await eve.integrations.createApiKey({
      name: 'Theirs',
      scopes: ['meetings.read', 'meetings.write'],
    });
    const elsewhere = story.client({ apiKey: theirs });
    const found = await application.meetings.listIntegrationMeetings({ externalReference: 'deal-7' });
    const meetingId = found.meetings[0]?.id ?? '';

    expect(await refusalOf(eve.webhooks.getWebhookEndpoint({ endpointId }))).to.deep.equal([
      404,
      'webhook.not_found',
    ]);
    for (const call of [
      elsewhere.meetings.getIntegrationMeeting({ meetingId }),
      elsewhere.meetings.updateIntegrationMeeting({ meetingId, title: 'Mine' }),
      elsewhere.meetings.cancelIntegrationMeeting({ meetingId }),
    ])
      expect(await refusalOf(call)).to.deep.equal([404, 'meeting.not_found']);
    await elsewhere.meetings.createIntegrationMeeting({ title: 'Theirs', scheduledStartAt: start });
    await story.newMails();
    expect(await arrived()).to.deep.equal([]);
  });
});
