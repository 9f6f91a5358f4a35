import type { ContextPorts, PortSet } from '../kernel/context-ports.ts';
import { closedWhenAway } from '../kernel/throttling.ts';
import { type Answers, type Asking, answers } from './composition.ts';
import { contextOf } from './contexts.ts';
import type { ChanceryPorts } from './ports.ts';
import type { Recall } from './recalled-look-ups.ts';
import type { Transaction } from './unit-of-work.ts';

/** What the handlers of one transaction share beside their ports: what the kernel gives to all. */
type KernelPart = object;
type Services = Readonly<Record<string, unknown>>;
type Bundles = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const asking = Symbol('asking');

/** What the handlers of a context inherit: reading a field of a handler's object then costs what reading a field costs. */
type Inherited = object;

/** Makes the object that a handler holds: the ports of its own context and nothing of the others', without naming any. */
export class HandlerPorts {
  readonly #services: Services;
  readonly #answers: Readonly<Record<string, (from: Asking) => unknown>>;
  readonly #inherited = new Map<ContextPorts, Inherited>();
  readonly #outside = new Map<ContextPorts, Services>();

  constructor(services: object, given: Partial<Answers<'asks'>> = {}) {
    this.#services = services as Services;
    this.#answers = { ...answers, ...given };
  }

  /** For a handler in a transaction: repositories and answers are made when they are named. */
  inside<K extends KernelPart>(
    ports: ContextPorts,
    transaction: Transaction,
    kernel: K,
    recall: Recall | null = null,
  ): K {
    const from: Asking = {
      transaction,
      recall,
      portsOf: (others) => this.#made(others, from, kernel),
    };
    return this.#made(ports, from, kernel);
  }

  /** For `prepare` and reactions: the services by name. */
  outside(ports: ContextPorts): Services {
    const known = this.#outside.get(ports) ?? { ...this.#named(ports.inside), ...this.#named(ports.outside) };
    this.#outside.set(ports, known);
    return known;
  }

  #named(set: PortSet): Services {
    return Object.fromEntries(Object.keys(set).map((name) => [name, this.#services[name]]));
  }

  #made<K extends KernelPart>(ports: ContextPorts, from: Asking, kernel: K): K {
    let inherited = this.#inherited.get(ports);
    if (inherited === undefined) {
      inherited = this.#inheritedOf(ports);
      this.#inherited.set(ports, inherited);
    }
    // In one literal: an object that so many fields are assigned to becomes a hash table, which costs six times as much.
    return { __proto__: inherited, [asking]: from, ...kernel };
  }

  #inheritedOf(ports: ContextPorts): Inherited {
    const inherited = {};
    const define = (name: string, get: (from: Asking) => unknown) =>
      Object.defineProperty(inherited, name, {
        get(this: { readonly [asking]: Asking }) {
          return get(this[asking]);
        },
      });
    const context = contextOf(ports) ?? '';
    for (const [name, { recalls }] of Object.entries(ports.repositories))
      define(name, ({ transaction, recall }) => {
        const repository = (transaction.repositories as Bundles)[context]?.[name];
        return recall === null || recalls.length === 0 ? repository : recalling(repository, recalls, recall);
      });
    // Every name that a context asks for has an answer: the type of `answers` says so.
    for (const name of Object.keys(ports.asks)) define(name, (from) => this.#answers[name]?.(from));
    return Object.assign(inherited, this.#named(ports.inside));
  }
}

type LookUp = (...given: readonly unknown[]) => Promise<unknown>;

/** A repository whose look-ups of these names are answered by `recall`. */
function recalling(repository: unknown, names: readonly string[], recall: Recall): object {
  // A repository is an object of functions; its port has named these.
  const methods = repository as Readonly<Record<string, LookUp>>;
  const recalled = names.map((name) => [
    name,
    (...given: readonly unknown[]) =>
      recall(`${name} ${JSON.stringify(given)}`, async () => methods[name]?.(...given)),
  ]);
  return { ...methods, ...Object.fromEntries(recalled) };
}

const made = new WeakMap<ChanceryPorts, HandlerPorts>();

/** Of one host: its classes are made once. */
export function handlerPortsOf(ports: ChanceryPorts): HandlerPorts {
  const known =
    made.get(ports) ??
    new HandlerPorts({ ...ports, throttle: closedWhenAway(ports.throttle) }, ports.answers);
  made.set(ports, known);
  return known;
}
