import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { momentTimeZoneRules, readTimeZoneData, type TimeZoneData } from '@chancery/core';
import { expect } from 'chai';
import {
  calendarLines,
  type MeetingStory,
  mailsTo,
  oneMailTo,
  openMeetingStory,
  startsIn,
  startsOf,
} from './testing/meeting-story.ts';
import { ownPostgres } from './testing/own-postgres.ts';

const cleo = 'cleo@client.example';
const dan = 'dan@client.example';
/** The release that the operator loads. */
const file = createRequire(import.meta.url).resolve('moment-timezone/data/packed/latest.json');
const main = fileURLToPath(new URL('../main.ts', import.meta.url));

/** Release 2026a in what matters here: British Columbia still had the winter time of its neighbours. */
function release2026a(): TimeZoneData {
  const data = readTimeZoneData(readFileSync(file, 'utf8'));
  const [, ...losAngeles] =
    data.zones.find((zone) => zone.startsWith('America/Los_Angeles|'))?.split('|') ?? [];
  const zones = data.zones.map((zone) =>
    zone.startsWith('America/Vancouver|') ? ['America/Vancouver', ...losAngeles].join('|') : zone,
  );
  return { ...data, version: '2026a', zones };
}

/** Writes a module that makes this release the one that came with the product, and sets the clock of the process to that of the story. */
const preloaded = (release: string, aheadMilliseconds: number) =>
  `data:text/javascript,${encodeURIComponent(`
    import { createRequire } from 'node:module';
    const require = createRequire(${JSON.stringify(import.meta.url)});
    require('moment-timezone').tz.load(require(${JSON.stringify(release)}));
    const now = () => Real.now() + ${aheadMilliseconds};
    const Real = Date;
    globalThis.Date = class extends Real {
      constructor(...given) { super(...(given.length === 0 ? [now()] : given)); }
      static now() { return now(); }
    };`)}`;

describe('story: the law changes the clock (meetings 17, walk-through 8)', () => {
  let story: MeetingStory;
  let database: Awaited<ReturnType<typeof ownPostgres>>;
  before(async () => {
    // The operator's command is a process of its own, beside the server.
    database = await ownPostgres();
    const timeZones = momentTimeZoneRules();
    timeZones.replace(release2026a());
    story = await openMeetingStory(
      { CHANCERY_DATABASE_URL: database.url },
      { startsAt: '2026-10-20T09:00:00.000Z', timeZones },
    );
  });
  after(async () => {
    await story?.close();
    await database?.close();
  });

  /** `tz load` as the operator runs it, of a product that came with 2026a; the server takes the release up within a minute. */
  async function load() {
    const older = join(story.environment.CHANCERY_DATA_DIR ?? '', '2026a.json');
    await writeFile(older, JSON.stringify(release2026a()));
    const ahead = Date.parse(story.now()) - Date.now();
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        '--conditions=@chancery/source',
        ...['--import', 'tsx', '--import', preloaded(older, ahead)],
        ...[main, 'tz', 'load', file],
      ],
      { env: { ...process.env, ...story.environment } },
    );
    await story.readTimeZones();
    return JSON.parse(stdout);
  }

  it('moves what is to come, its reminders and every calendar, once', async () => {
    const { ann, newMails, advanceTo, run } = story;
    const { meeting } = await ann.meetings.createMeeting({
      title: 'Standup',
      scheduledStartAt: '2026-10-26T10:00:00-07:00',
      timeZone: 'America/Vancouver',
      recurrence: { rrule: 'FREQ=WEEKLY;COUNT=5' },
      settings: { reminders: [15] },
      invitees: [
        { email: cleo, displayName: 'Cleo' },
        { email: dan, displayName: 'Dan' },
      ],
    });
    const meetingId = meeting.id;
    const plannedTimes = async () => {
      const { tzdataVersion, icalSequence, version } = (await ann.meetings.getMeeting({ meetingId })).meeting;
      return { tzdataVersion, icalSequence, version, starts: await startsOf(ann, meetingId) };
    };
    const november = (hour: number) =>
      ['02', '09', '16', '23'].map((day) => `2026-11-${day}T${hour}:00:00.000Z`);
    const before = await plannedTimes();
    expect(before).to.deep.include({
      tzdataVersion: '2026a',
      icalSequence: 0,
      starts: ['2026-10-26T17:00:00.000Z', ...november(18)],
    });
    const invitation = oneMailTo(await newMails(), cleo);
    expect(calendarLines(invitation)).to.include('BEGIN:DAYLIGHT');
    expect(startsIn(invitation.calendar ?? '')).to.deep.equal(before.starts);

    // A day before the first of them, its reminder is planned for 17:45Z.
    advanceTo('2026-11-01T20:00:00.000Z');
    await run('meetings.close_sessions');
    await run('meetings.reminders');
    await newMails();

    expect(await load()).to.deep.equal({ changed: true, inUse: '2026f' });
    const told = [...(await newMails(0)), ...(await newMails())];
    const after = await plannedTimes();
    expect(after).to.deep.equal({
      tzdataVersion: '2026f',
      icalSequence: 1,
      version: after.version,
      starts: ['2026-10-26T17:00:00.000Z', ...november(17)],
    });
    for (const address of [cleo, dan]) {
      const update = oneMailTo(told, address);
      const lines = calendarLines(update);
      expect(lines).to.include.members([
        'METHOD:REQUEST',
        'SEQUENCE:1',
        'BEGIN:VTIMEZONE',
        'TZOFFSETTO:-0700',
      ]);
      expect(lines).to.not.include('BEGIN:DAYLIGHT');
      expect(startsIn(update.calendar ?? '')).to.deep.equal(after.starts);
    }
    const summary = oneMailTo(told, 'ann@example.com');
    expect(summary.subject).to.equal('Follows its time zone: Standup');
    expect(summary.text).to.include('4 sessions are');
    expect(told).to.have.length(3);

    // Loading again changes nothing.
    expect(await load()).to.deep.equal({ changed: false, inUse: '2026f' });
    expect([...(await newMails(0)), ...(await newMails(15 * 60))]).to.deep.equal([]);
    expect(await plannedTimes()).to.deep.equal(after);

    // The reminder comes at its new time, and not again at the old one.
    const reminded = async (at: string) => {
      advanceTo(at);
      await run('meetings.reminders');
      return mailsTo(await newMails(0), cleo).map(({ subject }) => subject);
    };
    expect(await reminded('2026-11-02T16:44:00.000Z')).to.deep.equal([]);
    const atQuarterTo = await reminded('2026-11-02T16:45:30.000Z');
    expect(atQuarterTo).to.have.length(1);
    expect(atQuarterTo[0]).to.match(/^Reminder: Standup/);
    expect(await reminded('2026-11-02T17:45:30.000Z')).to.deep.equal([]);
  });
});
