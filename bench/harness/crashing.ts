import { setTimeout as wait } from 'node:timers/promises';
import { type DataFolder, startChancery } from './chancery-server.ts';
import { type ChildServer, freePort } from './child-server.ts';

/** What the clients see of a server that is killed again and again. */
export interface Site {
  readonly baseUrl: string;
  /** Says that the server has acknowledged something: kills come between acknowledgements. */
  acknowledged(): void;
  kills(): number;
}

/** Where a server stores its data, and its configuration. */
export interface Installation {
  readonly folder: DataFolder;
  readonly environment: Readonly<Record<string, string>>;
}

/** Runs the work against a server that is killed after a few acknowledgements and a few milliseconds, again and again. */
export async function crashing<Result>(
  { folder, environment }: Installation,
  work: (site: Site) => Promise<Result>,
  millisecondsToKill = () => Math.random() * 100,
): Promise<{ readonly result: Result; readonly kills: number; readonly server: ChildServer }> {
  const port = await freePort();
  const start = () => startChancery({ folder, environment, port });
  let [server, acknowledged, kills, isOver] = [await start(), 0, 0, false];

  const killer = async () => {
    while (!isOver) {
      const target = acknowledged + 5 + Math.floor(Math.random() * 40);
      while (acknowledged < target && !isOver) await wait(1);
      const moment = performance.now() + millisecondsToKill();
      while (performance.now() < moment && !isOver) await wait(1);
      if (isOver) return;
      await server.kill();
      kills += 1;
      server = await start();
    }
  };
  const killing = killer();
  try {
    const result = await work({
      baseUrl: server.baseUrl,
      acknowledged: () => {
        acknowledged += 1;
      },
      kills: () => kills,
    });
    isOver = true;
    await killing;
    return { result, kills, server };
  } catch (error) {
    isOver = true;
    await killing.catch(() => undefined);
    await server.kill();
    throw error;
  }
}
