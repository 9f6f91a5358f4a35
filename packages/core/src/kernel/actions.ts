import type { z } from 'zod';
import type { ContextPorts, PortsInside } from './context-ports.ts';
import type { Declaration, Found, Throttled, UseCase } from './declaration.ts';
import type { Later, PreparingContext, WritingContext } from './handler-context.ts';

/** `action`, bound to the ports of one context. */
export const actionsOf = <S extends ContextPorts>(ports: S) => ({
  /**
   * Slow or outside work in `prepare`, then one transaction in `run`. Where `prepares` says that an input needs no such
   * work, `prepared` is null, and the gates are passed in that one transaction alone. `delivering` does, in transactions
   * of its own, what is to be done only if somebody gets the answer: it is awaited just before the first byte of it is sent,
   * and not for HEAD or for a caller who has gone. If it fails, so does the answer.
   */
  action: <I extends z.ZodObject, O extends z.ZodType, R, F>(
    declaration: Declaration<I, O> &
      Throttled &
      Found<I, PortsInside<S>, F> & {
        prepares?(input: z.output<I>): null extends R ? boolean : true;
        prepare(input: z.output<I>, context: PreparingContext<S>): Promise<R>;
        run(
          input: z.output<I>,
          context: WritingContext &
            Later<PortsInside<S>> &
            PortsInside<S> & { readonly prepared: NoInfer<R>; readonly found: F },
        ): Promise<z.input<O>>;
        delivering?(answer: z.output<O>, input: z.output<I>, context: PreparingContext<S>): Promise<void>;
      },
  ): UseCase<I, O> => ({ kind: 'action', ports, ...declaration }),
});
