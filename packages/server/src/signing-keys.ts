import type { RotatingTokenSigner } from '@chancery/adapters-services';
import type { Clock, Log } from '@chancery/core';

const everySeconds = 10;

/**
 * Reads the signing keys regularly, because another process may have rotated them. A new key is published a day before it
 * signs. If a key was dropped at once (`chancery keys rotate --now`), its tokens are refused within ten seconds.
 */
export function watchSigningKeys(
  signer: Pick<RotatingTokenSigner, 'load'>,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): { start(): void; stop(): Promise<void> } {
  let timer: ReturnType<typeof setInterval> | undefined;
  let reading: Promise<void> = Promise.resolve();
  const read = () => {
    reading = signer.load(clock.now()).catch((error: unknown) => {
      log.warn({ error: String(error) }, 'the signing keys could not be read; the next turn tries again');
    });
  };
  return {
    start() {
      timer = setInterval(read, everySeconds * 1000).unref();
    },
    async stop() {
      clearInterval(timer);
      await reading;
    },
  };
}
