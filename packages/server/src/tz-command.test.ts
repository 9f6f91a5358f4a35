import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { momentTimeZoneRules, operate, readTimeZoneData } from '@chancery/core';
import { workspace } from '@chancery/core/internal';
import { expect } from 'chai';
import { useFakeTimers } from 'sinon';
import { type HostedWorld, hostedWorld } from './testing/host-command.ts';
import { watchTimeZones } from './time-zone-data.ts';
import { tzCommand } from './tz-command.ts';

const bundle = createRequire(import.meta.url).resolve('moment-timezone/data/packed/latest.json');
// In this release Casablanca has no clock change, as a later one might have it.
const casablanca = 'Africa/Casablanca|+01|-10|0||';

describe('tzCommand', () => {
  let here: HostedWorld;
  let folder: string;
  before(async () => {
    here = await hostedWorld();
    folder = here.environment.CHANCERY_DATA_DIR ?? '';
  });
  after(() => here.end());

  const tz = (word: string, more: Record<string, unknown> = {}) =>
    here.run(() => tzCommand(here.environment, `tz ${word}`, more));
  async function release(version: string): Promise<string> {
    const data = JSON.parse(await readFile(bundle, 'utf8'));
    const zones = data.zones.map((zone: string) =>
      zone.startsWith('Africa/Casablanca|') ? casablanca : zone,
    );
    const file = join(folder, `${version}.json`);
    await writeFile(file, JSON.stringify({ ...data, version, zones }));
    return file;
  }
  const used = () =>
    operate(here.ports, workspace.ports, null, ({ timeZoneState }) => timeZoneState.get(), 'identity');

  it('PLT-17: a newer release is in use from then on; a second load of it and an older one do nothing', async () => {
    const rules = momentTimeZoneRules();
    const watched = watchTimeZones(rules, here.ports, null);
    await watched.prepare();
    const bundled = rules.version();
    expect((await tz('show')).answer).to.deep.equal({ bundled, inUse: bundled, loaded: false });
    const file = await release('2027a');

    const first = await tz('load', { file });
    const second = await tz('load', { file });
    const older = await tz('load', { file: await release('2026z') });

    expect([first.answer, second.answer, older.answer]).to.deep.equal([
      { changed: true, inUse: '2027a' },
      { changed: false, inUse: '2027a' },
      { changed: false, inUse: '2027a' },
    ]);
    expect((await tz('show')).answer).to.deep.equal({ bundled, inUse: '2027a', loaded: true });
    expect(rules.wall('2026-10-01T10:00:00.000Z', 'Africa/Casablanca')).to.equal('2026-10-01T10:00:00');
    await watched.prepare();
    expect(rules.version()).to.equal('2027a');
    expect(rules.wall('2026-10-01T10:00:00.000Z', 'Africa/Casablanca')).to.equal('2026-10-01T11:00:00');
    expect(rules.wall('2026-07-01T10:00:00.000Z', 'Europe/Berlin')).to.equal('2026-07-01T12:00:00');
  });

  it('PLT-17: a turn that cannot read the data is on the log, and ends nothing', async () => {
    const timers = useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const warned: string[] = [];
    const ports = {
      ...here.ports,
      log: { ...here.ports.log, warn: (_: object, message: string) => void warned.push(message) },
      unitOfWork: { ...here.ports.unitOfWork, run: () => Promise.reject(new Error('the database is away')) },
    };
    const watched = watchTimeZones(momentTimeZoneRules(), ports, null);
    try {
      watched.start();
      timers.tick(60_000);
      await watched.stop();
    } finally {
      timers.restore();
    }

    expect(warned).to.deep.equal(['the tz data could not be read; the next turn tries again']);
  });

  it('PLT-17: several processes that start with a newer file announce it once', async () => {
    const file = await release('2027c');
    const events: unknown[] = [];
    const starts = Array.from({ length: 4 }, () => watchTimeZones(momentTimeZoneRules(), here.ports, file));
    const before = await used();

    await Promise.all(starts.map((start) => start.prepare()));
    const adopted = await Promise.all(
      ['2027c', '2027b'].map((version) =>
        operate(
          here.ports,
          workspace.ports,
          null,
          (work) =>
            workspace.adoptTimeZones(
              { version, data: null },
              { now: work.now, timeZoneState: work.timeZoneState, emit: (_, data) => void events.push(data) },
            ),
          'identity',
        ),
      ),
    );

    expect([before?.version, (await used())?.version]).to.deep.equal(['2027a', '2027c']);
    expect([adopted, events]).to.deep.equal([[false, false], []]);
    const newer = await operate(
      here.ports,
      workspace.ports,
      null,
      (work) =>
        workspace.adoptTimeZones(
          { version: '2028a', data: null },
          { now: work.now, timeZoneState: work.timeZoneState, emit: (_, data) => void events.push(data) },
        ),
      'identity',
    );
    expect([newer, events]).to.deep.equal([true, [{ from: '2027c', to: '2028a' }]]);
  });

  it('PLT-16: zone names and wall times come from this data, in the release that the product needs', async () => {
    const rules = momentTimeZoneRules();

    expect(rules.version() >= '2026f').to.equal(true);
    expect(rules.resolve('2026-10-01T10:00:00', 'Africa/Casablanca').instant).to.equal(
      '2026-10-01T10:00:00.000Z',
    );
    for (const name of ['EST', 'GMT', '+01:00', 'Europe/Atlantis'])
      expect(rules.has(name), name).to.equal(false);
    rules.replace(readTimeZoneData(await readFile(bundle, 'utf8')));
    const anew = momentTimeZoneRules();
    for (const zone of ['Europe/Berlin', 'America/New_York', 'Europe/Kiev', 'Asia/Kolkata', 'UTC'])
      for (const at of ['1975-06-01T00:00:00.000Z', '2026-03-29T01:30:00.000Z', '2030-12-01T00:00:00.000Z'])
        expect([zone, rules.wall(at, zone)]).to.deep.equal([zone, anew.wall(at, zone)]);
  });

  it('refuses a file that is no tz data', async () => {
    const broken = join(folder, 'broken.json');
    for (const content of ['no json', '{}', '{"version":"2027a","zones":[],"links":[]}']) {
      await writeFile(broken, content);
      expect((await tz('load', { file: broken })).code).to.equal(2);
    }
    expect((await tz('load', { file: join(folder, 'none.json') })).code).to.equal(2);
  });
});
