import { reason, writesOfRecords } from '../../records/index.ts';
import { releasePackageInvalidState } from '../errors.ts';
import { action } from '../ports.ts';
import { onDisclosure } from './disclosure-permissions.ts';
import { withdrawPackage } from './end-disclosures.ts';
import { deniedPackage, lockedPackage } from './found-disclosure.ts';
import { packageStep, stepped, stepRefusals } from './package-step.ts';
import { passedEntries } from './passed-items.ts';
import { packageStatusAt, releasePackageStates } from './release-package.ts';
import { keyOfPackage, shownPackage } from './shown-disclosure.ts';

export const revokeReleasePackage = action({
  summary: 'Revoke a release package, or cancel it before its release',
  description: 'The link of a released package opens nothing from this moment on, and its recipient is told.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  throttles: writesOfRecords,
  cli: { command: 'governance disclosures packages revoke' },
  input: packageStep({ reason: reason().describe('Why.') }),
  output: stepped(),
  errors: stepRefusals,
  denial: deniedPackage,

  find: lockedPackage,
  may: onDisclosure('release'),
  version: ({ released }) => released.version,
  prepare: keyOfPackage,

  async run({ reason: why, purposeOfUse: purpose }, context) {
    const { found, prepared: key, now, user, releasePackages } = context;
    const { released, recordCase, used } = found;
    // What has ended by the clock is not ended a second time.
    if (releasePackageStates.isFinal(packageStatusAt(released, now))) throw releasePackageInvalidState();
    const items = await releasePackages.items(released.id);
    const passesAll = (await passedEntries(items, purpose ?? null, context)) !== null;
    context.accessedBy(used);
    const end = { byUserId: user.userId, reason: why, tellsRecipient: true };
    const saved = await withdrawPackage(released, recordCase, end, context);
    return { package: await shownPackage(saved, { items, passesAll, key }, context) };
  },
});
