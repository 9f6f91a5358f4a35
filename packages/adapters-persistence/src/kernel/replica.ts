import type pg from 'pg';
import { settingsOfConnection } from './connection-settings.ts';
import { LoneConnection } from './lone-connection.ts';
import { newPool } from './pool.ts';
import { followerSql, mainSql, type Position, Proof } from './replica-proof.ts';
import { ServerHosts } from './server-hosts.ts';

const lookEveryMilliseconds = 200;
const nothing = (): void => undefined;
/** How long this machine has run, whatever time it takes it to be. */
const milliseconds = (): number => Number(process.hrtime.bigint() / 1_000_000n);

/** A replica ended, hangs, or is no replica any more, while somebody read from it. */
class ReplicaLost extends Error {
  override readonly name = 'ReplicaLost';
}

/** One server that follows the main one: the connections to it, and how far behind it is known to be at most. */
export class Replica {
  readonly #hosts: ServerHosts;
  readonly #main: LoneConnection;
  readonly #own: LoneConnection;
  readonly #poolSize: number;
  readonly #proof: Proof;
  #pool: pg.Pool;
  readonly #lent = new Set<pg.PoolClient>();
  #lost = newLoss();
  #watching: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;
  /** It is there and takes writes: the main server itself, or one that has taken over. */
  #leads = false;

  constructor(
    url: string,
    main: LoneConnection,
    { poolSize, mostMilliseconds }: { readonly poolSize: number; readonly mostMilliseconds: number },
  ) {
    this.#hosts = new ServerHosts(url);
    this.#main = main;
    this.#own = new LoneConnection(this.#hosts);
    this.#poolSize = poolSize;
    this.#proof = new Proof(mostMilliseconds);
    this.#pool = this.#newPool();
  }

  get leads(): boolean {
    return this.#leads;
  }

  isFresh(): boolean {
    void this.watched();
    return this.#proof.holds(milliseconds());
  }

  /** Begins to watch it; resolves when it was looked at once. */
  watched(): Promise<void> {
    this.#watching ??= this.#watch();
    return this.#watching;
  }

  /** Takes a connection; whoever gets it releases it. */
  connect(): Promise<pg.PoolClient> {
    return this.#pool.connect();
  }

  /** What comes of a read, or a rejection as soon as the replica is lost meanwhile. */
  whileItAnswers<T>(reading: Promise<T>): Promise<T> {
    return Promise.race([reading, this.#lost.promise]);
  }

  async close(): Promise<void> {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#own.end();
    await this.#pool.end();
  }

  async #watch(): Promise<void> {
    await this.#look();
    if (this.#isOver) return;
    this.#timer = setTimeout(() => void this.#watch(), lookEveryMilliseconds).unref();
  }

  async #look(): Promise<void> {
    const since = milliseconds();
    // Without the main server nothing is proven, and what is known grows old.
    const asked = this.#main.ask<Position>(mainSql).catch(() => null);
    try {
      const own = await this.#own.ask<Position & { readonly follows: boolean }>(followerSql);
      this.#leads = !own.follows;
      if (this.#leads) throw new ReplicaLost('This server follows nobody.');
      this.#proof.add(since, await asked, own);
    } catch (error) {
      this.#lose(error);
    }
  }

  /** Ends whatever waits for it, by whose hanging nobody else may be held up. */
  #lose(cause: unknown): void {
    this.#leads &&= cause instanceof ReplicaLost;
    this.#proof.clear();
    this.#lost.reject(new ReplicaLost('The replica is away.', { cause }));
    this.#lost = newLoss();
    const [pool, lent] = [this.#pool, [...this.#lent]];
    this.#pool = this.#newPool();
    void pool.end().catch(nothing);
    for (const client of lent) client.connection.stream.destroy();
  }

  #newPool(): pg.Pool {
    const pool = newPool(this.#hosts, {
      max: this.#poolSize,
      options: settingsOfConnection,
      connectionTimeoutMillis: 1000,
    });
    pool.on('acquire', (client) => void this.#lent.add(client));
    pool.on('release', (_, client) => void this.#lent.delete(client));
    return pool;
  }
}

interface Loss {
  readonly promise: Promise<never>;
  reject(error: Error): void;
}

function newLoss(): Loss {
  let reject: Loss['reject'] = nothing;
  const promise = new Promise<never>((_, no) => {
    reject = no;
  });
  promise.catch(nothing);
  return { promise, reject: (error) => reject(error) };
}
