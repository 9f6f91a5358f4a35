import { mailBudgetUsed } from '../../kernel/outside-mail.ts';
import { reason, writesOfRecords } from '../../records/index.ts';
import { releasePackageInvalidState } from '../errors.ts';
import { action } from '../ports.ts';
import { newLinkFields } from './disclosure-fields.ts';
import { onDisclosure } from './disclosure-permissions.ts';
import { endLink } from './end-link.ts';
import { aboutPackage, linkReissued } from './events.ts';
import { deniedPackage, lockedPackage } from './found-disclosure.ts';
import { portalReleaseMailTopic } from './mail-topics.ts';
import { newPortalLink } from './new-link.ts';
import { packageStep, steppedWithLink, stepRefusals } from './package-step.ts';
import { passedEntries } from './passed-items.ts';
import { packageStatusAt } from './release-package.ts';
import { keyOfPackage, shownPackage } from './shown-disclosure.ts';

export const createPortalLink = action({
  summary: 'Give the recipient of a package a new link',
  description:
    'For a mail that was lost, or a package that wrong access codes have locked. Earlier links, and what their access codes opened, end at once.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  feature: 'disclosure_portal',
  outside: true,
  secret: true,
  throttles: writesOfRecords,
  cli: { command: 'governance disclosures packages link' },
  input: packageStep({
    ...newLinkFields,
    reason: reason()
      .describe('Why.')
      .meta({ examples: ['The mail was lost'] }),
  }),
  output: steppedWithLink(),
  errors: [...stepRefusals, mailBudgetUsed],
  denial: deniedPackage,

  find: lockedPackage,
  may: onDisclosure('release'),
  version: ({ released }) => released.version,

  async prepare({ packageId: of, accessCode }, context) {
    const accessCodeHash = accessCode === null ? null : await context.passwords.hash(accessCode);
    return { accessCodeHash, key: await keyOfPackage({ packageId: of }, context) };
  },

  async run({ delivery, reason: why, purposeOfUse: purpose }, context) {
    const { found, prepared, now, user, releasePackages, recipientActivity } = context;
    const { released, recordCase, used } = found;
    if (packageStatusAt(released, now) !== 'released') throw releasePackageInvalidState();
    const items = await releasePackages.items(released.id);
    const passesAll = (await passedEntries(items, purpose ?? null, context)) !== null;

    await endLink(released.id, 'replace', context);
    await context.cancelJobs({ type: 'release_package', id: released.id }, portalReleaseMailTopic);
    const activity = await recipientActivity.get(released.id, 'for update');
    await recipientActivity.save({ ...activity, wrongCodes: 0, lockedAt: null });
    const saved = await releasePackages.save({
      ...released,
      ...{ delivery, updatedAt: now, updatedByUserId: user.userId },
      accessCodeHash: prepared.accessCodeHash ?? released.accessCodeHash,
    });
    const portalUrl = await newPortalLink(saved, delivery, context);
    context.accessedBy(used);
    context.emit(linkReissued, { ...aboutPackage(saved, recordCase), reason: why });
    const opening = { items, passesAll, key: prepared.key };
    return { package: await shownPackage(saved, opening, context), portalUrl };
  },
});
