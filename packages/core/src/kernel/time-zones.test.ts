import { execFileSync } from 'node:child_process';
import { expect } from 'chai';
import { momentTimeZoneRules } from './time-zones.ts';

const rules = momentTimeZoneRules();

describe('TimeZoneRules on the bundled tz data', () => {
  it('MTG-2: knows IANA names and UTC, and neither abbreviations, offsets, cities nor inventions', () => {
    const known = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Europe/Kiev', 'America/Argentina/Buenos_Aires'];
    const unknown = ['EST', '+02:00', 'Berlin', 'Europe/Atlantis', '', 'GMT', 'Etc/GMT+5', 'europe/berlin', 'Europe/Berlin ', '../etc/passwd', 'constructor'];

    expect(known.filter((zone) => !rules.has(zone))).to.deep.equal([]);
    expect(unknown.filter((zone) => rules.has(zone))).to.deep.equal([]);
  });

  it('MTG-12: reads 10:00 in Casablanca on 2026-10-01 as 10:00Z, whatever the runtime says', () => {
    expect(rules.version() >= '2026f').to.equal(true);
    expect(rules.resolve('2026-10-01T10:00:00', 'Africa/Casablanca')).to.deep.equal({ instant: '2026-10-01T10:00:00.000Z', adjustment: null });
  });

  it('resolves a wall time in a gap with the offset before it, and in an overlap as the first', () => {
    expect(rules.resolve('2026-03-08T02:30:00', 'America/New_York')).to.deep.equal({ instant: '2026-03-08T07:30:00.000Z', adjustment: 'gap' });
    expect(rules.wall('2026-03-08T07:30:00.000Z', 'America/New_York')).to.equal('2026-03-08T03:30:00');
    expect(rules.resolve('2026-10-25T02:30:00', 'Europe/Berlin')).to.deep.equal({ instant: '2026-10-25T00:30:00.000Z', adjustment: 'overlap' });
    expect(rules.resolve('2026-04-05T01:45:00', 'Australia/Lord_Howe')).to.deep.equal({ instant: '2026-04-04T14:45:00.000Z', adjustment: 'overlap' });
  });

  it('reads back every instant that it resolves, around every change of every zone in ten years', () => {
    const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca', 'America/St_Johns', 'Asia/Tehran', 'Pacific/Apia', 'America/Vancouver'];
    for (const zone of zones) {
      for (const { at, offsetBefore, offsetAfter } of rules.transitions(zone, '2020-01-01T00:00:00.000Z', '2030-01-01T00:00:00.000Z')) {
        expect(rules.offsetAt(at, zone), `${zone} ${at}`).to.equal(offsetAfter);
        expect(rules.offsetAt(new Date(Date.parse(at) - 1).toISOString(), zone), `${zone} ${at}`).to.equal(offsetBefore);
        for (const minutes of [-90, -1, 120, 200]) {
          const instant = new Date(Date.parse(at) + minutes * 60_000).toISOString();
          const { instant: read, adjustment } = rules.resolve(rules.wall(instant, zone), zone);
          if (adjustment === null) expect(read, `${zone} ${instant}`).to.equal(instant);
        }
      }
    }
  });

  for (const zone of ['UTC', 'America/New_York', 'Asia/Kolkata']) {
    it(`PLT-16: gives the same with the process in ${zone}`, () => {
      const script = `import('./packages/core/src/kernel/time-zones.ts').then(({ momentTimeZoneRules }) => { const r = momentTimeZoneRules();
        console.log(JSON.stringify([r.resolve('2026-10-01T10:00:00','Africa/Casablanca'), r.resolve('2026-11-02T10:00:00','America/Vancouver'), r.wall('2026-07-01T12:00:00.000Z','Asia/Kolkata')])) })`;
      const output = execFileSync(process.execPath, ['--import', 'tsx/esm', '-e', script], { env: { ...process.env, TZ: zone }, encoding: 'utf8' });

      expect(JSON.parse(output)).to.deep.equal([
        { instant: '2026-10-01T10:00:00.000Z', adjustment: null },
        { instant: '2026-11-02T17:00:00.000Z', adjustment: null },
        '2026-07-01T17:30:00',
      ]);
    });
  }
});
