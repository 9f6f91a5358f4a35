import { invalidField } from '../../kernel/validation.ts';
import { memberNotFound } from '../../workspace/index.ts';
import type { LifecyclePorts } from '../ports.ts';
import type { Lifecycle } from './lifecycle.ts';

type Dates = Pick<
  Lifecycle,
  'issuedOn' | 'effectiveOn' | 'statedExpiresOn' | 'confirmedExpiresOn' | 'noExpiration'
>;

/** The fields of a request that its faults point at. */
const usualPaths = { issuedOn: '/issuedOn', effectiveOn: '/effectiveOn', expiresOn: '/statedExpiresOn' };

/** Passes if no date comes before one that it has to follow, and if nothing that never expires has a date (LIF-6). */
export function requireOrder(dates: Dates, ownPaths: Partial<typeof usualPaths> = {}): void {
  const paths = { ...usualPaths, ...ownPaths };
  const { issuedOn, effectiveOn, statedExpiresOn, confirmedExpiresOn, noExpiration } = dates;
  if (noExpiration && statedExpiresOn !== null)
    throw invalidField(
      '/noExpiration',
      'lifecycle.date_conflict',
      'Give a date, or say that there is none, and not both.',
    );
  const expiresOn = confirmedExpiresOn ?? statedExpiresOn;
  const inOrder = [
    { path: paths.issuedOn, date: issuedOn },
    { path: paths.effectiveOn, date: effectiveOn },
    { path: paths.expiresOn, date: expiresOn },
  ].flatMap(({ path, date }) => (date === null ? [] : [{ path, date }]));
  const wrong = inOrder.find(({ date }, at) => at > 0 && date < (inOrder[at - 1]?.date ?? ''));
  if (wrong !== undefined)
    throw invalidField(
      wrong.path,
      'lifecycle.dates_out_of_order',
      'Give dates in this order: issued, effective, expires.',
    );
}

/** Passes if the person may keep a document in force: an active member and no guest. Who does so already may go on. */
export async function requireOwner(
  userId: string | null,
  before: string | null,
  { memberDirectory }: Pick<LifecyclePorts, 'memberDirectory'>,
): Promise<void> {
  if (userId === null || userId === before) return;
  const [member] = await memberDirectory.find([userId]);
  if (member === undefined || member.status !== 'active' || member.role === 'guest') throw memberNotFound();
}
