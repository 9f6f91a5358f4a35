import type { Promotion } from './promotion.ts';

/** What was made of other things in the cases of the workspace of this transaction. */
export interface PromotionRepository {
  /** False, with nothing written, if the same was made already and this one does not say that it repeats that. */
  add(promotion: Promotion): Promise<boolean>;
  /** The first of this version of this source for this target in the case; null if there is none. */
  first(
    of: Pick<Promotion, 'caseId' | 'sourceKind' | 'sourceId' | 'sourceVersion' | 'target'>,
  ): Promise<Promotion | null>;
}
