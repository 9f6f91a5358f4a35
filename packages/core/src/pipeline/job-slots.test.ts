import { expect } from 'chai';
import type { ClaimedJob, HeldJob, JobStore } from '../kernel/outbox.ts';
import type { AroundJob } from './job-run.ts';
import { JobSlots, slotsOf } from './job-slots.ts';
import type { ChanceryPorts } from './ports.ts';

const noon = Date.parse('2026-11-23T12:00:00.000Z');

/** The slots of a worker with two queues over a store that says what is due, and gives out what a test has put there. */
function slotsOver(
  dueQueues: JobStore['dueQueues'],
  around: AroundJob = () => new Promise(() => undefined),
  own: Readonly<Record<string, number>> = {},
) {
  const claimed: string[] = [];
  const released: string[] = [];
  const warned: string[] = [];
  const given: ClaimedJob[] = [];
  let now = noon;
  const jobs = {
    dueQueues,
    claim: async (queue: string) => {
      claimed.push(queue);
      return given.splice(0);
    },
    release: async (held: readonly HeldJob[]) => void released.push(...held.map(({ id }) => id)),
  };
  const log = {
    info: () => undefined,
    warn: (_: unknown, message: string) => void warned.push(message),
    error: () => undefined,
  };
  const clock = { now: () => new Date(now).toISOString() };
  const topics = ['mail', 'records'].map((queue) => ({
    topic: `test.${queue}`,
    policy: { queue, leaseSeconds: 60 },
  }));
  // Of the ports and topics, the slots use these.
  const slots = new JobSlots({ jobs, clock, log } as never as ChanceryPorts, topics as never, around, own);
  return {
    slots,
    claimed,
    released,
    warned,
    give: (...ids: readonly string[]) =>
      void given.push(...ids.map((id) => ({ id, attempts: 1, maxAttempts: 3 }) as ClaimedJob)),
    advance: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

describe('the queues of a worker', () => {
  it('are claimed from only where a job is due, so that a worker without work asks one question a second', async () => {
    let due: readonly string[] | null = [];
    const { slots, claimed } = slotsOver(async () => due);

    await slots.poll();
    await slots.drain();
    expect(claimed).to.deep.equal([]);

    due = ['records', 'a queue of somebody else'];
    await slots.poll();
    expect(claimed.splice(0)).to.deep.equal(['records']);

    due = null;
    await slots.poll();
    expect(claimed).to.deep.equal(['mail', 'records']);
  });

  it('work as many jobs at once as the host has set for them', async () => {
    const begun: string[] = [];
    const around: AroundJob = ({ id }) => {
      begun.push(id);
      return new Promise(() => undefined);
    };
    const { slots, give } = slotsOver(async () => ['records'], around, { records: 2 });
    give('one', 'two', 'three');

    await slots.poll();

    expect(begun).to.deep.equal(['one', 'two']);
  });

  it('are asked about again by the next poll where the database is away', async () => {
    let isAway = true;
    const { slots, claimed, warned } = slotsOver(async () => {
      if (isAway) throw new Error('The database is away');
      return ['mail'];
    });

    await slots.poll();
    expect(claimed).to.deep.equal([]);
    expect(warned).to.deep.equal(['what is due could not be read; the poll tries again']);

    isAway = false;
    await slots.poll();
    expect(claimed).to.deep.equal(['mail']);
  });

  it('JOB-4: get back what waits here behind long jobs, though nothing more of them is due', async () => {
    let due = ['mail'];
    const { slots, released, give, advance } = slotsOver(
      async () => due,
      ({ id }) => (id === 'quick' ? Promise.resolve('succeeded') : new Promise(() => undefined)),
    );
    give('quick');
    await slots.poll();
    // Once a job was quick, more are claimed than there are slots.
    const long = Array.from({ length: slotsOf('mail') }, (_, number) => `long ${number}`);
    give(...long, 'waits', 'waits too');
    await slots.poll();
    due = [];
    advance(1001);

    await slots.poll();

    expect(released).to.deep.equal(['waits', 'waits too']);
  });
});
