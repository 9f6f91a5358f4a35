import { ConnectionError } from '@chancery/sdk';
import { expect } from 'chai';
import { refusalOf } from './testing/installation.ts';
import { type MeetingStory, openMeetingStory } from './testing/meeting-story.ts';

const start = '2027-03-15T08:00:00.000Z';
const meeting = {
  title: 'Consultation',
  scheduledStartAt: start,
  timeZone: 'Europe/Berlin',
  invitees: [
    { email: 'bo@client.example', displayName: 'Bo' },
    { email: 'cleo@client.example', displayName: 'Cleo' },
  ],
  externalReference: 'case-7',
};

describe('story: a connected application (meetings 17, walk-through 7)', () => {
  let story: MeetingStory;
  before(async () => {
    story = await openMeetingStory({}, { startsAt: '2027-03-01T09:00:00.000Z' });
  });
  after(() => story?.close());

  it('creates one meeting however often the network drops, and mails each invitee once', async () => {
    const { ann, client, newMails, advanceTo } = story;
    const { apiKey, secret } = await ann.integrations.createApiKey({
      name: 'Calendar of the clinic',
      scopes: ['meetings.read'],
    });
    const application = client({ apiKey: secret });
    expect(await application.meetings.listIntegrationMeetings()).to.deep.include({ meetings: [], count: 0 });
    expect(await refusalOf(application.meetings.createIntegrationMeeting(meeting))).to.deep.equal([
      403,
      'scope.missing',
    ]);

    await ann.integrations.updateApiKey({
      apiKeyId: apiKey.id,
      scopes: ['meetings.read', 'meetings.write'],
    });
    // The answer to the first attempt is lost.
    const answered: number[] = [];
    const cut = client({
      apiKey: secret,
      fetch: async (input, init) => {
        answered.push((await fetch(input, init)).status);
        throw new TypeError('the network dropped');
      },
    });
    const lost = cut.meetings.createIntegrationMeeting(meeting, { idempotencyKey: 'k1' });
    expect(await lost.catch((error: unknown) => error)).to.be.instanceOf(ConnectionError);
    expect(answered).to.deep.equal([201]);

    const replays: [number, boolean][] = [];
    const post = (title: string) =>
      application.meetings.createIntegrationMeeting(
        { ...meeting, title },
        {
          idempotencyKey: 'k1',
          onResponse: ({ status, replayed }) => void replays.push([status, replayed]),
        },
      );
    const created = await post('Consultation');
    expect(await post('Consultation')).to.deep.equal(created);
    expect(replays).to.deep.equal([
      [201, true],
      [201, true],
    ]);
    expect(created).to.include({
      title: 'Consultation',
      invitationCount: 2,
      externalReference: 'case-7',
      status: 'scheduled',
      scheduledStartAt: start,
    });
    expect(created.joinCode).to.match(/^[a-z]{5}-[a-z]{5}$/);
    expect(created.joinUrl).to.include(created.joinCode);
    expect(await refusalOf(post('Another title'))).to.deep.equal([422, 'idempotency.key_reused']);

    const invited = [...(await newMails()), ...(await newMails(600))];
    const toInvitees = invited.filter(({ to }) => to.includes('client.example'));
    expect(toInvitees.map(({ to }) => to).sort()).to.deep.equal([
      'Bo <bo@client.example>',
      'Cleo <cleo@client.example>',
    ]);

    // Ann sees it, starts it, ends it.
    const { meetings: hers } = await ann.meetings.listMeetings();
    expect(hers.map(({ id, title, source }) => [id, title, source])).to.deep.equal([
      [created.id, 'Consultation', 'integration'],
    ]);
    const listed = async () =>
      (await application.meetings.listIntegrationMeetings()).meetings.map(({ id, title, status }) => [
        id,
        title,
        status,
      ]);
    expect(await listed()).to.deep.equal([[created.id, 'Consultation', 'scheduled']]);
    advanceTo(start);
    const started = await ann.meetings.startMeeting({ meetingId: created.id });
    expect(await listed()).to.deep.equal([[created.id, 'Consultation', 'live']]);
    await ann.meetings.endSession({ sessionId: started.meeting.nextOccurrence?.id ?? '' });
    expect(await listed()).to.deep.equal([[created.id, 'Consultation', 'ended']]);
  });
});
