import { AsyncLocalStorage } from 'node:async_hooks';
import type { ChanceryPorts, UnitOfWork } from '@chancery/core';
import { outsidePortNames } from '@chancery/core/internal';
import { longestHoldMilliseconds } from '../kernel/long-holds.ts';
import { watchingFacts } from './fact-watch.ts';
import { noteFault } from './faults.ts';

/** A transaction, as what runs inside it knows of it. */
interface OpenUnit {
  readonly holder: string;
  isOpen: boolean;
  /** Whether another one was open at the same time, whose processor time cannot be told from its own. */
  isShared: boolean;
}

const current = new AsyncLocalStorage<OpenUnit>();
const open = new Set<OpenUnit>();

/**
 * Watches what waits inside of transactions (PLT-21). A call of an outside port from inside of one is a fault, and so is a
 * second transaction, however fast the double answers: nothing is left to the clock of a busy machine. What the processor
 * does inside is measured as processor time of this process, against the two seconds that a connection may be held.
 */
export function watchingTransactions<P extends ChanceryPorts>(ports: P): P {
  const outside = outsidePortNames.map((name) => [name, watchedPort(name, ports[name])] as const);
  return {
    ...ports,
    ...Object.fromEntries(outside),
    unitOfWork: watchingFacts(watchedUnits(ports.unitOfWork)),
  };
}

function watchedUnits(units: UnitOfWork): UnitOfWork {
  return {
    run(mode, role, work, holder = 'unknown', mayBeOld = false) {
      noteInside('a second transaction');
      return units.run(
        mode,
        role,
        async (transaction) => {
          const unit: OpenUnit = { holder, isOpen: true, isShared: open.size > 0 };
          for (const other of open) other.isShared = true;
          open.add(unit);
          const before = process.cpuUsage();
          try {
            return await current.run(unit, () => work(transaction));
          } finally {
            unit.isOpen = false;
            open.delete(unit);
            const { user, system } = process.cpuUsage(before);
            const milliseconds = (user + system) / 1000;
            if (!unit.isShared && milliseconds > longestHoldMilliseconds)
              noteWait(holder, `${Math.round(milliseconds)} ms of processor time`);
          }
        },
        holder,
        mayBeOld,
      );
    },
  };
}

function watchedPort<T>(name: string, port: T): T {
  if (typeof port !== 'object' || port === null) return port;
  return new Proxy(port, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        noteInside(`${name}.${String(key)}`);
        return value.apply(target, given);
      };
    },
  });
}

function noteInside(what: string): void {
  const unit = current.getStore();
  if (unit?.isOpen) noteWait(unit.holder, what);
}

const noteWait = (holder: string, what: string): void =>
  noteFault(`Inside of a transaction (PLT-21): ${holder}: ${what}`);
