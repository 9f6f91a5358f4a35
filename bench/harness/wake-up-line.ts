import { setTimeout as wait } from 'node:timers/promises';
import { RabbitQueue } from '@chancery/adapters-services';

const name = 'wake';
const prefix = 'bench';
const mostMilliseconds = 60_000;

/** Wake-ups that one connection publishes and another one takes, one after the other, as long as it lasts. */
export interface WakeUpLine {
  /** What the broker calls the queue. */
  readonly queue: string;
  /** Resolves when a wake-up that was begun after this call was confirmed and delivered; says at which moments. */
  flowing(): Promise<{ readonly confirmed: number; readonly delivered: number }>;
  /** Publishes no more, waits for what is on its way, and says what became of all. */
  end(): Promise<WakeUpsFound>;
}

export interface WakeUpsFound {
  readonly confirmed: number;
  /** Confirmed, and not delivered within a minute after the last. */
  readonly lost: number;
  readonly twice: number;
  /** How often the broker did not confirm. */
  readonly refused: number;
}

export function wakeUpLine(
  url: string,
  { pauseMilliseconds }: { readonly pauseMilliseconds: number },
): WakeUpLine {
  const [publisher, consumer] = [new RabbitQueue(url, { prefix }), new RabbitQueue(url, { prefix })];
  /** When each was begun, confirmed and delivered first. */
  const [begun, confirmed, delivered] = [
    new Map<string, number>(),
    new Map<string, number>(),
    new Map<string, number>(),
  ];
  let [twice, refused, isOver] = [0, 0, false];
  const consuming = consumer.consume(name, 10, async (id) => {
    if (delivered.has(id)) twice += 1;
    else delivered.set(id, performance.now());
  });
  const isConfirmed = (id: string) =>
    publisher.publish(name, [id]).then(
      () => true,
      () => false,
    );
  const publishing = (async () => {
    await consuming;
    for (let turn = 0; !isOver; turn += 1) {
      const id = `wake-up ${turn}`;
      begun.set(id, performance.now());
      // The same again until it is confirmed, as the relay of the outbox does.
      while (!(await isConfirmed(id))) {
        refused += 1;
        await wait(pauseMilliseconds);
      }
      confirmed.set(id, performance.now());
      await wait(pauseMilliseconds);
    }
  })();
  const isLost = () => [...confirmed.keys()].filter((id) => !delivered.has(id));
  return {
    queue: `${prefix}.jobs.${name}`,
    async flowing() {
      const since = performance.now();
      for (;;) {
        const later = [...begun].filter(([, at]) => at >= since).map(([id]) => id);
        const through = later.find((id) => confirmed.has(id) && delivered.has(id));
        if (through !== undefined)
          return { confirmed: confirmed.get(through) ?? 0, delivered: delivered.get(through) ?? 0 };
        if (performance.now() - since > mostMilliseconds) throw new Error('No wake-up arrives any more.');
        await wait(5);
      }
    },
    async end() {
      isOver = true;
      await publishing;
      for (let tries = 0; tries < 600 && isLost().length > 0; tries += 1) await wait(100);
      await Promise.all([publisher.close(), consumer.close()]);
      return { confirmed: confirmed.size, lost: isLost().length, twice, refused };
    },
  };
}
