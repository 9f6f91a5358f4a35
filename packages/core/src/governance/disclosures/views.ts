import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import type { Instant } from '../../kernel/time.ts';
import { changedBy, labels, type NamedUsers, nobodyOr, purposes, UserRef } from '../../records/index.ts';
import {
  authorizationStates,
  authorizationStatusAt,
  type DisclosureAuthorization,
  disclosureBases,
  recipientKinds,
} from './authorization.ts';

export const DisclosureRecipientView = z
  .object({
    kind: z.enum(recipientKinds).describe('What the recipient is.'),
    name: z.string().describe('Their name.'),
    organization: z.string().nullable().describe('Where they work; null for nothing.'),
    email: z.string().describe('Their address.'),
    phone: z.string().nullable().describe('Their telephone number; null for none.'),
    role: z.string().nullable().describe('In which role they receive it; null for none.'),
  })
  .meta({ id: 'DisclosureRecipient', description: 'Who receives a disclosure.' });

const scope = z
  .object({
    from: shown.date().nullable().describe('The first day of what it covers; null for no limit.'),
    to: shown.date().nullable().describe('The last day of what it covers; null for no limit.'),
    entryTypes: z.array(z.string()).describe('Which types of entries; none means all.'),
    artifactIds: z.array(z.string()).describe('Which entries; none means all.'),
    includeAttachments: z.boolean().describe('Whether files of the entries are covered.'),
    labels: z.array(z.enum(labels)).describe('Which labels beyond confidential may be disclosed.'),
  })
  .meta({ id: 'DisclosureScope', description: 'What an authorization covers.' });

export const AuthorizationView = z
  .object({
    id: shown.ownId(),
    workspaceId: shown.workspaceId(),
    authorizationNumber: z.string().describe('The number for people, given once.'),
    subjectId: shown.id().describe('Whose records are disclosed.'),
    caseId: shown.id().describe('The case that they are in.'),
    basis: z.enum(disclosureBases).describe('On which legal basis.'),
    consentId: shown.id().nullable().describe('The consent that covers it; null for none.'),
    legalReference: z.string().nullable().describe('The order, subpoena or statute; null for none.'),
    documentId: shown.id().nullable().describe('The order or request in the library; null for none.'),
    purposeOfUse: z.enum(purposes).describe('For what the recipient may use it.'),
    recipient: DisclosureRecipientView.describe('Who receives it.'),
    scope: scope.describe('How far it reaches.'),
    note: z.string().nullable().describe('What whoever decides should know; null for nothing.'),
    status: z.enum(authorizationStates.states).describe('Whether something may be disclosed on it.'),
    requestedAt: shown.instant().describe('When it was asked for.'),
    dueOn: shown.date().describe('By when it is due.'),
    validFrom: shown.instant().describe('From when on something may be released.'),
    validUntil: shown.instant().describe('Until when something may be released.'),
    maxReleases: z.int().describe('How many packages may be released on it.'),
    releasesUsed: z.int().describe('How many were.'),
    accounted: z.boolean().describe('Whether its releases stand in the accounting of disclosures.'),
    decidedBy: UserRef.nullable().describe('Who decided last; null until somebody does.'),
    decidedAt: shown.instant().nullable().describe('When that was; null until then.'),
    decisionReason: z.string().nullable().describe('Why; null if nobody said.'),
    singlePerson: z.boolean().describe('Whether whoever asked decided, because nobody else could.'),
    singlePersonReason: z.string().nullable().describe('Why that was; null unless it was so.'),
    createdAt: shown.createdAt(),
    createdBy: UserRef.describe('Who asked for it.'),
    updatedAt: shown.updatedAt(),
    updatedBy: changedBy(),
    version: shown.version(),
  })
  .meta({ id: 'DisclosureAuthorization', description: 'The decision that something may be disclosed.' });

interface ShownWith {
  readonly workspaceId: string;
  readonly now: Instant;
  readonly named: NamedUsers;
}

export function authorizationView(
  authorization: DisclosureAuthorization,
  { workspaceId, now, named }: ShownWith,
): z.input<typeof AuthorizationView> {
  const { createdByUserId, updatedByUserId, decidedByUserId, remindAt: _, ...rest } = authorization;
  const { scope: reach, recipient, ...fields } = rest;
  return {
    ...fields,
    workspaceId,
    status: authorizationStatusAt(authorization, now),
    recipient: { ...recipient },
    scope: {
      ...reach,
      entryTypes: [...reach.entryTypes],
      artifactIds: [...reach.artifactIds],
      labels: [...reach.labels],
    },
    decidedBy: nobodyOr(decidedByUserId, named),
    createdAt: authorization.requestedAt,
    createdBy: named(createdByUserId),
    updatedBy: nobodyOr(updatedByUserId, named),
  };
}
