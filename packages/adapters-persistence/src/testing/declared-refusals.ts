import { type Caller, type Chancery, isFailure, type UseCase, useCases } from '@chancery/core';
import { refusalsOf } from '@chancery/core/internal';
import { noteGiven } from './fact-watch.ts';
import { noteFault } from './faults.ts';

/**
 * The same, watched: a refusal whose code neither the use case nor its gates declare is a fault, because the contract that
 * callers read is written from what is declared.
 */
export function watchingRefusals(chancery: Chancery): Chancery {
  const watched =
    (execute: Chancery['execute']): Chancery['execute'] =>
    async (name, useCase, input, caller) => {
      noteGiven(input);
      try {
        return await execute(name, useCase, input, caller);
      } catch (error) {
        if (isFailure(error) && !declaredCodes(useCase, caller).includes(error.code))
          noteFault(`${name} does not declare ${error.code}`);
        throw error;
      }
    };
  const execute = watched(chancery.execute);
  const contexts: Record<string, Record<string, unknown>> = {};
  for (const { context, name, useCase } of useCases()) {
    const methods = contexts[context] ?? {};
    methods[name] = async (input: unknown, caller: Caller) =>
      (await execute(name, useCase, input, caller)).data;
    contexts[context] = methods;
  }
  return { ...chancery, ...contexts, execute, executeForJson: watched(chancery.executeForJson) };
}

const declaredCodes = (useCase: UseCase, { idempotencyKey }: Caller): readonly string[] =>
  refusalsOf(useCase, idempotencyKey !== null).map(({ code }) => code);
