import type { Caller } from '../kernel/principal.ts';
import type { UseCase } from '../kernel/use-case.ts';

/** One call on its way through the gates. */
export interface Call {
  readonly name: string;
  readonly useCase: UseCase;
  readonly caller: Caller;
  readonly now: string;
}
