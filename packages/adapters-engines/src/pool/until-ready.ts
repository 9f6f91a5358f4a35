import type { EngineChild } from './engine-child.ts';
import { PatientClock } from './patient-clock.ts';

const mostSeconds = 30;

/** Whether the process says in time that it can begin; if not it has ended. */
export async function untilReady(child: EngineChild): Promise<boolean> {
  return new Promise<boolean>((resolve) => {
    let isSettled = false;
    const settle = (isReady: boolean) => {
      if (isSettled) return;
      isSettled = true;
      clock.stop();
      child.listener = null;
      if (!isReady) child.end();
      resolve(isReady);
    };
    const clock = new PatientClock(child.pid, mostSeconds * 1000, () => settle(false));
    // Whoever closes the pool ends processes that have not begun.
    void child.gone.then(() => settle(false));
    child.listener = {
      most: { jsonBytes: 1024, bytes: 1024 },
      heard: (message) => settle(message.kind === 'ready'),
      confused: () => settle(false),
      ended: () => settle(false),
    };
  });
}
