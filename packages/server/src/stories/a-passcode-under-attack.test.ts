import { type Chancery, ChanceryError } from '@chancery/sdk';
import { expect } from 'chai';
import { refusalOf } from './testing/installation.ts';
import { inviteTokenIn, type MeetingStory, oneMailTo, openMeetingStory } from './testing/meeting-story.ts';

const cleo = 'cleo@client.example';
const passcode = 'harbour-42';

describe('story: a passcode under attack (meetings 17, walk-through 4)', () => {
  let story: MeetingStory;
  before(async () => {
    story = await openMeetingStory(
      { CHANCERY_TRUSTED_PROXIES: '1' },
      { startsAt: '2027-06-06T09:00:00.000Z' },
    );
  });
  after(() => story?.close());

  it('stops the script, and neither another address nor Cleo', async () => {
    const { ann, client, newMails } = story;
    const { meeting } = await ann.meetings.createMeeting({
      title: 'Merger of the harbour',
      description: 'Nobody may know.',
      scheduledStartAt: '2027-06-06T10:00:00.000Z',
      passcode,
      settings: { admission: 'open', joinBeforeHostMinutes: 60 },
      invitees: [{ email: cleo, displayName: 'Cleo' }],
    });
    const { joinCode } = meeting;
    const invite = inviteTokenIn(oneMailTo(await newMails(), cleo));
    const at = (address: string) => client({ headers: { 'x-forwarded-for': address } });
    const attacker = at('203.0.113.66');
    const tryCode = (who: Chancery, code: string) => who.meetings.checkPasscode({ joinCode, passcode: code });

    const shown = await attacker.meetings.resolveJoinCode({ joinCode });
    expect(shown).to.include({ title: null, passcodeRequired: true });
    const page = await (
      await fetch(meeting.joinUrl, { headers: { 'x-forwarded-for': '203.0.113.66' } })
    ).text();
    expect(page).to.not.include('Merger').and.to.not.include('Nobody may know');

    // Five are answered, the sixth is not.
    const answers = [];
    for (const code of ['harbour-1', 'harbour-2', 'harbour-3', 'harbour-4', 'harbour-5'])
      answers.push(await tryCode(attacker, code));
    expect(answers.map(({ valid, attemptsRemaining }) => [valid, attemptsRemaining])).to.deep.equal(
      [4, 3, 2, 1, 0].map((left) => [false, left]),
    );
    for (const code of ['harbour-6', passcode]) {
      const refused = await tryCode(attacker, code).catch((error: unknown) => error);
      if (!(refused instanceof ChanceryError)) throw new Error(`${code} was answered`);
      expect([refused.status, refused.code]).to.deep.equal([429, 'rate_limited']);
      expect(refused.retryAfterSeconds).to.be.within(1, 15 * 60);
    }
    const attempt = attacker.meetings.requestAdmission({ joinCode, displayName: 'Script', passcode });
    expect(await refusalOf(attempt)).to.deep.equal([429, 'rate_limited']);

    // From another address it is accepted by both endpoints.
    const elsewhere = at('198.51.100.7');
    expect(await tryCode(elsewhere, passcode)).to.deep.include({ valid: true, passcodeRequired: true });
    const entry = await elsewhere.meetings.requestAdmission({ joinCode, displayName: 'Dan', passcode });
    expect(entry.admission.status).to.equal('admitted');
    const without = elsewhere.meetings.requestAdmission({ joinCode, displayName: 'Dan' });
    expect(await refusalOf(without)).to.deep.equal([403, 'meeting.passcode_required']);

    // Cleo's own link never asks, not even where the script runs.
    for (const who of [at('192.0.2.10'), attacker]) {
      const own = await who.meetings.requestAdmission({ joinCode, invite });
      expect(own.admission).to.include({ identity: 'invitation', status: 'admitted' });
      const preview = await who.meetings.previewMeetingInvitation({ token: invite });
      expect(preview.meeting.title).to.equal('Merger of the harbour');
    }
  });
});
