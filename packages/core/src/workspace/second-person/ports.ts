import type { WritingContext } from '../../kernel/handler-context.ts';
import type { Instant } from '../../kernel/time.ts';
import type { SecondPersonStep } from './second-person.ts';

/** One step that needs a second person, as the context that owns it sees it. */
export interface SecondPersonQuestion {
  readonly step: SecondPersonStep;
  readonly target: { readonly kind: string; readonly id: string };
  /** The people who requested the step, and so may not take it (SPR-3). */
  readonly requesterIds: readonly string[];
  /** Since when the step has been waiting: the column "counted from" of the contract. */
  readonly countedFrom: Instant;
  /** The people who could also take exactly this step on this thing, beside those who could act anyway (SPR-6). */
  readonly mayAlso: readonly string[];
  /** `singlePersonReason` of the request; null if it has none. */
  readonly reason: string | null;
  /** The person who takes the step. */
  readonly actor: string;
}

/** The transaction of the step. */
export type SecondPersonTransaction = Pick<
  WritingContext,
  'now' | 'workspaceId' | 'newId' | 'emit' | 'requireStepUp'
>;

/**
 * Decides whether a person may take a step that they requested themselves. Others always may; the same person only if alone
 * in the workspace, with the setting on, after its time, with a reason and a fresh proof. `singlePerson` must be kept on the
 * record and in the facts of its event. Throws `second_person.required`, `second_person.cooling_off` or
 * `auth.reauthentication_required`, which the use case declares (`secondPersonErrors`).
 */
export interface SecondPersonRule {
  check(
    tx: SecondPersonTransaction,
    question: SecondPersonQuestion,
  ): Promise<{ readonly singlePerson: boolean }>;
  /**
   * For a step that waits from the request that only records it (SPR-10): returns the instant from which the person may take
   * it. Throws `second_person.required` if they could not take it as things are now.
   */
  begin(
    tx: SecondPersonTransaction,
    question: Omit<SecondPersonQuestion, 'countedFrom' | 'reason'>,
  ): Promise<Instant>;
  /** Since when the setting is on by which somebody may decide alone; null while it is off. */
  onSince(): Promise<Instant | null>;
}
