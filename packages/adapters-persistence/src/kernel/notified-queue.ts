import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Log, Queue } from '@chancery/core';
import type pg from 'pg';
import { ServerHosts } from './server-hosts.ts';

/** How many ids one notification carries; PostgreSQL accepts less than 8000 bytes. */
const idsPerNotice = 100;
const channel = 'chancery_jobs';

interface Notice {
  readonly from: string;
  readonly queue: string;
  readonly jobIds: readonly string[];
}

/**
 * Carries wake-ups between the processes of one PostgreSQL if there is no broker: what one process publishes wakes the
 * consumers of all (`LISTEN`, `NOTIFY`). Within the process they go straight to the inner queue. If a notice is lost, its
 * job waits for the next poll. Notices go out after the commit and in a statement of their own, because a commit that
 * notifies waits for every other that does.
 */
export class NotifiedQueue implements Queue {
  readonly #inner: Queue;
  readonly #pool: pg.Pool;
  readonly #hosts: ServerHosts;
  readonly #log: Log | undefined;
  readonly #id = randomUUID();
  readonly #closing = new AbortController();
  readonly #waiting = new Map<string, Set<string>>();
  #listening: Promise<void> | null = null;
  #sending: Promise<void> | null = null;
  #listener: pg.Client | null = null;

  constructor(inner: Queue, pool: pg.Pool, url: string, log?: Log) {
    this.#inner = inner;
    this.#pool = pool;
    this.#hosts = new ServerHosts(url);
    this.#log = log;
  }

  async publish(queue: string, jobIds: readonly string[]): Promise<void> {
    await this.#inner.publish(queue, jobIds);
    const waiting = this.#waiting.get(queue) ?? new Set();
    this.#waiting.set(queue, waiting);
    for (const id of jobIds) waiting.add(id);
    this.#sending ??= this.#send().finally(() => {
      this.#sending = null;
    });
    await this.#sending;
  }

  async consume(queue: string, prefetch: number, handler: (jobId: string) => Promise<void>): Promise<void> {
    await this.#inner.consume(queue, prefetch, handler);
    this.#listening ??= this.#listen();
  }

  probe(): Promise<void> {
    return this.#inner.probe();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#inner.close();
    await this.#listener?.end().catch(() => undefined);
    await this.#listening;
    await this.#sending?.catch(() => undefined);
  }

  /** Notices that gather while one statement is under way leave with the next. */
  async #send(): Promise<void> {
    while (this.#waiting.size > 0) {
      const notices = [...this.#waiting].flatMap(([queue, ids]) => noticesOf(this.#id, queue, [...ids]));
      this.#waiting.clear();
      await this.#pool.query(`select pg_notify('${channel}', notice) from unnest($1::text[]) notice`, [
        notices.map((notice) => JSON.stringify(notice)),
      ]);
    }
  }

  /** Listens on a connection of its own, again and again until the queue is closed. */
  async #listen(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      try {
        await this.#hear(signal);
      } catch (error) {
        this.#log?.warn(
          { error: String(error) },
          'no wake-ups of other processes for now; the poll finds jobs',
        );
      }
      await wait(1_000, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Until the connection is lost. */
  async #hear(signal: AbortSignal): Promise<void> {
    const client = await this.#hosts.connect({ connectionTimeoutMillis: 5_000, keepAlive: true });
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    client.on('notification', ({ payload }) => this.#heard(payload));
    this.#listener = client;
    try {
      await client.query(`listen ${channel}`);
      if (signal.aborted) await client.end();
      await ended;
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
  }

  #heard(payload: string | undefined): void {
    const notice = noticeOf(payload);
    if (notice === null || notice.from === this.#id || this.#closing.signal.aborted) return;
    this.#inner.publish(notice.queue, notice.jobIds).catch(() => undefined); // the queue was closed meanwhile
  }
}

function noticesOf(from: string, queue: string, jobIds: readonly string[]): Notice[] {
  const notices: Notice[] = [];
  for (let start = 0; start < jobIds.length; start += idsPerNotice)
    notices.push({ from, queue, jobIds: jobIds.slice(start, start + idsPerNotice) });
  return notices;
}

/** Everybody who may connect may notify, so whatever is no notice of ours is ignored. */
function noticeOf(payload: string | undefined): Notice | null {
  try {
    const notice: Partial<Notice> = JSON.parse(payload ?? '');
    const { from, queue, jobIds } = notice;
    if (typeof from !== 'string' || typeof queue !== 'string' || !Array.isArray(jobIds)) return null;
    return { from, queue, jobIds: jobIds.filter((id) => typeof id === 'string') };
  } catch {
    return null;
  }
}
