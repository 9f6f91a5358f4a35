import { type Clock, type Log, SealFailure, type SealKeyProvider } from '@chancery/core';

/** A first start has enough to do before. */
const afterSeconds = 5;

/**
 * Tries the keys of seals soon after the start, so that the first root is there before the first document is sent, and
 * so that the log says at once if the operator's key cannot be used.
 */
export function firstSealKey(
  keys: Pick<SealKeyProvider, 'probe'>,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  seconds = afterSeconds,
): { start(): void; stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let probing: Promise<void> = Promise.resolve();
  const probe = () => {
    probing = keys.probe(clock.now()).catch((error: unknown) => {
      const reason = error instanceof SealFailure ? error.message : String(error);
      log.warn({ error: reason }, 'documents cannot be sealed now, so none can be sent for signature');
    });
  };
  return {
    start() {
      timer = setTimeout(probe, seconds * 1000).unref();
    },
    async stop() {
      clearTimeout(timer);
      await probing;
    },
  };
}
