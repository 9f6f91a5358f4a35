import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operations } from '@chancery/sdk/operations';
import { expect } from 'chai';
import ICAL from 'ical.js';
import { type Served, served } from '../../adapters-http/src/testing/served.ts';
import { run } from './run.ts';

describe('chancery meetings, in few words', () => {
  let api: Served;
  let folder: string;
  let meetingId: string;
  before(async () => {
    api = await served();
    folder = mkdtempSync(join(tmpdir(), 'chancery-meetings-'));
  });
  after(async () => {
    rmSync(folder, { recursive: true });
    await api.close();
  });

  const chancery = (...args: string[]) => chanceryIn(undefined, ...args);
  async function chanceryIn(columns: number | undefined, ...args: string[]) {
    const [out, err]: [string[], string[]] = [[], []];
    const exitCode = await run(['meetings', ...args], {
      operations,
      env: { CHANCERY_BASE_URL: api.baseUrl, CHANCERY_TOKEN: api.owner.session.credential ?? '' },
      homeDirectory: folder,
      hostName: 'laptop',
      stdout: {
        isTTY: columns !== undefined,
        columns,
        write: (content) =>
          out.push(typeof content === 'string' ? content : Buffer.from(content).toString('utf8')),
      },
      stderr: { write: (text) => err.push(String(text)) },
      readInput: async () => '',
      ask: async () => '',
      fetch,
      loadHost: async () => null,
    });
    return { exitCode, stdout: out.join(''), stderr: err.join('') };
  }

  it('create makes a series', async () => {
    const { exitCode, stdout, stderr } = await chancery(
      'create',
      '--title',
      'Weekly review; Größe, "A" 😀 with a title that is longer than one line of a calendar file',
      '--scheduled-start-at',
      '2026-11-23T12:30:00Z',
      '--time-zone',
      'Europe/Berlin',
      '--recurrence',
      '{"rrule":"FREQ=DAILY;COUNT=3"}',
      '--json',
    );

    expect({ exitCode, stderr }).to.deep.equal({ exitCode: 0, stderr: '' });
    meetingId = JSON.parse(stdout).meeting.id;
  });

  it('invite sends somebody the link', async () => {
    const { exitCode, stdout } = await chancery(
      'invite',
      meetingId,
      '--email',
      'cleo@client.example',
      '--json',
    );

    expect(exitCode).to.equal(0);
    expect(JSON.parse(stdout).invitation.person.email).to.equal('cleo@client.example');
  });

  it('agenda shows the week as a table, at the local time of each meeting', async () => {
    const { exitCode, stdout, stderr } = await chancery('agenda', '--from', '2026-11-23');

    expect({ exitCode, stderr }).to.deep.equal({ exitCode: 0, stderr: '' });
    const [header, ...rows] = stdout.trimEnd().split('\n');
    expect(header?.trim().split(/\s{2,}/)).to.deep.equal([
      'day',
      'start',
      'title',
      'timeZone',
      'status',
      'answer',
      'length',
      'join',
    ]);
    const cells = rows.map((row) => row.split(/\s{2,}/));
    expect(cells.map(([day, start, , , , , length]) => [day, start, length])).to.deep.equal([
      ['Mon 2026-11-23', '13:30', '1 h'],
      ['Tue 2026-11-24', '13:30', '1 h'],
      ['Wed 2026-11-25', '13:30', '1 h'],
    ]);
  });

  it('agenda shows at 80 columns where to join, and says what it leaves out', async () => {
    const { stdout, stderr } = await chanceryIn(80, 'agenda', '--from', '2026-11-23', '--no-color');
    expect(stdout.split('\n').filter((line) => /^ {2}https?:\S+$/.test(line))).to.have.length(3);
    expect(stderr).to.not.include('join');
  });

  it('agenda --days ends after that many days', async () => {
    const { stdout } = await chancery('agenda', '--from', '2026-11-24', '--days', '1', '--json');

    expect(
      JSON.parse(stdout).occurrences.map(({ startsAt }: { startsAt: string }) => startsAt),
    ).to.deep.equal(['2026-11-24T12:30:00.000Z']);
  });

  it('agenda --ics is a calendar file that an independent reader understands', async () => {
    const { stdout } = await chancery('agenda', '--from', '2026-11-23', '--ics');

    const events = new ICAL.Component(ICAL.parse(stdout)).getAllSubcomponents('vevent');
    expect(events.map((event) => String(event.getFirstPropertyValue('dtstart')))).to.deep.equal([
      '2026-11-23T12:30:00Z',
      '2026-11-24T12:30:00Z',
      '2026-11-25T12:30:00Z',
    ]);
    expect(events[0]?.getFirstPropertyValue('summary')).to.equal(
      'Weekly review; Größe, "A" 😀 with a title that is longer than one line of a calendar file',
    );
    const lines = stdout.split('\r\n');
    expect(lines.filter((line) => Buffer.byteLength(line) > 75)).to.deep.equal([]);
  });

  it('start opens the next session', async () => {
    const { exitCode, stdout } = await chancery('start', meetingId, '--json');

    expect(exitCode).to.equal(0);
    expect(JSON.parse(stdout).meeting.status).to.equal('live');
  });

  it('attendance shows who is there, and with --csv writes the table to a file', async () => {
    const table = await chancery('attendance', meetingId, '--json');
    expect(table.exitCode).to.equal(0);
    expect(JSON.parse(table.stdout).attendance).to.be.an('array');

    const file = join(folder, 'attendance.csv');
    const written = await chancery('attendance', meetingId, '--csv', '--output', file);
    const streamed = await chancery('attendance', meetingId, '--csv');

    expect([written.exitCode, streamed.exitCode]).to.deep.equal([0, 0]);
    expect(written.stderr).to.include(`Written to ${file}.`);
    expect(readFileSync(file, 'utf8')).to.equal(streamed.stdout);
    expect(streamed.stdout.split('\r\n').at(-1)).to.equal('');
  });

  it('says what is wrong with what was typed', async () => {
    expect(await chancery('agenda', '--from', '2026-02-30')).to.deep.include({ exitCode: 2, stdout: '' });
    expect(await chancery('agenda', '--days', '63')).to.deep.include({ exitCode: 2, stdout: '' });
    expect((await chancery('attendance', meetingId, '--output', 'x.csv')).exitCode).to.equal(2);
  });
});
