import type { z } from 'zod';
import type { ContextPorts, PortsInside } from './context-ports.ts';
import type { Declaration, Found, Throttled, UseCase } from './declaration.ts';
import type { PreparingContext, ReadingContext } from './handler-context.ts';

/** `slowQuery`, bound to the ports of one context. */
export const slowQueriesOf = <S extends ContextPorts>(ports: S) => ({
  /**
   * A query with slow or outside work around its transaction (PLT-21): `prepare` may do some of it before, and `compose`
   * makes the answer of what the transaction read, after it has given its connection back. Like every query it is a read
   * while its workspace is closing or suspended. The caller has passed the gates as far as the plan before `prepare`, and
   * all of them before `compose`. What takes the processor for long has to leave room for others in between, or to run in
   * a worker thread.
   */
  slowQuery: <I extends z.ZodObject, O extends z.ZodType, C, F, R = undefined>(
    declaration: Declaration<I, O> &
      Throttled &
      Found<I, PortsInside<S>, F> & {
        prepare?(input: z.output<I>, context: PreparingContext<S>): Promise<R>;
        run(
          input: z.output<I>,
          context: ReadingContext & PortsInside<S> & { readonly prepared: NoInfer<R>; readonly found: F },
        ): Promise<C>;
        compose(read: NoInfer<C>, input: z.output<I>, context: PreparingContext<S>): Promise<z.input<O>>;
      },
  ): UseCase<I, O> => ({ kind: 'query', ports, ...declaration }),
});
