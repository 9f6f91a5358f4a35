import type { WritingContext } from '../../kernel/handler-context.ts';
import type { DisclosureAuthorization } from './authorization.ts';
import type { AccountedRelease } from './ports.ts';
import type { PackageItem, ReleasePackage } from './release-package.ts';

/** The line of the accounting about a release (45 CFR 164.528 (b)): it outlives what was released. */
export const accountedRelease = (
  released: ReleasePackage,
  { basis, purposeOfUse }: Pick<DisclosureAuthorization, 'basis' | 'purposeOfUse'>,
  items: readonly PackageItem[],
  { newId, now }: Pick<WritingContext, 'newId' | 'now'>,
): AccountedRelease => ({
  id: newId(),
  subjectId: released.subjectId,
  packageId: released.id,
  packageNumber: released.packageNumber,
  releasedAt: released.releasedAt ?? now,
  recipientName: released.recipient.name,
  recipientOrganization: released.recipient.organization,
  description: descriptionOf(items),
  purposeOfUse,
  basis,
});

/** What was disclosed, by numbers, types and days, and by no word of it. */
function descriptionOf(items: readonly PackageItem[]): string {
  const counts = new Map<string, number>();
  for (const { entryType } of items) counts.set(entryType, (counts.get(entryType) ?? 0) + 1);
  const types = [...counts].sort(([one], [other]) => (one < other ? -1 : 1));
  const days = items.map(({ occurredAt }) => occurredAt.slice(0, 10)).sort();
  const [first = '', last = ''] = [days.at(0), days.at(-1)];
  const period = first === last ? first : `${first} – ${last}`;
  return `${types.map(([type, count]) => `${count} × ${type}`).join(', ')}; ${period}`;
}
