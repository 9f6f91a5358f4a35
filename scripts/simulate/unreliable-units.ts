import type { UnitOfWork } from '@chancery/core';
import { dependencyUnavailable } from '@chancery/core/internal';
import type { Seeded } from './random.ts';

/** The process was lost: nobody got an answer. */
export class ProcessLost extends Error {
  override readonly name = 'ProcessLost';
}

/**
 * A unit of work whose process is lost now and then: before the commit, when nothing is kept, or after it, when everything
 * is kept and the answer is lost.
 */
export class UnreliableUnits implements UnitOfWork {
  readonly #units: UnitOfWork;
  readonly #random: Seeded;
  /** How many of a thousand writing transactions end so. */
  lostInThousand = 0;
  losses = 0;
  /** For how many transactions the database is away from now on. */
  awayFor = 0;

  constructor(units: UnitOfWork, random: Seeded) {
    this.#units = units;
    this.#random = random;
  }

  run: UnitOfWork['run'] = async (mode, role, work, holder) => {
    if (this.awayFor > 0) {
      this.awayFor -= 1;
      throw dependencyUnavailable({ retryAfterSeconds: 1 });
    }
    if (mode !== 'write' || !this.#random.is(this.lostInThousand / 1000))
      return this.#units.run(mode, role, work, holder);
    this.losses += 1;
    if (this.#random.is(0.5)) {
      await this.#units.run(mode, role, work, holder);
      throw new ProcessLost('after the commit');
    }
    return this.#units.run(
      mode,
      role,
      async (transaction) => {
        await work(transaction);
        throw new ProcessLost('before the commit');
      },
      holder,
    );
  };
}
