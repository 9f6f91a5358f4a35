import { expect } from 'chai';
import type { RateLimit, RequestRates } from '../request-rates.ts';
import { type Instant, plusSeconds } from '../time.ts';

export interface RatesWorld {
  /** Of one process, which nobody else shares a limit with. */
  readonly rates: RequestRates;
  close(): Promise<void>;
}

const noon = '2026-11-23T12:00:00.000Z';
const after = (seconds: number): Instant => plusSeconds(noon, seconds);

/** The promises of `RequestRates` to one process. */
export function requestRatesContract(adapter: string, open: () => Promise<RatesWorld>): void {
  describe(`RequestRates on ${adapter}`, () => {
    let world: RatesWorld;
    let number = 0;
    let key = '';
    beforeEach(async () => {
      world = await open();
      number += 1;
      key = `ada ${number} ${Math.random()}`;
    });
    afterEach(() => world.close());

    const byKey = (limit: number): RateLimit => ({ bucket: 'key', key, limit });
    const ofPlan = (limit: number): RateLimit => ({ bucket: 'key_workspace', key, limit });
    const counted = async (times: number, limits: readonly RateLimit[], now: Instant = noon) => {
      const answers = [];
      for (let i = 0; i < times; i += 1) answers.push(await world.rates.count(limits, now));
      return answers;
    };
    const passed = async (times: number, limits: readonly RateLimit[], now?: Instant) =>
      (await counted(times, limits, now)).filter(({ allowed }) => allowed).length;

    it('KEY-5: counts down, then refuses until the minute of the first request is over', async () => {
      expect(await counted(4, [byKey(3)])).to.deep.equal([
        { allowed: true, remaining: 2, endsInSeconds: 60 },
        { allowed: true, remaining: 1, endsInSeconds: 60 },
        { allowed: true, remaining: 0, endsInSeconds: 60 },
        { allowed: false, remaining: 0, endsInSeconds: 60 },
      ]);
      expect(await counted(1, [byKey(3)], after(59.999))).to.deep.equal([
        { allowed: false, remaining: 0, endsInSeconds: 1 },
      ]);
      expect(await counted(1, [byKey(3)], after(60))).to.deep.equal([
        { allowed: true, remaining: 2, endsInSeconds: 60 },
      ]);
    });

    it('KEY-5: a refused request costs nothing', async () => {
      expect(await passed(50, [byKey(3)])).to.equal(3);
      expect(await passed(50, [byKey(3)], after(60))).to.equal(3);
    });

    it('KEY-5: what one limit refuses is not counted against the others', async () => {
      expect(await passed(10, [byKey(5), ofPlan(2)])).to.equal(2);
      expect(await passed(10, [byKey(5)])).to.equal(3);
    });

    it('THR-11: says of the first limit what is left, and of the one that refused how long', async () => {
      await counted(1, [byKey(100)]);
      await counted(2, [ofPlan(2)], after(20));
      const [refused] = await counted(1, [byKey(100), ofPlan(2)], after(30));

      expect(refused).to.deep.equal({ allowed: false, remaining: 0, endsInSeconds: 50 });
      expect(await counted(1, [byKey(100), ofPlan(3)], after(30))).to.deep.equal([
        { allowed: true, remaining: 98, endsInSeconds: 30 },
      ]);
    });

    it('THR-11: keeps buckets and keys apart', async () => {
      await counted(3, [byKey(3)]);

      expect(await passed(1, [ofPlan(3)])).to.equal(1);
      expect(await passed(1, [{ ...byKey(3), key: `${key} of another` }])).to.equal(1);
    });

    it('THR-11: keeps the count when a limit changes in the middle of the minute', async () => {
      expect(await passed(30, [byKey(20)])).to.equal(20);
      expect(await passed(30, [byKey(25)])).to.equal(5);
      expect(await passed(30, [byKey(20)])).to.equal(0);
      expect(await passed(30, [byKey(26)])).to.equal(1);
    });

    it('THR-11: lowers what is left when a limit is lowered', async () => {
      expect(await passed(100, [byKey(1000)])).to.equal(100);
      expect(await passed(100, [byKey(110)])).to.equal(10);
    });

    it('THR-10: lets exactly the limit through when all come at once', async () => {
      const answers = await Promise.all(
        Array.from({ length: 300 }, () => world.rates.count([byKey(200), ofPlan(250)], noon)),
      );

      expect(answers.filter(({ allowed }) => allowed)).to.have.length(200);
      expect(await passed(60, [ofPlan(250)])).to.equal(50);
    });

    it('THR-11: refuses all where the limit is nothing', async () => {
      expect(await passed(2, [byKey(0)])).to.equal(0);
    });
  });
}
