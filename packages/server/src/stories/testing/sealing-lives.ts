import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { bundledProcess } from '@chancery/adapters-persistence/testing';
import { endProcess } from '../../testing/server-process.ts';
import type { SealingKill, SealingOrder } from './sealing-process.ts';

/** One Chancery after another on the same data, each of which is killed. */
export interface SealingLives {
  /** Starts the next one, for which so much time has passed since the first. */
  begin(aheadSeconds: number): Promise<void>;
  /** Has the present one end itself at this step, and gives what resolves when it has. */
  killAt(kill: SealingKill): Promise<{ readonly killed: Promise<void> }>;
  close(): Promise<void>;
}

export async function openSealingLives(environment: Readonly<Record<string, string>>): Promise<SealingLives> {
  const { script, remove } = await bundledProcess('packages/server/src/stories/testing/sealing-process');
  // The next one loads its code while the one before is at work.
  const spawned = () => fork(script, [], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  let waiting = spawned();
  let present: ChildProcess | null = null;
  const told = async (child: ChildProcess, order: SealingOrder) => {
    const answer = once(child, 'message');
    const ended = once(child, 'exit').then(() => Promise.reject(new Error('It ended by itself')));
    child.send(order);
    await Promise.race([answer, ended]);
    ended.catch(() => undefined);
  };
  return {
    async begin(aheadSeconds) {
      if (present !== null) await endProcess(present);
      present = waiting;
      waiting = spawned();
      await told(present, { open: environment, aheadSeconds });
    },
    async killAt(kill) {
      const child = present;
      if (child === null) throw new Error('Nothing runs');
      const killed = once(child, 'exit').then(([code, signal]) => {
        if (signal !== 'SIGKILL') throw new Error(`It ended with ${code}`);
      });
      await told(child, kill);
      return { killed };
    },
    async close() {
      await Promise.all([present, waiting].map((child) => child && endProcess(child)));
      await remove();
    },
  };
}
