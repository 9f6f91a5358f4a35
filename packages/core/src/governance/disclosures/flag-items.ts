import { groupBy } from '../../kernel/grouping.ts';
import { foldEmail } from '../../kernel/mail-address.ts';
import type { Instant } from '../../kernel/time.ts';
import { entryAmended, entryEnteredInError } from '../../records/index.ts';
import { governanceSweepJobs } from '../jobs.ts';
import { type GovernanceReacting, reaction } from '../ports.ts';
import { aboutItem, itemFlagged, itemFlagMailDue } from './events.ts';
import { type ItemFlag, packageStatusAt, type ReleasePackage } from './release-package.ts';

const aggregate = ({ artifactId }: { readonly artifactId: string }) => ({ type: 'entry', id: artifactId });

/** Packages go on showing the version that they pinned, and say that there is a newer one (GOV-8). */
export const flagAmendedItems = reaction(
  entryAmended,
  {
    topic: 'governance.flag_amended_items',
    policy: governanceSweepJobs,
    aggregate,
    needs: ['artifactId', 'versionNumber'],
  },
  ({ artifactId, versionNumber }, context) =>
    flag({ artifactId, beforeVersion: versionNumber }, 'amended', context),
);

/** The same of an entry that should not have been made. */
export const flagItemsInError = reaction(
  entryEnteredInError,
  {
    topic: 'governance.flag_items_in_error',
    policy: governanceSweepJobs,
    aggregate,
    needs: ['artifactId'],
  },
  ({ artifactId }, context) => flag({ artifactId, beforeVersion: null }, 'entered_in_error', context),
);

/** Run again it finds nothing: what was flagged so already is left as it is. */
const flag = (
  of: { readonly artifactId: string; readonly beforeVersion: number | null },
  as: ItemFlag,
  { transact, now }: GovernanceReacting,
): Promise<void> =>
  transact(async ({ releasePackages, recordCases, emit }) => {
    const flagged: ReleasePackage[] = [];
    for (const item of await releasePackages.flagItems(of, as, now)) {
      const released = await releasePackages.get(item.packageId);
      const recordCase = released && (await recordCases.get(released.caseId));
      if (released === null || recordCase === null) continue;
      emit(itemFlagged, aboutItem(released, item, recordCase));
      flagged.push(released);
    }
    for (const packageIds of openToEach(flagged, now))
      emit(itemFlagMailDue, { artifactId: of.artifactId, flag: as, packageIds });
  });

/** The packages that can be read now, for each recipient once: an entry may stand in several that one of them has. */
const openToEach = (packages: readonly ReleasePackage[], now: Instant): readonly string[][] =>
  [
    ...groupBy(
      packages.filter((each) => packageStatusAt(each, now) === 'released'),
      ({ recipient }) => foldEmail(recipient.email),
    ).values(),
  ].map((ofOne) => [...new Set(ofOne.map(({ id }) => id))].toSorted());
