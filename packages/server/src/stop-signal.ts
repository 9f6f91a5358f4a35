/** Aborts at the first SIGTERM or SIGINT. A second one ends the process at once, because a person who sends it does not want to wait. */
export function stopSignal(): AbortSignal {
  const controller = new AbortController();
  const stop = () => {
    if (controller.signal.aborted) process.exit(1);
    controller.abort();
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // Whoever started this process over a channel and is gone cannot stop it any more.
  if (process.connected) process.once('disconnect', () => controller.abort());
  return controller.signal;
}

/** Tells the process that started this one over a channel, if one did, that this one serves. */
export function reportReady(ready: { readonly baseUrl: string; readonly port: number }): void {
  if (process.connected) process.send?.(ready);
}

/** Tells it what there is to look at in the demo, once that is made. */
export function reportDemo(items: readonly { readonly what: string; readonly open: string }[]): void {
  if (process.connected) process.send?.({ items });
}

export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Whether the work ended in time; if not, it continues. */
export async function within(seconds: number, work: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), seconds * 1000);
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
