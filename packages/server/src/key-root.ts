import { announceRootUse, type RootUse } from '@chancery/adapters-persistence';
import type { RootedKeyRing } from '@chancery/adapters-services';
import { operate } from '@chancery/core';
import { identity } from '@chancery/core/internal';
import type { Configuration } from './configuration.ts';

const { rootSteps } = identity;
type Ports = Parameters<typeof operate>[0];

/** Reads the root secret of a migrated database, and makes the first one at the first start (PLT-27). */
export async function readRoot(ports: Ports, keyRing: RootedKeyRing): Promise<void> {
  if (keyRing.use(await storedRoots(ports))) return;
  // Of several processes that come here at once, one makes it, and all read the same.
  await operate(
    ports,
    identity.ports,
    null,
    (work) => rootSteps.establishRoot(keyRing.lastMasterKey, work),
    'identity',
  );
  keyRing.use(await storedRoots(ports));
}

/** The root secrets as they are stored, the one in use first. */
const storedRoots = (ports: Ports) =>
  ports.unitOfWork.run('read', 'identity', (transaction) => {
    transaction.enter(null);
    return transaction.repositories.identity.keyRoots.list();
  });

/**
 * Reads the root secret for a process that derives from it, and shows `keys rotate-root` that this process runs. Another
 * process cannot replace the root until `end`; an embedded database has no other process.
 */
export function rootOf({ databaseUrl }: Configuration, ports: Ports, keyRing: RootedKeyRing) {
  let use: RootUse | null = null;
  const read = () => readRoot(ports, keyRing);
  return {
    async open(as?: 'unannounced'): Promise<void> {
      if (databaseUrl !== null && as === undefined) use ??= await announceRootUse(databaseUrl, read);
      await read();
    },
    async end(): Promise<void> {
      await use?.end();
      use = null;
    },
  };
}
