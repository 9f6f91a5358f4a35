import { fileURLToPath } from 'node:url';
import { Chancery, isSession, memorySession } from '@chancery/sdk';
import { expect } from 'chai';
import { nodeOptions, type RunningServer, startServer } from '../testing/running-server.ts';

const program = fileURLToPath(new URL('scheduling-app.ts', import.meta.url));
/** The start is so soon that a host may open the first session now. */
const start = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 30 * 60_000).toISOString();

describe('examples/scheduling-app', () => {
  let server: RunningServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server?.stop());

  const app = (command: string) =>
    server.run(process.execPath, [...nodeOptions, program, command], {
      CHANCERY_EMAIL: server.demo.email,
      CHANCERY_PASSWORD: server.demo.password,
      REVIEW_START: start,
    });
  const lines = (text: string) => text.trimEnd().split('\n');
  /** The organizer, who opens the room with their own client. */
  async function organizer(): Promise<Chancery> {
    const session = memorySession();
    const chancery = new Chancery({ baseUrl: server.baseUrl, session });
    const signIn = await chancery.identity.login({
      email: server.demo.email,
      password: server.demo.password,
    });
    if (!isSession(signIn)) throw new Error('The demo has no second factor');
    await session.save(signIn);
    return chancery;
  }

  it('says that nothing is planned before it is', async () => {
    const { exitCode, stderr } = await app('report');

    expect(exitCode).to.equal(1);
    expect(stderr).to.include('There is no review yet; run `plan` first.');
  });

  it('plans the series once, gathers answers, and reports who came', async () => {
    const first = await app('plan');
    const second = await app('plan');

    expect(first, first.stderr).to.include({ exitCode: 0, stderr: '' });
    const [planned, invited] = lines(first.stdout).slice(-2);
    expect(planned).to.match(/^Weekly review: Every week on \w+, 12 times, first on \S+, 3 invited$/);
    expect(invited).to.match(/^Clara Client joins by http:\S+&invite=[\w-]{43}$/);
    expect(second.stdout).to.match(/^Weekly review is in the calendar already, next on \d{4}-/);

    const invite = /invite=([\w-]{43})/.exec(invited ?? '')?.[1] ?? '';
    const clara = new Chancery({ baseUrl: server.baseUrl });
    await clara.meetings.respondToMeetingInvitation({ token: invite, response: 'accepted' });
    const answered = await app('report');
    expect(lines(answered.stdout)).to.deep.equal([
      'answers: 2 yes, 0 perhaps, 0 no, 3 open',
      '  Ada Lovelace: accepted',
      '  Barbara Liskov: pending',
      '  Clara Client: accepted',
      '  Edsger Dijkstra: pending',
      '  Grace Hopper: pending',
      'nothing was held yet',
    ]);

    const ada = await organizer();
    const { meetings } = await ada.meetings.listMeetings();
    const review = meetings.find(({ externalReference }) => externalReference === 'team-review');
    const { meeting } = await ada.meetings.startMeeting({ meetingId: review?.id ?? '' });
    const { admission, admissionToken } = await clara.meetings.requestAdmission({
      joinCode: meeting.joinCode,
      invite,
    });
    expect(admission.status).to.equal('admitted');
    await clara.meetings.keepAdmission({ token: admissionToken });
    await clara.meetings.leaveAdmission({ token: admissionToken });
    await ada.meetings.endSession({ sessionId: meeting.nextOccurrence?.id ?? '' });

    const held = lines((await app('report')).stdout);
    expect(held[6]).to.equal('last held: 2 came, 3 did not');
    expect(held[7]).to.match(/^ {2}Ada Lovelace \(host\): \d min$/);
    expect(held[8]).to.match(/^ {2}Clara Client \(attendee\): \d min$/);
  });
});
