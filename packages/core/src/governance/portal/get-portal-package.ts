import { z } from 'zod';
import { portalHeader, portalThrottle, portalThrottles } from '../consents/portal/opened-consent.ts';
import { PortalPackageView } from '../disclosures/portal-package.ts';
import { action } from '../ports.ts';
import { countedOpening, requireOpening } from './counted-opening.ts';
import { aboutRelease, portalPackageRead } from './events.ts';
import { openedPackage } from './opened-package.ts';
import { contentRefusals, goodLink, linkToken, releasedPackageId } from './portal-fields.ts';
import { openedWords, packageReading, shownPackage } from './read-package.ts';

export const getPortalPackage = action({
  summary: 'Read a package by its link',
  description:
    'With all that is written in it, once everything that is required was done. By a link its recipient also reads the other packages that were released to them in this workspace, each under its own terms and code.',
  access: 'anyone',
  always: true,
  countsAsRead: true,
  cli: { command: 'governance portal read' },
  throttle: portalThrottle(...goodLink),
  throttles: portalThrottles,
  input: z.strictObject({
    packageId: releasedPackageId(),
    authorization: portalHeader(),
    token: linkToken(),
  }),
  output: z.object({ package: PortalPackageView }),
  errors: contentRefusals,

  async prepare(asked, context) {
    const reading = await context.transact(async (work) => {
      const opened = await openedPackage(asked, work);
      return packageReading(opened, { withContent: true }, work);
    });
    return { reading, words: await openedWords(reading, context) };
  },

  async run(asked, context) {
    const { reading, words } = context.prepared;
    const opened = await openedPackage(asked, context);
    if (opened.requires.length === 0 && reading.requires.length === 0) requireOpening(opened, context);
    return { package: shownPackage(reading, words, opened.activity) };
  },

  /** Only what somebody gets was opened and read. */
  async delivering({ package: shown }, asked, { transact }) {
    if (shown.requires.length > 0) return;
    await transact(async (work) => {
      const opened = await openedPackage(asked, work, 'for update');
      if (opened.requires.length > 0) return;
      const { released } = opened;
      await countedOpening(opened, work);
      work.emit(portalPackageRead, { ...aboutRelease(released), items: released.itemCount });
    });
  },
});
