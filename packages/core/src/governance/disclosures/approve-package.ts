import { writesOfRecords } from '../../records/index.ts';
import { secondPersonErrors } from '../../workspace/index.ts';
import {
  packageItemInError,
  packageManifestChanged,
  releasePackageInvalidState,
  releasePackageNotFound,
} from '../errors.ts';
import { action } from '../ports.ts';
import { manifestDigest, optionalReason, singlePersonReason } from './disclosure-fields.ts';
import { onDisclosure } from './disclosure-permissions.ts';
import { aboutPackage, packageApproved } from './events.ts';
import { deniedPackage, lockedPackage } from './found-disclosure.ts';
import { packageStep, stepped, stepRefusals } from './package-step.ts';
import { passedEntries } from './passed-items.ts';
import { approvedPackage, packageStatusAt } from './release-package.ts';
import { leadsOf } from './second-persons.ts';
import { keyOfPackage, shownPackage } from './shown-disclosure.ts';
import { requireUnchangedItems } from './unchanged-items.ts';

export const approveReleasePackage = action({
  summary: 'Approve a release package',
  description:
    'Somebody else approves than whoever prepared it, and only what they have read: say the manifestSha256 of the preview. An approval holds for 30 days.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  throttles: writesOfRecords,
  cli: { command: 'governance disclosures packages approve' },
  input: packageStep({
    manifestSha256: manifestDigest().describe('The digest of what you have read.'),
    reason: optionalReason(),
    singlePersonReason: singlePersonReason(),
  }),
  output: stepped(),
  errors: [...stepRefusals, packageManifestChanged, packageItemInError, ...secondPersonErrors],
  denial: deniedPackage,

  find: lockedPackage,
  may: onDisclosure('approve'),
  version: ({ released }) => released.version,
  prepare: keyOfPackage,

  async run(input, context) {
    const { found, prepared: key, now, user, releasePackages } = context;
    const { released, recordCase, used } = found;
    const items = await releasePackages.items(released.id);
    if ((await passedEntries(items, input.purposeOfUse ?? null, context)) === null)
      throw releasePackageNotFound();
    if (packageStatusAt(released, now) !== 'prepared') throw releasePackageInvalidState();
    if (input.manifestSha256 !== released.manifestSha256) throw packageManifestChanged();
    await requireUnchangedItems(found, items, context);

    const reason = input.reason ?? null;
    const { singlePerson } = await context.secondPersonRule.check(context, {
      step: 'package.approve',
      target: { kind: 'release_package', id: released.id },
      requesterIds: [released.preparedByUserId],
      countedFrom: released.createdAt,
      mayAlso: await leadsOf(released.caseId, context, now),
      reason: input.singlePersonReason ?? null,
      actor: user.userId,
    });
    const by = { userId: user.userId, singlePerson, singlePersonReason: input.singlePersonReason ?? null };
    const saved = await releasePackages.save(approvedPackage(released, by, now));
    context.accessedBy(used);
    context.emit(packageApproved, { ...aboutPackage(saved, recordCase), reason, singlePerson });
    return { package: await shownPackage(saved, { items, passesAll: true, key }, context) };
  },
});
