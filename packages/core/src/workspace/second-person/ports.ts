import type { Instant } from '../../kernel/time.ts';
import type { WritingContext } from '../../kernel/use-case.ts';
import type { SecondPersonStep } from './second-person.ts';

/** One step that asks for a second person, as the context that owns it sees it. */
export interface SecondPersonQuestion {
  readonly step: SecondPersonStep;
  readonly target: { readonly kind: string; readonly id: string };
  /** Who asked for the step, and so may not take it (SPR-3). */
  readonly requesterIds: readonly string[];
  /** Since when it waits: the column "counted from" of the step. */
  readonly countedFrom: Instant;
  /** Who else could take this very step on this very thing, beside those who could act anyway (SPR-6). */
  readonly mayAlso: readonly string[];
  /** `singlePersonReason` of the request, null where it has none. */
  readonly reason: string | null;
  /** Who takes the step. */
  readonly actor: string;
}

/** The transaction of the step. */
export type SecondPersonTransaction = Pick<
  WritingContext,
  'now' | 'workspaceId' | 'newId' | 'emit' | 'requireStepUp'
>;

/**
 * Whether a person may take a step that they asked for themselves. Others always may; the same person only alone in the
 * workspace, under the setting, after its time, with a reason and a fresh proof. `singlePerson` belongs on the record and
 * into the facts of its event, for ever. Refuses with `second_person.required`, `second_person.cooling_off` or
 * `auth.reauthentication_required`, which the use case declares (`secondPersonErrors`).
 */
export interface SecondPersonRule {
  check(
    tx: SecondPersonTransaction,
    question: SecondPersonQuestion,
  ): Promise<{ readonly singlePerson: boolean }>;
  /**
   * For a step that waits from the request that only records it (SPR-10): the instant from which the person may take it.
   * Refuses with `second_person.required` where they never could as things stand.
   */
  begin(
    tx: SecondPersonTransaction,
    question: Omit<SecondPersonQuestion, 'countedFrom' | 'reason'>,
  ): Promise<Instant>;
}
