import type { FailureType } from '../../kernel/errors.ts';
import type { AccessUsed } from '../../kernel/events.ts';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import {
  accessDenied,
  type Purpose,
  purposeUsed,
  type RecordCase,
  recordOfCase,
} from '../../records/index.ts';
import { authorizationNotFound, releasePackageNotFound } from '../errors.ts';
import { denied, type GovernancePorts } from '../ports.ts';
import type { DisclosureAuthorization } from './authorization.ts';
import type { StoodDisclosure } from './disclosure-permissions.ts';
import type { ReleasePackage } from './release-package.ts';

/** A case with what the caller is to what is disclosed of it, and by what right. */
export interface FoundCase extends StoodDisclosure {
  readonly recordCase: RecordCase;
  readonly used: AccessUsed;
}
export interface FoundAuthorization extends FoundCase {
  readonly authorization: DisclosureAuthorization;
}
export interface FoundPackage extends FoundCase {
  readonly released: ReleasePackage;
}

type Context = Pick<
  GovernancePorts,
  'disclosureAuthorizations' | 'releasePackages' | 'recordCases' | 'recordReaders'
> &
  Pick<HandlerContext, 'user' | 'now'>;

interface Asked {
  readonly caseId: string;
  readonly purposeOfUse: Purpose | undefined;
}

/**
 * The case, for whoever passes it; and for a privacy officer whom no wall keeps out, who decides on disclosures by what is
 * about them (governance 11). For everybody else there is nothing (REC-1).
 */
export async function foundCase(
  { caseId, purposeOfUse }: Asked,
  missing: FailureType,
  context: Context,
): Promise<FoundCase> {
  const { recordCases, recordReaders, user } = context;
  try {
    const { case: recordCase, ...seen } = await recordCases.seen({ caseId, purposeOfUse }, context);
    return { ...seen, recordCase };
  } catch (error) {
    if (!isCaseNotFound(error)) throw error;
    const [recordCase, reader] = await Promise.all([recordCases.get(caseId), recordReaders.of(context)]);
    const isKeptOut = recordCase === null || recordCase.blockedUserIds.includes(user.userId);
    if (isKeptOut || !reader.duties.includes('privacy_officer')) throw missing();
    const access = { basis: 'role' as const, grantId: null };
    return {
      ...{ reader, recordCase },
      standing: null,
      used: { access, purposeOfUse: purposeUsed(purposeOfUse ?? null) },
    };
  }
}

const isCaseNotFound = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'case.not_found';

interface OfAuthorization {
  readonly authorizationId: string;
  readonly purposeOfUse?: Purpose | undefined;
}

export async function foundAuthorization(
  { authorizationId, purposeOfUse }: OfAuthorization,
  context: Context,
  lock?: 'for update',
): Promise<FoundAuthorization> {
  const authorization = await context.disclosureAuthorizations.get(authorizationId, lock);
  if (authorization === null) throw authorizationNotFound();
  const { caseId } = authorization;
  return { ...(await foundCase({ caseId, purposeOfUse }, authorizationNotFound, context)), authorization };
}

interface OfPackage {
  readonly packageId: string;
  readonly purposeOfUse?: Purpose | undefined;
}

/** With a lock, its authorization is locked first: whoever ends or releases packages takes both in this order. */
export async function foundPackage(
  { packageId, purposeOfUse }: OfPackage,
  context: Context,
  lock?: 'for update',
): Promise<FoundPackage> {
  const { releasePackages, disclosureAuthorizations } = context;
  const first = await releasePackages.get(packageId);
  if (first === null) throw releasePackageNotFound();
  if (lock !== undefined) await disclosureAuthorizations.get(first.authorizationId, lock);
  const released = lock === undefined ? first : await releasePackages.get(packageId, lock);
  if (released === null) throw releasePackageNotFound();
  const { caseId } = released;
  return { ...(await foundCase({ caseId, purposeOfUse }, releasePackageNotFound, context)), released };
}

/** For a step that changes the package. */
export const lockedPackage = (asked: OfPackage, context: Context): Promise<FoundPackage> =>
  foundPackage(asked, context, 'for update');

/** A refusal about a disclosure that there is stands in the ledger (REC-7). */
export const deniedAuthorization = denied(
  accessDenied,
  async (
    { authorizationId }: { readonly authorizationId: string },
    { disclosureAuthorizations, recordCases },
    { code },
  ) => {
    const authorization = await disclosureAuthorizations.get(authorizationId);
    const recordCase = authorization && (await recordCases.get(authorization.caseId));
    return recordCase === null ? null : { ...recordOfCase(recordCase), code };
  },
);
export const deniedPackage = denied(
  accessDenied,
  async ({ packageId }: { readonly packageId: string }, { releasePackages, recordCases }, { code }) => {
    const released = await releasePackages.get(packageId);
    const recordCase = released && (await recordCases.get(released.caseId));
    return recordCase === null ? null : { ...recordOfCase(recordCase), code };
  },
);
export const deniedDisclosureOf = denied(
  accessDenied,
  async ({ caseId }: { readonly caseId: string }, { recordCases }, { code }) => {
    const recordCase = await recordCases.get(caseId);
    return recordCase === null ? null : { ...recordOfCase(recordCase), code };
  },
);
