import { expect } from 'chai';
import { codeOf, type Installation, openInstallation } from './testing/installation.ts';

describe('story: a connected application (meetings 17, walk-through 7)', function () {
  this.timeout(60_000);
  let installation: Installation;
  before(async () => {
    installation = await openInstallation();
  });
  after(() => installation?.close());

  it('creates one meeting however often the network drops, and mails each invitee once', async () => {
    const { client, register, mails, advance } = installation;
    const owner = await register('ann@example.com', 'Ann');
    const { apiKey, secret } = await owner.integrations.createApiKey({
      name: 'Calendar of the clinic',
      scopes: ['meetings.read'],
    });
    const application = client({ apiKey: secret });
    expect(await application.meetings.listIntegrationMeetings()).to.include({ count: 0 });
    expect(await codeOf(application.meetings.createIntegrationMeeting(meeting))).to.equal('scope.missing');

    await owner.integrations.updateApiKey({
      apiKeyId: apiKey.id,
      scopes: ['meetings.read', 'meetings.write'],
    });
    const replays: boolean[] = [];
    const onResponse = ({ replayed }: { replayed: boolean }) => void replays.push(replayed);
    const post = (title: string) =>
      application.meetings.createIntegrationMeeting(
        { ...meeting, title },
        { idempotencyKey: 'k1', onResponse },
      );
    const created = await post('Consultation');
    const repeated = await post('Consultation');

    expect(created).to.include({
      title: 'Consultation',
      invitationCount: 2,
      externalReference: 'case-7',
      status: 'scheduled',
    });
    expect(created.joinCode).to.match(/^[a-z]{5}-[a-z]{5}$/);
    expect(created.joinUrl).to.include(created.joinCode);
    expect(repeated).to.deep.equal(created);
    expect(replays).to.deep.equal([false, true]);
    expect(await codeOf(post('Another title'))).to.equal('idempotency.key_reused');

    // What is changed within a minute goes out in one mail.
    advance(60);
    const invited = (await mails()).filter(({ calendar }) => calendar !== null);
    expect(invited.map(({ to }) => to).sort()).to.deep.equal([
      'Bo <bo@client.example>',
      'Cleo <cleo@client.example>',
    ]);
    const { meetings } = await application.meetings.listIntegrationMeetings();
    expect(meetings.map(({ id, title, status }) => ({ id, title, status }))).to.deep.equal([
      { id: created.id, title: 'Consultation', status: 'scheduled' },
    ]);
  });
});

const meeting = {
  title: 'Consultation',
  scheduledStartAt: `${new Date().getUTCFullYear() + 1}-03-15T08:00:00Z`,
  timeZone: 'Europe/Berlin',
  invitees: [
    { email: 'bo@client.example', displayName: 'Bo' },
    { email: 'cleo@client.example', displayName: 'Cleo' },
  ],
  externalReference: 'case-7',
};
