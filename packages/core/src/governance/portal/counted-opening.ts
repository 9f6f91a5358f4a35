import type { WritingContext } from '../../kernel/handler-context.ts';
import { type Instant, plusMinutes } from '../../kernel/time.ts';
import type { RecipientActivity } from '../disclosures/portal-token.ts';
import type { ReleasePackage } from '../disclosures/release-package.ts';
import { portalOpensUsedUp } from '../errors.ts';
import type { GovernancePorts } from '../ports.ts';
import { aboutRelease, portalOpened } from './events.ts';

/** All that is read within half an hour is one opening (PORT-6). */
const openMinutes = 30;

const isStillOpen = ({ lastOpenedAt }: RecipientActivity, now: Instant): boolean =>
  lastOpenedAt !== null && plusMinutes(lastOpenedAt, openMinutes) > now;

interface Opened {
  readonly released: Pick<ReleasePackage, 'maxOpens'>;
  readonly activity: RecipientActivity;
}

/** Throws once a package was opened as often as it may be, and its last opening is over (PORT-7). */
export function requireOpening({ released, activity }: Opened, { now }: Pick<WritingContext, 'now'>): void {
  if (isStillOpen(activity, now)) return;
  if (released.maxOpens !== null && activity.opens >= released.maxOpens) throw portalOpensUsedUp();
}

/**
 * Counts that a package is read, unless its last opening still lasts; throws once it was opened as often as it may be
 * (PORT-7). The caller has locked what was done with it, so that of two at once only one has the last opening.
 */
export async function countedOpening(
  opened: Opened & { readonly released: ReleasePackage },
  { recipientActivity, now, emit }: Pick<GovernancePorts, 'recipientActivity'> & WritingContext,
): Promise<RecipientActivity> {
  const { released, activity } = opened;
  requireOpening(opened, { now });
  if (isStillOpen(activity, now)) return activity;
  const counted = {
    ...activity,
    opens: activity.opens + 1,
    firstOpenedAt: activity.firstOpenedAt ?? now,
    lastOpenedAt: now,
  };
  await recipientActivity.save(counted);
  emit(portalOpened, aboutRelease(released));
  return counted;
}
