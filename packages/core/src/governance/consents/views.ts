import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import type { Instant } from '../../kernel/time.ts';
import { changedBy, labels, type NamedUsers, nobodyOr, purposes, UserRef } from '../../records/index.ts';
import {
  type Consent,
  consentCategories,
  consentDecisions,
  consentMethods,
  consentStates,
  grantorKinds,
  legalBases,
  signerRelationships,
  statusAt,
} from './consent.ts';
import type { ConsentReceipt } from './ports.ts';

export const ConsentScopeView = z
  .object({
    purposes: z.array(z.enum(purposes)).describe('For which purposes; none means all.'),
    labels: z.array(z.enum(labels)).describe('Which labels beyond confidential it covers.'),
    caseIds: z.array(z.string()).describe('Which cases; none means all.'),
    entryTypes: z.array(z.string()).describe('Which types of entries; none means all.'),
    recipients: z
      .array(
        z.object({
          name: z.string().describe('The name of the recipient.'),
          organization: z.string().nullable().describe('Where they work; null if that is open.'),
          email: z.string().nullable().describe('Their address; null if that is open.'),
        }),
      )
      .describe('Who may receive it; none means anybody.'),
    dataFrom: shown.date().nullable().describe('The first day of what it covers; null for no limit.'),
    dataTo: shown.date().nullable().describe('The last day of what it covers; null for no limit.'),
  })
  .meta({ id: 'ConsentScope', description: 'How far a consent reaches.' });

export const ConsentGrantorView = z
  .object({
    kind: z.enum(grantorKinds).describe('What they are to the subject.'),
    name: z.string().describe('Their name.'),
    relationship: z.string().nullable().describe('More about what they are; null for nothing.'),
  })
  .meta({ id: 'ConsentGrantor', description: 'Who gives a consent.' });

export const ConsentView = z
  .object({
    id: shown.ownId(),
    workspaceId: shown.workspaceId(),
    subjectId: shown.id().describe('The subject that it is about.'),
    category: z.enum(consentCategories).describe('What it is about.'),
    decision: z.enum(consentDecisions).describe('Whether it permits or forbids.'),
    status: z.enum(consentStates.states).describe('Whether it holds.'),
    scope: ConsentScopeView.describe('How far it reaches.'),
    method: z.enum(consentMethods).describe('How it is given.'),
    grantedBy: ConsentGrantorView.describe('Who gives it.'),
    legalBasis: z
      .enum(legalBases)
      .nullable()
      .describe('The basis by article 6 of the GDPR; null if unknown.'),
    statementText: z.string().describe('What exactly is agreed to.'),
    statementSha256: z.string().describe('The SHA-256 of that text in UTF-8.'),
    documentId: shown.id().nullable().describe('The signed form in the library; null for none.'),
    witnessName: z.string().nullable().describe('Who was there; null for nobody.'),
    effectiveFrom: shown.instant().describe('From when on it holds.'),
    expiresAt: shown.instant().nullable().describe('Until when it holds; null for no end.'),
    signature: z
      .object({
        signerName: z.string().describe('The name that the signer gave.'),
        relationship: z.enum(signerRelationships).describe('What the signer is to the subject.'),
        typedSignature: z
          .string()
          .nullable()
          .describe('The name that was typed to sign; null if it was drawn.'),
        hasDrawing: z.boolean().describe('Whether a signature was drawn.'),
        signedAt: shown.instant().describe('When it was signed.'),
        auditSeq: z
          .int()
          .nullable()
          .describe('The number of the line in the ledger that says so; null if there is none.'),
      })
      .nullable()
      .describe('How it was signed by the link; null if it was not.'),
    request: z
      .object({
        email: z.string().describe('Where the link was mailed to.'),
        sentAt: shown.instant().describe('When it was asked for.'),
        expiresAt: shown.instant().describe('Until when the link works.'),
        remindedAt: shown.instant().nullable().describe('When a reminder was sent; null if none was.'),
      })
      .nullable()
      .describe('How it was asked for; null if it was not asked for by a link.'),
    revokedAt: shown.instant().nullable().describe('When it was revoked; null if it was not.'),
    revokedBy: UserRef.nullable().describe('Who revoked it; null also if the signer did by the link.'),
    revocationReason: z.string().nullable().describe('Why it was revoked; null if nobody said.'),
    createdAt: shown.createdAt(),
    createdBy: UserRef.describe('Who recorded it.'),
    updatedAt: shown.updatedAt(),
    updatedBy: changedBy(),
    version: shown.version(),
  })
  .meta({ id: 'RecordConsent', description: 'What a person permits or forbids about their records.' });

interface ShownWith {
  readonly workspaceId: string;
  readonly now: Instant;
  readonly named: NamedUsers;
  readonly receipt: ConsentReceipt | null;
}

export function consentView(
  { createdByUserId, updatedByUserId, revokedByUserId, scope, signature, ...consent }: Consent,
  { workspaceId, now, named, receipt }: ShownWith,
): z.input<typeof ConsentView> {
  const { requestEmail, requestExpiresAt, remindedAt, createdAt } = consent;
  return {
    ...consent,
    workspaceId,
    status: statusAt(consent, now),
    scope: shownScope(scope),
    signature: signature === null ? null : { ...signature, auditSeq: receipt?.seq ?? null },
    request:
      requestEmail === null || requestExpiresAt === null
        ? null
        : { email: requestEmail, sentAt: createdAt, expiresAt: requestExpiresAt, remindedAt },
    revokedBy: nobodyOr(revokedByUserId, named),
    createdBy: named(createdByUserId),
    updatedBy: nobodyOr(updatedByUserId, named),
  };
}

export const shownScope = ({
  purposes: forPurposes,
  labels: covered,
  caseIds,
  entryTypes,
  recipients,
  ...rest
}: Consent['scope']): z.input<typeof ConsentScopeView> => ({
  ...rest,
  purposes: [...forPurposes],
  labels: [...covered],
  caseIds: [...caseIds],
  entryTypes: [...entryTypes],
  recipients: recipients.map((recipient) => ({ ...recipient })),
});
