import type { HandlerContext } from '../../kernel/handler-context.ts';
import { id } from '../../kernel/shapes.ts';
import type { RecordReader } from '../../records/index.ts';
import type { GovernancePorts } from '../ports.ts';
import { dispositionReviewNotFound } from './errors.ts';
import type { DispositionItem, DispositionReview } from './review.ts';

export const reviewId = () => id().describe('The id of the disposition review.');

export interface FoundReview {
  readonly reader: RecordReader;
  readonly review: DispositionReview;
  readonly items: readonly DispositionItem[];
}

export async function foundReview(
  { reviewId: asked }: { readonly reviewId: string },
  context: Pick<GovernancePorts, 'dispositions' | 'recordReaders' | 'recordHolds'> &
    Pick<HandlerContext, 'user'>,
  lock?: 'for update',
): Promise<FoundReview> {
  const { dispositions, recordHolds, recordReaders } = context;
  // Holds come before reviews, here and wherever both are locked.
  if (lock !== undefined) await recordHolds.lock();
  const review = await dispositions.find(asked, lock);
  if (review === null) throw dispositionReviewNotFound();
  const [reader, items] = await Promise.all([recordReaders.of(context), dispositions.items([asked])]);
  return { reader, review, items };
}
