import type { z } from 'zod';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import type { OpenedKey } from '../../kernel/key-vault.ts';
import { type NamedUsers, namedUsers, openedKey } from '../../records/index.ts';
import type { GovernancePorts, GovernancePreparing } from '../ports.ts';
import type { DisclosureAuthorization } from './authorization.ts';
import {
  packageSummary,
  packageView,
  type ReleasePackageSummaryView,
  type ReleasePackageView,
} from './package-views.ts';
import { openedContent } from './pinned-items.ts';
import { noActivity } from './portal-token.ts';
import type { PackageItem, ReleasePackage } from './release-package.ts';
import { type AuthorizationView, authorizationView } from './views.ts';

type Context = Pick<GovernancePorts, 'memberDirectory'> & Pick<HandlerContext, 'workspaceId' | 'now'>;

const present = (userIds: readonly (string | null)[]): string[] => userIds.filter((each) => each !== null);

const peopleOfAuthorization = ({
  createdByUserId,
  updatedByUserId,
  decidedByUserId,
}: DisclosureAuthorization): readonly string[] =>
  present([createdByUserId, updatedByUserId, decidedByUserId]);

export async function shownAuthorizations(
  authorizations: readonly DisclosureAuthorization[],
  context: Context,
): Promise<z.input<typeof AuthorizationView>[]> {
  const named = await namedUsers(authorizations.flatMap(peopleOfAuthorization), context);
  const { workspaceId, now } = context;
  return authorizations.map((each) => authorizationView(each, { workspaceId, now, named }));
}

export async function shownAuthorization(
  authorization: DisclosureAuthorization,
  context: Context,
): Promise<z.input<typeof AuthorizationView>> {
  const named = await namedUsers(peopleOfAuthorization(authorization), context);
  const { workspaceId, now } = context;
  return authorizationView(authorization, { workspaceId, now, named });
}

const peopleOf = (released: ReleasePackage) =>
  present([
    released.preparedByUserId,
    released.approvedByUserId,
    released.releasedByUserId,
    released.revokedByUserId,
    released.updatedByUserId,
  ]);

/** The members who had to do with a package. */
export const namesOfPackage = (
  released: ReleasePackage,
  context: Pick<GovernancePorts, 'memberDirectory'>,
): Promise<NamedUsers> => namedUsers(peopleOf(released), context);

type WithActivity = Context & Pick<GovernancePorts, 'recipientActivity'>;

/** Packages in a list: nothing that is sealed is opened for it. */
export async function shownPackages(
  packages: readonly ReleasePackage[],
  context: WithActivity,
): Promise<z.input<typeof ReleasePackageSummaryView>[]> {
  const [named, activities] = await Promise.all([
    namedUsers(packages.flatMap(peopleOf), context),
    context.recipientActivity.of(packages.map(({ id }) => id)),
  ]);
  const { workspaceId, now } = context;
  return packages.map((released) =>
    packageSummary(released, {
      ...{ workspaceId, now, named },
      activity: activities.get(released.id) ?? noActivity(released.id),
    }),
  );
}

interface Opening {
  readonly items: readonly PackageItem[];
  /** Whether the caller passes all of it: then they read its words. */
  readonly passesAll: boolean;
  readonly key: OpenedKey | null;
}

export async function shownPackage(
  released: ReleasePackage,
  { items, passesAll, key }: Opening,
  context: WithActivity & Pick<GovernancePorts, 'recordCipher'>,
): Promise<z.input<typeof ReleasePackageView>> {
  const [named, activity] = await Promise.all([
    namesOfPackage(released, context),
    context.recipientActivity.get(released.id),
  ]);
  const content = passesAll ? openedContent(released, key, context) : null;
  const { workspaceId, now } = context;
  return packageView(released, items, { workspaceId, now, named, activity, content });
}

/** The key of the case of a package, opened before the transaction that shows it; null if there is no such package, or no key. */
export async function keyOfPackage(
  { packageId }: { readonly packageId: string },
  context: GovernancePreparing,
): Promise<OpenedKey | null> {
  const keyId = await context.transact(async ({ releasePackages, recordEntries }) => {
    const released = await releasePackages.get(packageId);
    return released === null ? null : recordEntries.keyIdOf(released.caseId);
  });
  return keyId === null ? null : openedKey(keyId, context);
}
