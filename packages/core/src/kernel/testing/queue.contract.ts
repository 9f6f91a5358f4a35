import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import type { Queue } from '../ports.ts';

export interface OpenQueue {
  readonly queue: Queue;
  /** Closes the queue, however far the test has closed it, and clears up. */
  close(): Promise<void>;
}

/** Holds every promise of `Queue`. `open` makes an empty one that redelivers without long pauses. */
export function queueContract(
  adapterName: string,
  open: (onDead?: (jobId: string) => Promise<void>) => Promise<OpenQueue>,
): void {
  describe(`Queue on ${adapterName}`, () => {
    let queue: Queue;
    let opened: OpenQueue[];
    const openQueue = async (onDead?: (jobId: string) => Promise<void>) => {
      const next = await open(onDead);
      opened.push(next);
      return next.queue;
    };
    beforeEach(async () => {
      opened = [];
      queue = await openQueue();
    });
    afterEach(async () => {
      for (const { close } of opened) await close();
    });

    it('gives out each published wake-up, to the consumers of its queue only', async () => {
      const mail = new Inbox();
      const system = new Inbox();
      await queue.consume('mail', 5, mail.handler);
      await queue.consume('system', 5, system.handler);

      await queue.publish('mail', ['m1', 'm2', 'm3']);
      await queue.publish('system', ['s1']);

      expect([...(await mail.received(3))].sort()).to.deep.equal(['m1', 'm2', 'm3']);
      expect(await system.received(1)).to.deep.equal(['s1']);
    });

    it('accepts an empty batch', async () => {
      await queue.publish('mail', []);
    });

    it('loses nothing that was published before anybody consumed', async () => {
      const jobIds = Array.from({ length: 250 }, (_, index) => `job-${index}`);
      await queue.publish('mail', jobIds);

      const inbox = new Inbox();
      await queue.consume('mail', 20, inbox.handler);

      expect([...(await inbox.received(250))].sort()).to.deep.equal([...jobIds].sort());
    });

    it('loses nothing of batches that are published at once', async () => {
      const inbox = new Inbox();
      await queue.consume('mail', 20, inbox.handler);
      const batches = Array.from({ length: 20 }, (_, batch) => [`${batch}-a`, `${batch}-b`, `${batch}-c`]);

      await Promise.all(batches.map((batch) => queue.publish('mail', batch)));

      expect([...(await inbox.received(60))].sort()).to.deep.equal(batches.flat().sort());
    });

    it('shares one queue among its consumers, each wake-up to one of them', async () => {
      const [first, second] = [new Inbox(), new Inbox()];
      await queue.consume('mail', 1, first.handler);
      await queue.consume('mail', 1, second.handler);
      const release = [first.hold(), second.hold()];

      await queue.publish('mail', ['a', 'b']);
      const received = [...(await first.received(1)), ...(await second.received(1))];
      for (const open of release) open();

      expect(received.sort()).to.deep.equal(['a', 'b']);
    });

    it('runs as many handlers at once as prefetch says, and no more', async () => {
      const inbox = new Inbox();
      const release = inbox.hold();
      await queue.consume('mail', 3, inbox.handler);
      await queue.publish('mail', ['a', 'b', 'c', 'd', 'e', 'f', 'g']);

      await inbox.received(3);
      await roundTrip(queue);
      expect(inbox.running).to.equal(3);

      release();
      await inbox.received(7);
      expect(inbox.mostRunning).to.equal(3);
    });

    it('JOB-11: gives a wake-up out again whose handler failed, and not one whose handler resolved', async () => {
      const inbox = new Inbox();
      inbox.failFirst('b', 2);
      await queue.consume('mail', 1, inbox.handler);

      await queue.publish('mail', ['a', 'b', 'c']);
      await inbox.received(5);
      await roundTrip(queue);

      expect([...inbox.taken].sort()).to.deep.equal(['a', 'b', 'b', 'b', 'c']);
    });

    it('JOB-11: gives a wake-up out again whose handler failed after its effect, before the acknowledgement', async () => {
      const effects: string[] = [];
      const again = new Inbox();
      await queue.consume('mail', 1, async (jobId) => {
        effects.push(jobId);
        if (effects.length === 1) throw new Error('died after the effect');
        await again.handler(jobId);
      });

      await queue.publish('mail', ['a']);

      expect(await again.received(1)).to.deep.equal(['a']);
      expect(effects).to.deep.equal(['a', 'a']);
    });

    it('treats a handler that throws before its first await like one that rejects', async () => {
      const inbox = new Inbox();
      let calls = 0;
      await queue.consume('mail', 1, (jobId) => {
        calls += 1;
        if (calls === 1) throw new Error('thrown at once');
        return inbox.handler(jobId);
      });

      await queue.publish('mail', ['a']);

      expect(await inbox.received(1)).to.deep.equal(['a']);
    });

    it('gives up on a wake-up that fails on every delivery, and keeps its siblings going', async () => {
      const dead = new Inbox();
      dead.failFirst('poison', 1);
      const watched = await openQueue(dead.handler);
      const inbox = new Inbox();
      inbox.failFirst('poison', Number.POSITIVE_INFINITY);
      await watched.consume('mail', 2, inbox.handler);

      await watched.publish('mail', ['poison', 'good']);
      await dead.received(2); // its own failure is repeated too
      await roundTrip(watched);

      expect(dead.taken).to.deep.equal(['poison', 'poison']);
      expect(inbox.taken.filter((jobId) => jobId === 'good')).to.deep.equal(['good']);
      expect(inbox.taken.filter((jobId) => jobId === 'poison')).to.have.length(21);
    });

    it("runs a handler in the consumer's async context, never in the publisher's", async () => {
      const transaction = new AsyncLocalStorage<string>();
      const seen: (string | undefined)[] = [];
      const inbox = new Inbox();
      await queue.consume('mail', 1, async (jobId) => {
        seen.push(transaction.getStore());
        await inbox.handler(jobId);
      });

      await roundTrip(queue); // consuming has begun, so that only the publishing sets the handler off
      await transaction.run('the transaction of the publisher', () => queue.publish('mail', ['a']));
      await inbox.received(1);

      expect(seen).to.deep.equal([undefined]);
    });

    it('answers a probe while it is open, and refuses it once closed', async () => {
      await roundTrip(queue);
      await queue.probe();

      await queue.close();

      expect(await rejected(queue.probe())).to.equal(true);
      expect(await rejected(queue.publish('mail', ['a']))).to.equal(true);
      expect(await rejected(queue.consume('mail', 1, async () => undefined))).to.equal(true);
    });

    it('close waits for running handlers, which may still publish, and takes no further wake-up', async () => {
      const inbox = new Inbox();
      const release = inbox.hold();
      let published = false;
      await queue.consume('mail', 1, async (jobId) => {
        await inbox.handler(jobId);
        await queue.publish('system', ['follow-up']);
        published = true;
      });
      await queue.publish('mail', ['a', 'b', 'c']);
      await inbox.received(1);

      let closed = false;
      const closing = queue.close().then(() => {
        closed = true;
      });
      for (let turns = 0; turns < 20; turns += 1) await turn();
      expect(closed).to.equal(false);

      release();
      await closing;
      expect(published).to.equal(true);
      expect(inbox.taken).to.have.length(1);
    });

    it('close can be called again', async () => {
      await Promise.all([queue.close(), queue.close()]);
      await queue.close();
    });
  });
}

/** A handler that notes what it is given, and can be made to wait or to fail. */
class Inbox {
  readonly taken: string[] = [];
  running = 0;
  mostRunning = 0;
  readonly #failures = new Map<string, number>();
  readonly #arrivals = new EventTarget();
  #gate: Promise<void> = Promise.resolve();

  readonly handler = async (jobId: string): Promise<void> => {
    this.taken.push(jobId);
    this.running += 1;
    this.mostRunning = Math.max(this.mostRunning, this.running);
    this.#arrivals.dispatchEvent(new Event('arrival'));
    await this.#gate;
    await turn();
    this.running -= 1;

    const failures = this.#failures.get(jobId) ?? 0;
    this.#failures.set(jobId, failures - 1);
    if (failures > 0) throw new Error(`made to fail on ${jobId}`);
  };

  failFirst(jobId: string, times: number): void {
    this.#failures.set(jobId, times);
  }

  /** Handlers wait until the returned function is called. */
  hold(): () => void {
    let release = (): void => undefined;
    this.#gate = new Promise((resolve) => {
      release = resolve;
    });
    return release;
  }

  async received(count: number): Promise<readonly string[]> {
    while (this.taken.length < count) await once(this.#arrivals, 'arrival');
    return this.taken;
  }
}

/** Carries one wake-up through a queue of its own: whatever was about to be given out has been by then. */
async function roundTrip(queue: Queue): Promise<void> {
  const barrier = new Inbox();
  await queue.consume('barrier', 1, barrier.handler);
  await queue.publish('barrier', ['barrier']);
  await barrier.received(1);
}

const rejected = (promise: Promise<unknown>): Promise<boolean> =>
  promise.then(
    () => false,
    () => true,
  );
