import type { EngineChild } from './engine-child.ts';

const mostSeconds = 30;

/** Whether the process says in time that it can begin; if not it has ended. */
export async function untilReady(child: EngineChild): Promise<boolean> {
  return new Promise<boolean>((resolve) => {
    let isSettled = false;
    const settle = (isReady: boolean) => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(timer);
      child.listener = null;
      if (!isReady) child.end();
      resolve(isReady);
    };
    const timer = setTimeout(() => settle(false), mostSeconds * 1000);
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
