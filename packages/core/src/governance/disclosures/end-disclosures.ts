import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import type { RecordCase } from '../../records/index.ts';
import type { GovernancePorts } from '../ports.ts';
import { type DisclosureAuthorization, expiredAuthorization, revokedAuthorization } from './authorization.ts';
import { endLink } from './end-link.ts';
import {
  aboutAuthorization,
  aboutPackage,
  authorizationExpired,
  authorizationRevoked,
  packageCancelled,
  packageExpired,
  packageRevoked,
} from './events.ts';
import { portalMailTopics } from './mail-topics.ts';
import { expiredPackage, type PackageEnd, type ReleasePackage, withdrawnPackage } from './release-package.ts';

export type Ending = Pick<
  GovernancePorts,
  'disclosureAuthorizations' | 'releasePackages' | 'portalTokens' | 'recordCases'
> &
  Pick<FollowUpContext, 'now' | 'emit' | 'cancelJobs'>;

type Case = Pick<RecordCase, 'effectiveMask'>;

/** Ends a package: what was not released is cancelled, and of what was, the link opens nothing from this moment on. */
export async function withdrawPackage(
  released: ReleasePackage,
  recordCase: Case,
  end: PackageEnd,
  context: Ending,
): Promise<ReleasePackage> {
  const saved = await context.releasePackages.save(withdrawnPackage(released, end, context.now));
  const about = { ...aboutPackage(saved, recordCase), reason: end.reason };
  if (saved.status === 'cancelled') context.emit(packageCancelled, about);
  else {
    await endLink(saved.id, 'revoke', context);
    await context.cancelJobs({ type: 'release_package', id: saved.id }, ...portalMailTopics);
    context.emit(packageRevoked, { ...about, tellsRecipient: end.tellsRecipient });
  }
  return saved;
}

const silently: PackageEnd = { byUserId: null, reason: null, tellsRecipient: false };

/** The time of a released package is over. */
export async function expirePackage(
  released: ReleasePackage,
  recordCase: Case,
  context: Ending,
): Promise<void> {
  const saved = await context.releasePackages.save(expiredPackage(released, context.now));
  await endLink(saved.id, 'expire', context);
  await context.cancelJobs({ type: 'release_package', id: saved.id }, ...portalMailTopics);
  context.emit(packageExpired, aboutPackage(saved, recordCase));
}

interface AuthorizationEnd extends PackageEnd {
  /** Whether what was released is closed to its recipients too. */
  readonly cutReleasedAccess: boolean;
}

/** Ends an authorization with the packages on it (governance 5.2). */
export async function revokeAuthorization(
  authorization: DisclosureAuthorization,
  recordCase: Case,
  { cutReleasedAccess, ...end }: AuthorizationEnd,
  context: Ending,
): Promise<{
  readonly authorization: DisclosureAuthorization;
  readonly packages: readonly ReleasePackage[];
}> {
  const { disclosureAuthorizations, releasePackages, emit, now } = context;
  const saved = await disclosureAuthorizations.save(revokedAuthorization(authorization, end, now));
  emit(authorizationRevoked, { ...aboutAuthorization(saved, recordCase), reason: end.reason });
  const packages: ReleasePackage[] = [];
  for (const released of await releasePackages.openOfAuthorization(authorization.id))
    if (released.status !== 'released' || cutReleasedAccess)
      packages.push(await withdrawPackage(released, recordCase, end, context));
  return { authorization: saved, packages };
}

/** The time of an authorization is over: what was released runs to its own end. */
export async function expireAuthorization(
  authorization: DisclosureAuthorization,
  recordCase: Case,
  context: Ending,
): Promise<void> {
  const { disclosureAuthorizations, releasePackages, emit, now } = context;
  const saved = await disclosureAuthorizations.save(expiredAuthorization(authorization, now));
  emit(authorizationExpired, aboutAuthorization(saved, recordCase));
  for (const released of await releasePackages.openOfAuthorization(authorization.id))
    if (released.status !== 'released') await withdrawPackage(released, recordCase, silently, context);
}

/** A consent has ended: what rests on it ends with it, in the same transaction (GOV-3). */
export async function endDisclosuresOn(
  consentId: string,
  end: AuthorizationEnd,
  context: Ending,
): Promise<readonly ReleasePackage[]> {
  const ended: ReleasePackage[] = [];
  for (const authorization of await context.disclosureAuthorizations.openOfConsent(consentId)) {
    const recordCase = await context.recordCases.get(authorization.caseId);
    if (recordCase === null) continue;
    const { packages } = await revokeAuthorization(authorization, recordCase, end, context);
    ended.push(...packages);
  }
  return ended;
}
