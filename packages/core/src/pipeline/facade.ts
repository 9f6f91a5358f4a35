import type { z } from 'zod';
import type { UseCase } from '../kernel/declaration.ts';
import { groupBy } from '../kernel/grouping.ts';
import type { Caller } from '../kernel/principal.ts';
import { inObjects } from '../kernel/written-rows.ts';
import { type Outcome, Pipeline } from './chancery.ts';
import type { Contexts } from './contexts.ts';
import { useCases } from './declarations.ts';
import type { ChanceryPorts } from './ports.ts';

type Callable<U> =
  U extends UseCase<infer I, infer O> ? (input: z.input<I>, caller: Caller) => Promise<z.output<O>> : never;
type UseCaseNames<C> = { [K in keyof C]: C[K] extends UseCase ? K : never }[keyof C];

/** `chancery.workspace.createProject(input, caller)`: every use case of every context. */
export type Chancery = {
  readonly [C in keyof Contexts]: { readonly [U in UseCaseNames<Contexts[C]>]: Callable<Contexts[C][U]> };
} & {
  /** Runs one use case by its declaration; what an adapter calls. */
  execute(name: string, useCase: UseCase, input: unknown, caller: Caller): Promise<Outcome>;
  /**
   * The same for an adapter that answers in JSON: lists that were written already stay so, and `jsonOf` takes them in. It
   * awaits `delivering` before it sends the answer to somebody who gets it.
   */
  executeForJson(name: string, useCase: UseCase, input: unknown, caller: Caller): Promise<Outcome>;
  /** Counts what an adapter refuses by itself, such as a body that cannot be read, and throws what is to be answered. */
  refuse(name: string, useCase: UseCase, refusal: unknown, caller: Caller): Promise<never>;
  readonly ports: ChanceryPorts;
};

export function createChancery(ports: ChanceryPorts): Chancery {
  const pipeline = new Pipeline(ports);
  const execute: Chancery['execute'] = async (name, useCase, input, caller) => {
    const { delivering, ...outcome } = await pipeline.execute(name, useCase, input, caller);
    await delivering?.();
    return { ...outcome, data: inObjects(outcome.data) };
  };
  const contexts = Object.fromEntries(
    [...groupBy(useCases(), ({ context }) => context)].map(([context, declared]) => [
      context,
      Object.fromEntries(
        declared.map(({ name, useCase }) => [
          name,
          async (input: unknown, caller: Caller) => (await execute(name, useCase, input, caller)).data,
        ]),
      ),
    ]),
  );
  // The mapped type above says what Object.fromEntries cannot.
  return {
    ...contexts,
    execute,
    executeForJson: pipeline.execute.bind(pipeline),
    refuse: pipeline.refuse.bind(pipeline),
    ports,
  } as unknown as Chancery;
}
