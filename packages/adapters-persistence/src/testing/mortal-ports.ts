import type { BlobStore, ChanceryPorts, JobStore, KeyVault, UnitOfWork } from '@chancery/core';

/** Decides at which step of its work a process is gone. What is gone takes no further step until it is started again. */
export class Fate {
  #steps = 0;
  #last = Number.POSITIVE_INFINITY;
  isGone = false;

  /** The process is gone when it has taken so many steps from now on. */
  endAfter(steps: number): void {
    this.#steps = 0;
    this.#last = steps;
    this.isGone = false;
  }
  startAgain(): void {
    this.endAfter(Number.POSITIVE_INFINITY);
  }
  step(): void {
    if (this.#steps === this.#last) this.isGone = true;
    this.require();
    this.#steps += 1;
  }
  require(): void {
    if (this.isGone) throw new Error('The process is gone.');
  }
}

type Ports = Pick<ChanceryPorts, 'unitOfWork' | 'jobs' | 'keyVault' | 'blobs'>;

/**
 * Ports of a process that can be gone before and after each of its writing transactions, each change of the key vault and
 * each object that it deletes. What it held in memory counts for nothing then, and nobody gives its jobs back.
 */
export const mortalPorts = ({ unitOfWork, jobs, keyVault, blobs }: Ports, fate: Fate): Ports => {
  const around = async <T>(work: () => Promise<T>): Promise<T> => {
    fate.step();
    const result = await work();
    fate.step();
    return result;
  };
  const mortalUnit: UnitOfWork = {
    run: (mode, role, work, ...more) => {
      const run = () => unitOfWork.run(mode, role, work, ...more);
      fate.require();
      return mode === 'write' ? around(run) : run();
    },
  };
  return {
    unitOfWork: mortalUnit,
    jobs: whileAlive<JobStore>(jobs, fate),
    keyVault: overlaid<KeyVault>(keyVault, {
      make: (workspaceId, count) => around(() => keyVault.make(workspaceId, count)),
      destroy: (workspaceId, keyId) => around(() => keyVault.destroy(workspaceId, keyId)),
    }),
    blobs: overlaid<BlobStore>(blobs, { delete: (key) => around(() => blobs.delete(key)) }),
  };
};

/** The object with other methods in the place of some of its own. */
const overlaid = <T extends object>(object: T, methods: Partial<T>): T =>
  new Proxy(object, {
    get: (target, property) => {
      const own: unknown = Reflect.get(methods, property) ?? Reflect.get(target, property, target);
      return typeof own === 'function' ? own.bind(target) : own;
    },
  });

const whileAlive = <T extends object>(object: T, fate: Fate): T =>
  new Proxy(object, {
    get: (target, property) => {
      const own: unknown = Reflect.get(target, property, target);
      if (typeof own !== 'function') return own;
      return (...given: unknown[]) => {
        fate.require();
        return own.apply(target, given);
      };
    },
  });
