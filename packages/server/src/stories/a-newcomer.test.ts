import { expect } from 'chai';
import { type Installation, openInstallation } from './testing/installation.ts';

describe('story: a newcomer', () => {
  let installation: Installation;
  before(async () => {
    installation = await openInstallation();
  });
  after(() => installation?.close());

  it('registers, verifies the address, makes a key, and an invitee receives a join link and a calendar event', async () => {
    const { client, register, mails, baseUrl } = installation;
    const ada = await register('ada@example.com', 'Ada Lovelace');
    const [confirmation] = await mails();
    const token = /#token=([\w-]{43})/.exec(confirmation?.text ?? '')?.[1] ?? '';
    expect(await ada.identity.verifyEmail({ token })).to.deep.equal({
      emailVerified: true,
      email: 'ada@example.com',
    });
    expect((await ada.identity.getMe()).user).to.include({
      displayName: 'Ada Lovelace',
      emailVerified: true,
    });

    const { secret } = await ada.integrations.createApiKey({
      name: 'My first application',
      scopes: ['workspace.read', 'members.read', 'meetings.read', 'projects.read', 'meetings.write'],
    });
    const application = client({ apiKey: secret });
    await ada.workspace.createProject({ name: 'Relaunch' });
    await ada.workspace.createProject({ name: 'Secret matter', visibility: 'private' });
    const [workspace, { members }, { projects }] = await Promise.all([
      application.integrations.getIntegrationWorkspace(),
      application.workspace.listIntegrationMembers(),
      application.workspace.listIntegrationProjects(),
    ]);
    expect(workspace.workspace.name).to.equal("Ada Lovelace's workspace");
    expect(members.map(({ displayName, email, role }) => ({ displayName, email, role }))).to.deep.equal([
      { displayName: 'Ada Lovelace', email: 'ada@example.com', role: 'owner' },
    ]);
    expect(projects.map(({ name }) => name)).to.deep.equal(['Relaunch']);

    const meeting = await application.meetings.createIntegrationMeeting({
      title: 'Kick-off',
      scheduledStartAt: `${year}-06-01T09:00:00Z`,
      timeZone: 'Europe/Berlin',
      durationMinutes: 45,
      invitees: [{ email: 'grace@example.org', displayName: 'Grace Hopper' }],
    });

    // What changes within a minute goes out as one message.
    installation.advance(61);
    const invitation = (await mails()).find(({ to }) => to.includes('grace@example.org'));
    const link = new RegExp(`${baseUrl}/\\?room=${meeting.joinCode}&prejoin=1&invite=[\\w-]{43}`);
    expect(invitation?.subject).to.match(/^Invitation: Kick-off /);
    expect(invitation?.text).to.match(link).and.include(`${year}, 11:00–11:45`);
    expect(invitation?.html).to.include('Kick-off');
    const calendar = (invitation?.calendar ?? '').replace(/\r\n[ \t]/g, '');
    expect(calendar.split('\r\n')).to.include.members([
      'BEGIN:VCALENDAR',
      'METHOD:REQUEST',
      'SUMMARY:Kick-off',
      `DTSTART;TZID=Europe/Berlin:${year}0601T110000`,
      `DTEND;TZID=Europe/Berlin:${year}0601T114500`,
    ]);
    expect(calendar).to.match(link);
  });

  it('MTG-111: has the calendar file of a first meeting before the address is verified, to which no mail goes yet', async () => {
    const nell = await installation.register('nell@example.com', 'Nell');
    const { meeting } = await nell.meetings.createMeeting({
      title: 'First of all',
      scheduledStartAt: `${year}-06-02T09:00:00Z`,
    });

    const { stream } = await nell.meetings.getCalendarFile({ meetingId: meeting.id });
    const lines = (await new Response(stream).text()).replace(/\r\n[ \t]/g, '').split('\r\n');

    expect(lines).to.include.members(['METHOD:REQUEST', 'SUMMARY:First of all']);
    const attendees = lines.filter((line) => line.startsWith('ATTENDEE'));
    expect(attendees).to.have.length(1);
    expect(attendees[0]).to.match(/PARTSTAT=ACCEPTED;.*CN=Nell:mailto:hidden@127\.0\.0\.1$/);
    installation.advance(61);
    const mails = (await installation.mails()).filter(({ to }) => to.includes('nell@example.com'));
    expect(mails.filter(({ calendar }) => calendar !== null)).to.deep.equal([]);
  });
});

const year = new Date().getUTCFullYear() + 1;
