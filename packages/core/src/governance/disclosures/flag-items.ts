import { entryAmended, entryEnteredInError } from '../../records/index.ts';
import { governanceSweepJobs } from '../jobs.ts';
import { type GovernanceReacting, reaction } from '../ports.ts';
import { aboutItem, itemFlagged } from './events.ts';
import type { ItemFlag } from './release-package.ts';

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
    for (const item of await releasePackages.flagItems(of, as, now)) {
      const released = await releasePackages.get(item.packageId);
      const recordCase = released && (await recordCases.get(released.caseId));
      if (released !== null && recordCase !== null) emit(itemFlagged, aboutItem(released, item, recordCase));
    }
  });
