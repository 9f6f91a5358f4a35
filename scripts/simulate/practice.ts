import { type Database, unitOfWork } from '@chancery/adapters-persistence';
import { later, type Person, type World, world } from '@chancery/adapters-persistence/testing';
import { type Caller, isFailure, systemIds } from '@chancery/core';
import { Seeded } from './random.ts';
import { ProcessLost, UnreliableUnits } from './unreliable-units.ts';

/** What people of the practice remember of what they did: the simulation's own books, which the product is compared with. */
export interface Books {
  readonly projects: Map<string, 'active' | 'archived'>;
  readonly meetings: Map<string, 'scheduled' | 'cancelled'>;
  readonly documents: Map<
    string,
    { status: 'active' | 'trashed'; held: boolean; signed: boolean; sent: boolean; dated: boolean }
  >;
  readonly requests: Map<string, { token: string; uploads: number }>;
  readonly cases: Map<string, { leadId: string; writerId: string; open: boolean }>;
  readonly entries: Map<string, { caseId: string; authorId: string; contentHash: string }>;
}

export interface Tally {
  /** Calls that were answered, by the event that each leaves in the ledger. */
  readonly acknowledged: Map<string, number>;
  /** Refusals by code. */
  readonly refused: Map<string, number>;
  calls: number;
  repeats: number;
}

/** A practice of twenty people and whoever they deal with, in one workspace, with a clock that the simulation moves. */
export interface Practice {
  readonly world: World;
  readonly random: Seeded;
  readonly units: UnreliableUnits;
  readonly people: readonly Person[];
  readonly books: Books;
  readonly tally: Tally;
  /** The person, signed in at this moment. */
  as(person: Person): Promise<Caller>;
  /**
   * Calls in the name of somebody, again with the same key after each loss of the process, as a client would. The answer, or
   * null if it was refused. `event` is what each answered call leaves in the ledger, once.
   */
  call<T>(event: string | null, who: Person | null, use: (caller: Caller) => Promise<T>): Promise<T | null>;
}

const roles = ['admin', 'admin', ...Array<'member'>(14).fill('member'), 'guest', 'guest', 'guest'] as const;

export async function openPractice(seed: number, database: Database): Promise<Practice> {
  const random = new Seeded(seed);
  const units = new UnreliableUnits(unitOfWork(database), random);
  const here = await world({ database, startsAt: '2026-01-05T08:00:00.000Z', ports: { unitOfWork: units } });
  const people: Person[] = [here.owner];
  for (const [at, role] of roles.entries()) people.push(await here.person(role, `Colleague${at + 2}`));

  const tally: Tally = {
    acknowledged: new Map(),
    refused: new Map(),
    calls: 0,
    repeats: 0,
  };
  const as: Practice['as'] = (person) => later(here, person, {});
  return {
    world: here,
    random,
    units,
    people,
    books: {
      projects: new Map(),
      meetings: new Map(),
      documents: new Map(),
      requests: new Map(),
      cases: new Map(),
      entries: new Map(),
    },
    tally,
    as,
    async call(event, who, use) {
      const idempotencyKey = systemIds.uuid7();
      const session = who === null ? visitor() : await as(who);
      for (let tries = 0; tries < 20; tries += 1) {
        tally.calls += 1;
        try {
          const answer = await use({ ...session, idempotencyKey });
          if (event !== null) tally.acknowledged.set(event, (tally.acknowledged.get(event) ?? 0) + 1);
          return answer;
        } catch (error) {
          if (error instanceof ProcessLost) {
            tally.repeats += 1;
            continue;
          }
          if (!isFailure(error)) throw error;
          if (error.code === 'dependency.unavailable' || error.code === 'idempotency.in_progress') {
            // The database comes back, and the claim of a process that was lost ends by itself.
            tally.repeats += 1;
            here.clock.advance({ minutes: 1 });
            continue;
          }
          // A repeat has to say what the first try said; what it draws by chance, it draws before.
          if (error.code === 'request.invalid' || error.code === 'idempotency.key_reused')
            throw new Error(JSON.stringify(error.details), { cause: error });
          tally.refused.set(error.code, (tally.refused.get(error.code) ?? 0) + 1);
          return null;
        }
      }
      throw new Error('A call was not answered in twenty tries');
    },
  };
}

/** Somebody outside, from one of many networks. */
const visitor = (): Caller => ({
  credential: null,
  address: '198.51.100.20',
  userAgent: 'Phone/1.0',
  requestId: systemIds.uuid7(),
  correlationId: systemIds.uuid7(),
  idempotencyKey: null,
});
