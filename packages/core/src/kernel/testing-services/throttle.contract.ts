import { expect } from 'chai';
import type { Throttle } from '../ports.ts';

export interface ThrottleWorld {
  readonly throttle: Throttle;
  /** Moves the clock that the adapter reads. */
  passSeconds(seconds: number): void;
  close(): Promise<void>;
}

/** The promises of `Throttle`. */
export function throttleContract(adapter: string, open: () => Promise<ThrottleWorld>): void {
  describe(`Throttle on ${adapter}`, () => {
    let world: ThrottleWorld;
    beforeEach(async () => {
      world = await open();
    });
    afterEach(() => world.close());

    const allowed = async (times: number, key = 'ada', limit = 3, bucket = 'sign_in') => {
      const answers = [];
      for (let i = 0; i < times; i += 1) answers.push(await world.throttle.consume(bucket, key, limit, 60));
      return answers;
    };

    it('counts down, then refuses and says how long', async () => {
      const answers = await allowed(4);
      expect(answers.slice(0, 3)).to.deep.equal(
        [2, 1, 0].map((remaining) => ({ allowed: true, remaining, retryAfterSeconds: 0 })),
      );
      expect(answers[3]).to.deep.include({ allowed: false, remaining: 0 });
      expect(answers[3]?.retryAfterSeconds).to.be.within(59, 60);
    });

    it('KEY-5: a refused try costs nothing: the window ends when it would have, and then all is free', async () => {
      await allowed(3);
      world.passSeconds(50);
      const refused = await allowed(20);
      expect(refused.some((answer) => answer.allowed)).to.equal(false);
      expect(refused.at(-1)?.retryAfterSeconds).to.be.within(9, 10);

      world.passSeconds(11);
      expect((await allowed(4)).map((answer) => answer.allowed)).to.deep.equal([true, true, true, false]);
    });

    it('keeps buckets and keys apart', async () => {
      await allowed(3);

      expect((await allowed(1, 'olga'))[0]?.allowed).to.equal(true);
      expect((await allowed(1, 'ada', 3, 'reset'))[0]?.allowed).to.equal(true);
      expect((await allowed(1, `${'x'.repeat(400)}1`))[0]?.remaining).to.equal(2);
      expect((await allowed(1, `${'x'.repeat(400)}2`))[0]?.remaining).to.equal(2);
    });

    it('keeps the count when the limit of a key changes', async () => {
      await allowed(3);

      expect((await allowed(1, 'ada', 5))[0]).to.deep.include({ allowed: true, remaining: 1 });
    });

    it('lets exactly the limit through when all come at once', async () => {
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => world.throttle.consume('sign_in', 'ada', 10, 60)),
      );
      expect(answers.filter((answer) => answer.allowed)).to.have.length(10);
    });

    it('starts anew after a reset', async () => {
      await allowed(4);
      await world.throttle.reset('sign_in', 'ada');
      await world.throttle.reset('sign_in', 'nobody');

      expect((await allowed(1))[0]).to.deep.include({ allowed: true, remaining: 2 });
    });
  });
}
