import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import { id } from '../../kernel/shapes.ts';
import { labels, labelsOf, recordWebhook } from '../../records/index.ts';
import type { ReleasePackage } from '../disclosures/release-package.ts';
import { portalOccasions } from './portal-notice.ts';

const about = {
  packageId: id(),
  subjectId: id(),
  caseId: id(),
  labels: z.array(z.enum(labels)),
  version: z.int(),
};
type AboutRelease = z.output<z.ZodObject<typeof about>>;

/** What every event of the portal says of the package. */
export const aboutRelease = ({
  id: packageId,
  subjectId,
  caseId,
  effectiveMask,
  version,
}: ReleasePackage): AboutRelease => ({
  ...{ packageId, subjectId, caseId, version },
  labels: [...labelsOf(effectiveMask)],
});

const line = {
  target: ({ packageId, version }: AboutRelease) => ({ kind: 'release_package', id: packageId, version }),
  refs: ({ subjectId, caseId }: AboutRelease) => ({ subjectId, caseId }),
  labels: (data: AboutRelease) => data.labels,
};
const leaving = { webhook: recordWebhook(line.target) };

/** Once for all that is read within half an hour (PORT-6). */
export const portalOpened = event('portal.opened', z.strictObject(about), line);
export const portalPackageRead = event('portal.package_read', z.strictObject({ ...about, items: z.int() }), {
  ...line,
  facts: ({ items }) => ({ items }),
});

const ofItem = { ...about, itemId: id(), artifactId: id() };
type AboutItem = z.output<z.ZodObject<typeof ofItem>>;
/** An entry was looked at, or bytes of one of its files were sent. */
export const portalItemRead = event(
  'portal.item_read',
  z.strictObject({ ...ofItem, attachmentId: id().nullable(), bytes: z.int().nullable() }),
  {
    ...line,
    refs: ({ subjectId, caseId, artifactId }: AboutItem) => ({ subjectId, caseId, artifactId }),
    facts: ({ itemId, attachmentId, bytes }) => ({ itemId, attachmentId, bytes }),
  },
);

const signed = { ...about, decisionId: id(), statementSha256: z.string(), signerName: z.string() };
const ofDecision = {
  ...line,
  facts: ({ decisionId, statementSha256 }: { decisionId: string; statementSha256: string }) => ({
    ...{ decisionId, statementSha256 },
  }),
  detail: ({ signerName }: { signerName: string }) => ({ signerName }),
};
export const portalConsented = event('portal.consented', z.strictObject(signed), ofDecision, leaving);
export const portalDeclined = event(
  'portal.declined',
  z.strictObject({ ...about, decisionId: id().nullable(), statementSha256: z.string().nullable() }),
  { ...line, facts: ({ decisionId, statementSha256 }) => ({ decisionId, statementSha256 }) },
);
export const portalExported = event(
  'portal.exported',
  z.strictObject({ ...about, sha256: z.string() }),
  { ...line, facts: ({ sha256 }) => ({ sha256 }) },
  leaving,
);

export const interactionTypes = [
  'opened',
  'item_viewed',
  'acknowledged',
  'question',
  'correction_request',
  'verify_access_code',
  'declined',
] as const;
export type InteractionType = (typeof interactionTypes)[number];

export const portalInteraction = event(
  'portal.interaction',
  z.strictObject({ ...about, interactionId: id(), type: z.enum(interactionTypes), itemId: id().nullable() }),
  { ...line, facts: ({ interactionId, type, itemId }) => ({ interactionId, type, itemId }) },
);
export const portalAccessCodeFailed = event(
  'portal.access_code_failed',
  z.strictObject({ ...about, attemptsLeft: z.int() }),
  { ...line, facts: ({ attemptsLeft }) => ({ attemptsLeft }), outcome: 'denied' },
);
export const portalLockedUp = event('portal.locked', z.strictObject(about), { ...line, outcome: 'denied' });

/** A mail to whoever prepared the package is due. */
export const portalNoticeDue = event(
  'portal.notice_due',
  z.strictObject({ packageId: id(), occasion: z.enum(portalOccasions), noticeId: id() }),
  null,
);
