import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import { id } from '../../kernel/shapes.ts';
import { labels, labelsOf, type RecordCase, recordWebhook } from '../../records/index.ts';
import { type DisclosureAuthorization, recipientKinds } from './authorization.ts';
import { itemFlags, type PackageItem, type ReleasePackage } from './release-package.ts';

const about = {
  subjectId: id(),
  caseId: id(),
  labels: z.array(z.enum(labels)),
  version: z.int(),
};
const ofAuthorization = { ...about, authorizationId: id() };
type AboutAuthorization = z.output<z.ZodObject<typeof ofAuthorization>>;
const ofPackage = { ...about, packageId: id() };
type AboutPackage = z.output<z.ZodObject<typeof ofPackage>>;

type Case = Pick<RecordCase, 'effectiveMask'>;

/** What every event about an authorization says of it. */
export const aboutAuthorization = (
  { id: authorizationId, subjectId, caseId, version }: DisclosureAuthorization,
  { effectiveMask }: Case,
): AboutAuthorization => ({
  ...{ authorizationId, subjectId, caseId, version },
  labels: [...labelsOf(effectiveMask)],
});
/** The same of a package, with the labels of what is in it. */
export const aboutPackage = (
  { id: packageId, subjectId, caseId, version, effectiveMask }: ReleasePackage,
  recordCase: Case,
): AboutPackage => ({
  ...{ packageId, subjectId, caseId, version },
  labels: [...labelsOf(effectiveMask | recordCase.effectiveMask)],
});

const authorizationLine = {
  target: ({ authorizationId, version }: AboutAuthorization) => ({
    ...{ kind: 'disclosure_authorization', id: authorizationId, version },
  }),
  refs: ({ subjectId, caseId }: AboutAuthorization) => ({ subjectId, caseId }),
  labels: (data: AboutAuthorization) => data.labels,
};
const packageLine = {
  target: ({ packageId, version }: AboutPackage) => ({ kind: 'release_package', id: packageId, version }),
  refs: ({ subjectId, caseId }: AboutPackage) => ({ subjectId, caseId }),
  labels: (data: AboutPackage) => data.labels,
};
const leaving = { webhook: recordWebhook(packageLine.target) };
const reasoned = { reason: z.string().nullable() };
const withReason = ({ reason }: { readonly reason: string | null }) => (reason === null ? null : { reason });

export const authorizationRequested = event(
  'disclosure.authorization_requested',
  z.strictObject(ofAuthorization),
  authorizationLine,
);
export const authorizationDecided = event(
  'disclosure.authorization_decided',
  z.strictObject({
    ...ofAuthorization,
    ...reasoned,
    decision: z.enum(['approve', 'deny']),
    singlePerson: z.boolean(),
  }),
  {
    ...authorizationLine,
    facts: ({ decision, singlePerson }) => ({ decision, singlePerson }),
    detail: withReason,
  },
);
export const authorizationRevoked = event(
  'disclosure.authorization_revoked',
  z.strictObject({ ...ofAuthorization, ...reasoned }),
  { ...authorizationLine, detail: withReason },
);
export const authorizationExpired = event(
  'disclosure.authorization_expired',
  z.strictObject(ofAuthorization),
  authorizationLine,
);

export const packagePrepared = event(
  'disclosure.package_prepared',
  z.strictObject({ ...ofPackage, items: z.int(), manifestSha256: z.string() }),
  { ...packageLine, facts: ({ items, manifestSha256 }) => ({ items, manifestSha256 }) },
);
export const packageApproved = event(
  'disclosure.package_approved',
  z.strictObject({ ...ofPackage, ...reasoned, singlePerson: z.boolean() }),
  { ...packageLine, facts: ({ singlePerson }) => ({ singlePerson }), detail: withReason },
);
export const packageReleased = event(
  'disclosure.package_released',
  z.strictObject({ ...ofPackage, ...reasoned, recipientKind: z.enum(recipientKinds), items: z.int() }),
  {
    ...packageLine,
    facts: ({ recipientKind, items }) => ({ recipientKind, items }),
    detail: withReason,
  },
  leaving,
);
export const packageRevoked = event(
  'disclosure.package_revoked',
  z.strictObject({ ...ofPackage, ...reasoned, tellsRecipient: z.boolean() }),
  { ...packageLine, detail: withReason },
  leaving,
);
export const packageCancelled = event(
  'disclosure.package_cancelled',
  z.strictObject({ ...ofPackage, ...reasoned }),
  { ...packageLine, detail: withReason },
);
export const packageExpired = event('disclosure.package_expired', z.strictObject(ofPackage), packageLine);
export const linkReissued = event(
  'disclosure.link_reissued',
  z.strictObject({ ...ofPackage, reason: z.string() }),
  { ...packageLine, detail: ({ reason }) => ({ reason }) },
);
export const itemFlagged = event(
  'disclosure.item_flagged',
  z.strictObject({ ...ofPackage, itemId: id(), artifactId: id(), flag: z.enum(itemFlags) }),
  {
    ...packageLine,
    refs: ({ subjectId, caseId, artifactId }) => ({ subjectId, caseId, artifactId }),
    facts: ({ flag, itemId }) => ({ flag, itemId }),
  },
);
export const aboutItem = (
  released: ReleasePackage,
  { id: itemId, artifactId, flag }: PackageItem,
  recordCase: Case,
) => ({ ...aboutPackage(released, recordCase), itemId, artifactId, flag });

/** A mail to a recipient is due, because an entry was flagged in these of their packages. */
export const itemFlagMailDue = event(
  'disclosure.flag_mail_due',
  z.strictObject({ artifactId: id(), flag: z.enum(itemFlags), packageIds: z.array(id()).min(1) }),
  null,
);
/** A mail with the link of a package is due to its recipient. */
export const portalLinkMailDue = event(
  'disclosure.link_mail_due',
  z.strictObject({ packageId: id(), tokenHash: z.string().regex(/^[0-9a-f]{64}$/) }),
  null,
);
/** A mail to those who decide is due, because what was asked for is. */
export const authorizationMailDue = event(
  'disclosure.due_mail_due',
  z.strictObject({ authorizationId: id(), on: z.iso.date() }),
  null,
);
