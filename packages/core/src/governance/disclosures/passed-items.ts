import type { HandlerContext } from '../../kernel/handler-context.ts';
import { type Purpose, type RecordEntry, requirePurpose } from '../../records/index.ts';
import type { GovernancePorts } from '../ports.ts';
import type { PackageItem } from './release-package.ts';

type Context = Pick<GovernancePorts, 'recordEntries'> & Pick<HandlerContext, 'user' | 'now'>;

/** The entries of a package if the caller passes all of them, for the purpose that they need; null otherwise. */
export async function passedEntries(
  items: readonly PackageItem[],
  purpose: Purpose | null,
  context: Context,
): Promise<readonly RecordEntry[] | null> {
  const ids = [...new Set(items.map(({ artifactId }) => artifactId))];
  const passed = await context.recordEntries.passedAmong(ids, context);
  if (passed.length < ids.length) return null;
  for (const { effectiveMask } of passed) requirePurpose(effectiveMask, purpose);
  return passed;
}
