import { z } from 'zod';
import type { WritingContext } from '../../kernel/handler-context.ts';
import type { OpenedKey } from '../../kernel/key-vault.ts';
import { localDate } from '../../kernel/plain-dates.ts';
import { multiline, visibleName } from '../../kernel/shapes.ts';
import { type Instant, plusDays } from '../../kernel/time.ts';
import { invalidField } from '../../kernel/validation.ts';
import {
  entryNotFound,
  entrySeal,
  openedKey,
  purposeOfUse,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
  writesOfRecords,
} from '../../records/index.ts';
import {
  authorizationNotFound,
  authorizationNotValid,
  packageItemInError,
  packageItemNotFinal,
  packageItemOutOfScope,
  releasePackageInvalidState,
} from '../errors.ts';
import { packOf } from '../packs/known-packs.ts';
import { action, type GovernancePorts, type GovernancePreparing } from '../ports.ts';
import { isValidAuthorization } from './authorization.ts';
import {
  type ChosenItem,
  chosenItems,
  documentKey,
  type OpenedVersions,
  type WantedItem,
} from './chosen-items.ts';
import { authorizationId, portalOptions, wantedItems } from './disclosure-fields.ts';
import { onDisclosure } from './disclosure-permissions.ts';
import { aboutPackage, packagePrepared } from './events.ts';
import { deniedAuthorization, type FoundAuthorization, foundAuthorization } from './found-disclosure.ts';
import { newItems } from './new-items.ts';
import { ReleasePackageView } from './package-views.ts';
import { openedAddenda, pinnedDocument, sealedContent } from './pinned-items.ts';
import { wordsFor } from './portal-texts.ts';
import {
  manifestSha256,
  type PackageItem,
  packageNumberOf,
  type ReleasePackage,
  releasePackageStates,
} from './release-package.ts';
import { shownPackage } from './shown-disclosure.ts';

export const createReleasePackage = action({
  summary: 'Prepare a release package',
  description:
    'Pins signed versions for one recipient, as an authorization allows, and says what is taken out of them. Afterwards nothing of it changes; somebody else approves it.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  feature: 'records_governance',
  throttles: writesOfRecords,
  cli: { command: 'governance disclosures packages create' },
  input: z.strictObject({
    authorizationId: authorizationId(),
    title: visibleName(300)
      .describe('Its title.')
      .meta({ examples: ['Notes of spring'] }),
    coverNote: multiline(5000).nullable().default(null).describe('A note to the recipient; null for none.'),
    items: wantedItems(),
    portal: portalOptions(),
    purposeOfUse: purposeOfUse(),
  }),
  output: z.object({ package: ReleasePackageView }),
  errors: [
    authorizationNotFound,
    authorizationNotValid,
    entryNotFound,
    packageItemNotFinal,
    packageItemInError,
    packageItemOutOfScope,
    releasePackageInvalidState,
    recordsPurposeRequired,
    recordsPurposeNotAllowed,
  ],
  denial: deniedAuthorization,

  find: (asked, context) => foundAuthorization(asked, context, 'for update'),
  may: onDisclosure('prepare'),

  async prepare({ items, portal: { accessCode }, ...of }, context) {
    const accessCodeHash = accessCode === null ? null : await context.passwords.hash(accessCode);
    return { accessCodeHash, ...(await opened(of, items, context)) };
  },

  async run(input, context) {
    const { found, prepared, now, releasePackages } = context;
    const { key, versions, accessCodeHash } = prepared;
    if (!isValidAuthorization(found.authorization, now)) throw authorizationNotValid();
    const expiresAt = endOf(input.portal.expiresAt, now);
    const purpose = input.purposeOfUse ?? null;
    const chosen = await chosenItems(input.items, found.authorization, versions, purpose, context);
    // Whatever there is of a case to disclose was sealed under its key.
    if (key === null) throw releasePackageInvalidState();

    const drafted = await newPackage({ ...input, expiresAt, accessCodeHash }, chosen, found, key, context);
    await releasePackages.add(drafted.released, drafted.items);
    context.accessedBy(found.used);
    context.emit(packagePrepared, {
      ...aboutPackage(drafted.released, found.recordCase),
      items: drafted.items.length,
      manifestSha256: drafted.released.manifestSha256,
    });
    const opening = { items: drafted.items, passesAll: true, key };
    return { package: await shownPackage(drafted.released, opening, context) };
  },
});

interface Opened {
  readonly key: OpenedKey | null;
  readonly versions: OpenedVersions;
}

/** What the wanted versions say, opened before the transaction. What belongs to another case is left out, and refused there. */
async function opened(
  { authorizationId: id }: { readonly authorizationId: string },
  wanted: readonly WantedItem[],
  context: GovernancePreparing,
): Promise<Opened> {
  const read = await context.transact(async ({ disclosureAuthorizations, recordEntries }) => {
    const authorization = await disclosureAuthorizations.get(id);
    if (authorization === null) return null;
    const numbers = wanted.map(({ artifactId, versionNumber }) => ({
      artifactId,
      versionNumber: versionNumber ?? null,
    }));
    const pinned = (await recordEntries.pinned(numbers)).filter(
      ({ entry }) => entry.caseId === authorization.caseId,
    );
    return {
      pinned,
      addenda: await recordEntries.addendaOf(pinned.map(({ entry }) => entry.id)),
      keyId: await recordEntries.keyIdOf(authorization.caseId),
    };
  });
  const key = read === null || read.keyId === null ? null : await openedKey(read.keyId, context);
  const seal = entrySeal(context.workspaceId, key, context.recordCipher);
  const versions = new Map<string, Pick<ChosenItem, 'document' | 'addenda'>>();
  for (const { entry, version, submission } of read?.pinned ?? []) {
    const document = seal.openSnapshot(submission)?.document;
    // What was added to a later version belongs to that.
    const added = (read?.addenda ?? []).filter(
      ({ entryId, versionNumber }) => entryId === entry.id && versionNumber <= version.number,
    );
    if (document !== undefined)
      versions.set(documentKey(entry.id, version.number), {
        document: pinnedDocument(document),
        addenda: openedAddenda(added, seal),
      });
  }
  return { key, versions };
}

function endOf(wanted: Instant | undefined, now: Instant): Instant {
  const expiresAt = wanted ?? plusDays(now, 30);
  if (expiresAt <= now || expiresAt > plusDays(now, 365))
    throw invalidField(
      '/portal/expiresAt',
      'field.out_of_range',
      'Let it end within a year, and not in the past.',
    );
  return expiresAt;
}

type Options = z.output<ReturnType<typeof portalOptions>>;
interface Drafted {
  readonly title: string;
  readonly coverNote: string | null;
  readonly portal: Options;
  readonly expiresAt: Instant;
  readonly accessCodeHash: string | null;
}

async function newPackage(
  { title, coverNote, portal, expiresAt, accessCodeHash }: Drafted,
  chosen: readonly ChosenItem[],
  { authorization }: FoundAuthorization,
  key: OpenedKey,
  context: WritingContext & GovernancePorts,
): Promise<{ readonly released: ReleasePackage; readonly items: readonly PackageItem[] }> {
  const { now, newId, user } = context;
  const id = newId();
  const { items, ...words } = newItems(id, chosen, authorization, newId);
  const { defaultTimeZone, defaultLocale } = await context.workspaceIdentity.profile();
  const year = localDate(now, defaultTimeZone, context.timeZones).slice(0, 4);
  const effectiveMask = items.reduce((mask, item) => mask | item.effectiveMask, 0);
  const { requiresConsent, downloadAllowed, delivery, maxOpens } = portal;
  const note = coverNote === '' ? null : coverNote;
  const { caseId, subjectId, recipient, purposeOfUse: forPurpose } = authorization;
  const released: ReleasePackage = {
    ...{ id, caseId, subjectId, recipient, effectiveMask, expiresAt, accessCodeHash },
    ...{ requiresConsent, downloadAllowed, delivery, maxOpens },
    packageNumber: packageNumberOf(year, await context.releasePackages.nextNumber(year)),
    authorizationId: authorization.id,
    purposeOfUse: forPurpose,
    contentSealed: sealedContent(id, { title, coverNote: note, ...words }, key, context),
    status: releasePackageStates.begin('prepared'),
    itemCount: items.length,
    manifestSha256: manifestSha256({ id, authorizationId: authorization.id }, items),
    ...wordsFor(effectiveMask, defaultLocale, await packOf(context)),
    singlePerson: false,
    singlePersonReason: null,
    preparedByUserId: user.userId,
    approvedByUserId: null,
    approvedAt: null,
    releasedByUserId: null,
    releasedAt: null,
    revokedByUserId: null,
    revokedAt: null,
    revocationReason: null,
    createdAt: now,
    ...{ updatedAt: now, updatedByUserId: user.userId },
    version: 1,
  };
  return { released, items };
}
