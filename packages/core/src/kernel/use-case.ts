import type { z } from 'zod';
import { actionsOf } from './actions.ts';
import type { ContextPorts, PortsInside } from './context-ports.ts';
import type { Declaration, Denial, Found, Refusal, Throttled, UseCase } from './declaration.ts';
import type { EventType } from './events.ts';
import type { HandlerContext, Later, ReadingContext, WritingContext } from './handler-context.ts';
import { reactionsOf } from './reaction.ts';
import { slowQueriesOf } from './slow-query.ts';
import type { MaybeWritten } from './written-rows.ts';

// What the declarations and handlers of a context are typed with.

type QueryContext<P> = ReadingContext & Later<P> & P;
type CommandContext<P> = WritingContext & Later<P> & P;

/** `query`, `slowQuery`, `command`, `action`, `reaction` and `scheduled`, bound to the ports of one context. */
export function useCasesOf<S extends ContextPorts>(ports: S) {
  type P = PortsInside<S>;
  return {
    /** Reads one consistent snapshot; emits only what a read must leave in the ledger, and is then run again, writing. */
    query: <I extends z.ZodObject, O extends z.ZodType, F>(
      declaration: Declaration<I, O> &
        Throttled &
        Found<I, P, F> & {
          run(
            input: z.output<I>,
            context: QueryContext<P> & { readonly found: F },
          ): Promise<MaybeWritten<z.input<O>>>;
        },
    ): UseCase<I, O> => ({ kind: 'query', ports, ...declaration }),
    /** One transaction; everything it emits commits with it. */
    command: <I extends z.ZodObject, O extends z.ZodType, F>(
      declaration: Declaration<I, O> &
        Throttled &
        Found<I, P, F> & {
          run(input: z.output<I>, context: CommandContext<P> & { readonly found: F }): Promise<z.input<O>>;
        },
    ): UseCase<I, O> => ({ kind: 'command', ports, ...declaration }),
    /**
     * For the `denial` of a use case: what the event says of the refusal, or null if there is no such thing, so that
     * nothing was denied. The event's line has the outcome `denied`; the pipeline writes one per actor, target and minute.
     */
    denied<I, E extends z.ZodType>(
      event: EventType<E>,
      about: (input: I, context: HandlerContext & P, refusal: Refusal) => Promise<z.input<E> | null>,
    ): Denial<I> {
      if (event.ledger?.outcome !== 'denied') throw new TypeError(`${event.type} is the event of no denial`);
      return { event, about };
    },
    ...actionsOf(ports),
    ...slowQueriesOf(ports),
    ...reactionsOf(ports),
  };
}
