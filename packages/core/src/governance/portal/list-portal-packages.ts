import { z } from 'zod';
import { pageFields, pageOf } from '../../kernel/pages.ts';
import { shown } from '../../kernel/shapes.ts';
import { openedKey } from '../../records/index.ts';
import { portalHeader, portalThrottle, portalThrottles } from '../consents/portal/opened-consent.ts';
import { openedContent } from '../disclosures/pinned-items.ts';
import { portalRequirements } from '../disclosures/portal-package.ts';
import { noActivity } from '../disclosures/portal-token.ts';
import { slowQuery } from '../ports.ts';
import { openedLink, requiredOf } from './opened-package.ts';
import { goodLink, packageRefusals } from './portal-fields.ts';

export const PortalPackageSummaryView = z
  .object({
    id: shown.ownId(),
    packageNumber: z.string().describe('The number for people.'),
    title: z.string().nullable().describe('Its title; null until everything that is required was done.'),
    workspaceName: z.string().describe('Who released it.'),
    releasedAt: shown.instant().nullable().describe('When it was released; null until then.'),
    expiresAt: shown.instant().describe('Until when it can be read.'),
    itemCount: z.int().describe('How many entries it has.'),
    requires: z.array(z.enum(portalRequirements)).describe('What is left to do before it is read.'),
    consentedAt: shown.instant().nullable().describe('When its terms were accepted; null until then.'),
  })
  .meta({ id: 'PortalPackageSummary', description: 'A package in the list of its recipient.' });

export const listPortalPackages = slowQuery({
  summary: 'List the packages that were released to you',
  description:
    'All that can be read now and that this workspace released to the address of the link; the one that was released last comes first.',
  access: 'anyone',
  always: true,
  cli: {
    command: 'governance portal packages',
    columns: ['packageNumber', 'title', 'itemCount', 'expiresAt', 'id'],
  },
  throttle: portalThrottle(...goodLink),
  throttles: portalThrottles,
  input: z.strictObject({
    authorization: portalHeader(),
    ...pageFields(['instant', 'id'], { most: 100, usual: 50 }),
  }),
  output: z.object({
    packages: z.array(PortalPackageSummaryView),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
  }),
  errors: packageRefusals,

  async run({ cursor, limit, ...link }, context) {
    const { workspaceId, token, session } = await openedLink(link, context);
    const { releasePackages, recipientActivity, recordEntries, workspaceIdentity, now } = context;
    const { rows, ...page } = pageOf(
      await releasePackages.releasedTo(token.recipientKey, now, cursor ?? null, limit),
      limit,
      ({ releasedAt, id }) => [releasedAt ?? now, id],
    );
    const activities = await recipientActivity.of(rows.map(({ id }) => id));
    const { name } = await workspaceIdentity.brand();
    const packages = [];
    for (const released of rows) {
      const activity = activities.get(released.id) ?? noActivity(released.id);
      const requires = requiredOf(released, activity, session);
      const keyId = requires.length === 0 ? await recordEntries.keyIdOf(released.caseId) : null;
      packages.push({ released, activity, requires, keyId });
    }
    return { workspaceId, name, packages, ...page };
  },

  async compose({ workspaceId, name, packages, ...page }, _, { keyVault, recordCipher }) {
    const opening = { workspaceId, recordCipher };
    const shownPackages = [];
    for (const { released, activity, requires, keyId } of packages) {
      const key = keyId === null ? null : await openedKey(keyId, { keyVault, workspaceId });
      const { id, packageNumber, releasedAt, expiresAt, itemCount } = released;
      shownPackages.push({
        ...{ id, packageNumber, releasedAt, expiresAt, itemCount },
        title: openedContent(released, key, opening)?.title ?? null,
        workspaceName: name,
        requires: [...requires],
        consentedAt: activity.consentedAt,
      });
    }
    return { packages: shownPackages, ...page };
  },
});
