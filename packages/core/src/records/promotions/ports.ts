import type { LabelMask } from '../access/labels.ts';
import type { Promotion, PromotionKind } from './promotion.ts';

/** What was made of a source, with its labels as they are now. */
export interface PromotedTarget extends Pick<Promotion, 'sourceId' | 'target'> {
  readonly effectiveMask: LabelMask;
  /** Who writes the entry that it is, or belongs to; null if there is none. */
  readonly authorUserId: string | null;
}

/** What was made of other things in the cases of the workspace of this transaction. */
export interface PromotionRepository {
  /** False, with nothing written, if the same was made already and this one does not say that it repeats that. */
  add(promotion: Promotion): Promise<boolean>;
  /** The first of this version of this source for this target in the case; null if there is none. */
  first(
    of: Pick<Promotion, 'caseId' | 'sourceKind' | 'sourceId' | 'sourceVersion' | 'target'>,
  ): Promise<Promotion | null>;
  /** What was made in the case of any version of these sources; the same target with the same labels once. */
  madeOf(
    caseId: string,
    sources: Readonly<Record<PromotionKind, readonly string[]>>,
  ): Promise<readonly PromotedTarget[]>;
}
