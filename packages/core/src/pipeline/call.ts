import type { UseCase } from '../kernel/declaration.ts';
import type { Caller } from '../kernel/principal.ts';

/** One call on its way through the gates. */
export interface Call {
  readonly name: string;
  readonly useCase: UseCase;
  readonly caller: Caller;
  readonly now: string;
}
