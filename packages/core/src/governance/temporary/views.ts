import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import type { Instant } from '../../kernel/time.ts';
import {
  changedBy,
  labels,
  labelsOf,
  type NamedUsers,
  nobodyOr,
  purposes,
  scopeKinds,
  UserRef,
} from '../../records/index.ts';
import { grantPermissions, grantStatusAt, type TemporaryGrant, temporaryGrantStates } from './grant.ts';
import type { GrantUse } from './ports.ts';

export const AccessScopeView = z
  .object({
    kind: z.enum(scopeKinds).describe('What it reaches: one case, one entry, or a subject with its cases.'),
    id: shown.id().describe('The id of that.'),
  })
  .meta({ id: 'RecordAccessScope', description: 'What access for a time reaches.' });

export const TemporaryAccessView = z
  .object({
    id: shown.ownId(),
    workspaceId: shown.workspaceId(),
    granteeUserId: z.string().describe('The id of whoever has it.'),
    grantee: UserRef.describe('Who has it.'),
    scope: AccessScopeView.describe('What it reaches.'),
    labels: z.array(z.enum(labels)).describe('The labels that it opens beyond confidential.'),
    permission: z.enum(grantPermissions).describe('Whether it lets read, or contribute to the case.'),
    purposeOfUse: z.enum(purposes).describe('The purpose for which it opens, and for no other.'),
    reason: z.string().describe('Why it was given.'),
    startsAt: shown.instant().describe('From when on it opens.'),
    expiresAt: shown.instant().describe('Until when it opens.'),
    status: z.enum(temporaryGrantStates.states).describe('Whether it opens at this moment.'),
    useCount: z.int().describe('How many lines of the ledger say that it was used.'),
    lastUsedAt: shown.instant().nullable().describe('When it was used last; null if it never was.'),
    revokedBy: UserRef.nullable().describe('Who revoked it; null if nobody did.'),
    revokedAt: shown.instant().nullable().describe('When it was revoked; null if it was not.'),
    revokeReason: z.string().nullable().describe('Why it was revoked; null if it was not.'),
    createdAt: shown.createdAt(),
    createdBy: UserRef.describe('Who gave it.'),
    updatedAt: shown.updatedAt(),
    updatedBy: changedBy(),
    version: shown.version(),
  })
  .meta({ id: 'TemporaryAccess', description: 'Access that one member gave another for a time.' });

interface ShownWith {
  readonly workspaceId: string;
  readonly now: Instant;
  readonly named: NamedUsers;
  readonly use: GrantUse | undefined;
}

export const temporaryAccessView = (
  grant: TemporaryGrant,
  { workspaceId, now, named, use }: ShownWith,
): z.input<typeof TemporaryAccessView> => ({
  id: grant.id,
  workspaceId,
  granteeUserId: grant.granteeUserId,
  grantee: named(grant.granteeUserId),
  scope: { ...grant.scope },
  labels: [...labelsOf(grant.labelMask)],
  permission: grant.permission,
  purposeOfUse: grant.purposeOfUse,
  reason: grant.reason,
  startsAt: grant.startsAt,
  expiresAt: grant.expiresAt,
  status: grantStatusAt(grant, now),
  useCount: use?.useCount ?? 0,
  lastUsedAt: use?.lastUsedAt ?? null,
  revokedBy: nobodyOr(grant.revokedByUserId, named),
  revokedAt: grant.revokedAt,
  revokeReason: grant.revokeReason,
  createdAt: grant.createdAt,
  createdBy: named(grant.createdByUserId),
  updatedAt: grant.updatedAt,
  // It is given, and then revoked or written down as over.
  updatedBy: nobodyOr(grant.endWritten ? grant.revokedByUserId : grant.createdByUserId, named),
  version: grant.version,
});
