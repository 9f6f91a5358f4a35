import type { GovernancePorts } from '../ports.ts';
import { type DispositionItem, dispositionItemStates } from './review.ts';

/** What a review that ends without being executed had before it is free for another. */
export async function endItems(
  items: readonly DispositionItem[],
  { dispositions }: Pick<GovernancePorts, 'dispositions'>,
): Promise<void> {
  for (const item of items)
    await dispositions.saveItem({ ...item, state: dispositionItemStates.next(item.state, 'skip') });
}
