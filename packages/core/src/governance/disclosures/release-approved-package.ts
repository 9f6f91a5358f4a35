import { mailBudgetUsed } from '../../kernel/outside-mail.ts';
import { writesOfRecords } from '../../records/index.ts';
import {
  authorizationNotValid,
  authorizationReleasesUsedUp,
  consentNotValid,
  packageItemInError,
  packageManifestChanged,
  releasePackageInvalidState,
} from '../errors.ts';
import { action } from '../ports.ts';
import { accountedRelease } from './accounted-release.ts';
import { isValidAuthorization } from './authorization.ts';
import { requireConsent } from './consent-coverage.ts';
import { manifestDigest, optionalReason } from './disclosure-fields.ts';
import { onDisclosure } from './disclosure-permissions.ts';
import { aboutPackage, packageReleased } from './events.ts';
import { deniedPackage, lockedPackage } from './found-disclosure.ts';
import { newPortalLink } from './new-link.ts';
import { packageStep, steppedWithLink, stepRefusals } from './package-step.ts';
import { passedEntries } from './passed-items.ts';
import { packageStatusAt, releasedPackage } from './release-package.ts';
import { keyOfPackage, shownPackage } from './shown-disclosure.ts';
import { requireUnchangedItems } from './unchanged-items.ts';

export const releaseReleasePackage = action({
  summary: 'Release a package to its recipient',
  description:
    'The recipient is mailed a link, or the link is in this answer for you to pass on, and never again. The authorization, the consent and all entries are looked at once more.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  feature: 'disclosure_portal',
  outside: true,
  secret: true,
  throttles: writesOfRecords,
  cli: { command: 'governance disclosures packages release' },
  input: packageStep({
    reason: optionalReason(),
    manifestSha256: manifestDigest().optional().describe('The digest of what you have read, if you say it.'),
  }),
  output: steppedWithLink(),
  errors: [
    ...stepRefusals,
    authorizationNotValid,
    authorizationReleasesUsedUp,
    consentNotValid,
    packageManifestChanged,
    packageItemInError,
    mailBudgetUsed,
  ],
  denial: deniedPackage,

  find: lockedPackage,
  may: onDisclosure('release'),
  version: ({ released }) => released.version,
  prepare: keyOfPackage,

  async run(input, context) {
    const { found, prepared: key, now, user, releasePackages, disclosureAuthorizations } = context;
    const { released, recordCase, used } = found;
    if (packageStatusAt(released, now) !== 'approved' || released.expiresAt <= now)
      throw releasePackageInvalidState();
    if ((input.manifestSha256 ?? released.manifestSha256) !== released.manifestSha256)
      throw packageManifestChanged();
    const authorization = await disclosureAuthorizations.get(released.authorizationId, 'for update');
    if (authorization === null || !isValidAuthorization(authorization, now)) throw authorizationNotValid();
    if (authorization.releasesUsed >= authorization.maxReleases) throw authorizationReleasesUsedUp();
    await requireConsent(authorization, context);
    const items = await releasePackages.items(released.id);
    await requireUnchangedItems(found, items, context);

    const passesAll = (await passedEntries(items, input.purposeOfUse ?? null, context)) !== null;
    await disclosureAuthorizations.save({
      ...authorization,
      releasesUsed: authorization.releasesUsed + 1,
      remindAt: null,
      updatedAt: now,
      updatedByUserId: user.userId,
    });
    const saved = await releasePackages.save(releasedPackage(released, user.userId, now));
    if (authorization.accounted)
      await context.disclosureAccounting.add(accountedRelease(saved, authorization, items, context));
    const portalUrl = await newPortalLink(saved, saved.delivery, context);
    context.accessedBy(used);
    context.emit(packageReleased, {
      ...aboutPackage(saved, recordCase),
      reason: input.reason ?? null,
      recipientKind: saved.recipient.kind,
      items: items.length,
    });
    return { package: await shownPackage(saved, { items, passesAll, key }, context), portalUrl };
  },
});
