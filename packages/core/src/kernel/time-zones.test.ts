import { expect } from 'chai';
import moment from 'moment-timezone';
import { momentTimeZoneRules } from './time-zones.ts';

/** Process zone and what JavaScript then says of noon UTC on 2026-07-01, so that the loop is known to take effect. */
const processZones = [
  { zone: 'UTC', localHour: 12 },
  { zone: 'America/New_York', localHour: 8 },
  { zone: 'Asia/Kolkata', localHour: 17 },
];

for (const { zone: processZone, localHour } of processZones) {
  describe(`momentTimeZoneRules with the process in ${processZone}`, () => {
    const rules = momentTimeZoneRules();
    const before = process.env.TZ;
    const resolve = (wall: string, zone: string) => rules.resolve(wall, zone);

    beforeEach(() => {
      process.env.TZ = processZone;
      expect(new Date('2026-07-01T12:00:00Z').getHours()).to.equal(localHour);
    });
    afterEach(() => {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    });

    it('MTG-2: knows the names of the tz data and nothing else', () => {
      const known = ['UTC', 'Europe/Berlin', 'Europe/Kiev', 'America/Argentina/Ushuaia', 'Etc/GMT+5'];
      const unknown = ['EST', '+02:00', 'Berlin', 'Europe/Atlantis', 'GMT', 'CET', 'utc', 'europe/berlin'];

      expect(known.filter((name) => !rules.has(name))).to.deep.equal([]);
      expect(
        [...unknown, 'Europe_Berlin', '', 'Etc/', 'Z', 'UTC+2'].filter((name) => rules.has(name)),
      ).to.deep.equal([]);
      expect(() => rules.wall('2026-01-01T00:00:00.000Z', 'Europe_Berlin')).to.throw(RangeError);
    });

    it('MTG-12: reads 10:00 in Casablanca on 2026-10-01 as 10:00Z', () => {
      expect(resolve('2026-10-01T10:00:00', 'Africa/Casablanca')).to.deep.equal({
        instant: '2026-10-01T10:00:00.000Z',
        adjustment: null,
      });
    });

    it('PLT-16: carries tz 2026f or newer', () => {
      expect(rules.version() >= '2026f').to.equal(true);
      expect(resolve('2026-12-01T10:00:00', 'America/Vancouver').instant).to.equal(
        '2026-12-01T17:00:00.000Z',
      );
    });

    it('PLT-16: shifts a wall time in a gap by the offset before it', () => {
      expect(resolve('2026-03-08T02:30:00', 'America/New_York')).to.deep.equal({
        instant: '2026-03-08T07:30:00.000Z',
        adjustment: 'gap',
      });
      expect(rules.wall('2026-03-08T07:30:00.000Z', 'America/New_York')).to.equal('2026-03-08T03:30:00');
      expect(resolve('2026-03-29T02:00:00', 'Europe/Berlin')).to.deep.equal({
        instant: '2026-03-29T01:00:00.000Z',
        adjustment: 'gap',
      });
      expect(resolve('2026-03-29T03:00:00', 'Europe/Berlin').adjustment).to.equal(null);
      expect(resolve('2011-12-30T12:00:00', 'Pacific/Apia')).to.deep.equal({
        instant: '2011-12-30T22:00:00.000Z',
        adjustment: 'gap',
      });
      expect(resolve('2026-10-04T02:10:00', 'Australia/Lord_Howe')).to.deep.equal({
        instant: '2026-10-03T15:40:00.000Z',
        adjustment: 'gap',
      });
    });

    it('PLT-16: takes the first of two readings in an overlap', () => {
      expect(resolve('2026-11-01T01:30:00', 'America/New_York')).to.deep.equal({
        instant: '2026-11-01T05:30:00.000Z',
        adjustment: 'overlap',
      });
      expect(rules.wall('2026-11-01T06:30:00.000Z', 'America/New_York')).to.equal('2026-11-01T01:30:00');
      expect(resolve('2026-10-25T02:59:59', 'Europe/Berlin').instant).to.equal('2026-10-25T00:59:59.000Z');
      expect(resolve('2026-10-25T03:00:00', 'Europe/Berlin').adjustment).to.equal(null);
      expect(resolve('2026-04-05T01:45:00', 'Australia/Lord_Howe')).to.deep.equal({
        instant: '2026-04-04T14:45:00.000Z',
        adjustment: 'overlap',
      });
    });

    it('names the changes of offset in (from, to]', () => {
      const [spring, autumn] = ['2026-03-29T01:00:00.000Z', '2026-10-25T01:00:00.000Z'];

      expect(rules.transitions('Europe/Berlin', '2026-01-01T00:00:00.000Z', autumn)).to.deep.equal([
        { at: spring, offsetBefore: 60, offsetAfter: 120 },
        { at: autumn, offsetBefore: 120, offsetAfter: 60 },
      ]);
      expect(rules.transitions('Europe/Berlin', spring, '2026-10-25T00:59:59.000Z')).to.deep.equal([]);
      expect(
        rules.transitions('Asia/Kolkata', '2020-01-01T00:00:00.000Z', '2040-01-01T00:00:00.000Z'),
      ).to.deep.equal([]);
      expect(rules.offsetAt('2026-07-01T00:00:00.000Z', 'Asia/Kathmandu')).to.equal(345);
      expect(rules.offsetAt('2026-07-01T00:00:00.000Z', 'America/New_York')).to.equal(-240);
    });

    it('agrees with the library around every change of every zone from 2020 to 2040', () => {
      const minutes = [-60, -30, -1, 0, 1, 30, 59, 60, 90];
      const differences = moment.tz
        .names()
        .filter(rules.has)
        .flatMap((zone) =>
          rules
            .transitions(zone, '2020-01-01T00:00:00.000Z', '2040-01-01T00:00:00.000Z')
            .flatMap(({ at, offsetBefore }) =>
              minutes.map((shift) =>
                new Date(Date.parse(at) + (offsetBefore + shift) * 60_000).toISOString().slice(0, 19),
              ),
            )
            .filter((wall) => rules.resolve(wall, zone).instant !== moment.tz(wall, zone).toISOString())
            .map((wall) => `${zone} ${wall}`),
        );

      expect(differences).to.deep.equal([]);
    });
  });
}
