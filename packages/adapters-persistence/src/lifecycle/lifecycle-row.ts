import type { lifecycle as core } from '@chancery/core';
import { boolean, date, instant, int, json, key, nullable, tenant, text, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';

export type LifecycleRow = core.Lifecycle &
  core.LifecycleOutcome &
  Pick<core.ReadLifecycle, 'renewalOpenedFor'> & { workspaceId: string };

export const LifecycleRow = new EntitySchema<LifecycleRow>({
  name: 'DocumentLifecycle',
  tableName: 'document_lifecycles',
  columns: {
    documentId: key(),
    workspaceId: tenant(),
    ownerUserId: nullable(text()),
    ownerLeftAt: nullable(instant()),
    issuedOn: nullable(date()),
    effectiveOn: nullable(date()),
    statedExpiresOn: nullable(date()),
    statedSource: text(),
    noExpiration: boolean(),
    confirmedExpiresOn: nullable(date()),
    confirmedSource: nullable(text()),
    confirmedByUserId: nullable(text()),
    confirmedAt: nullable(instant()),
    confirmationNote: nullable(text()),
    identifiers: json(),
    supersededByDocumentId: nullable(uuid()),
    supersededAt: nullable(instant()),
    supersedesDocumentId: nullable(uuid()),
    updatedAt: instant(),
    version: int(),
    policyId: nullable(uuid()),
    policyRevision: nullable(int()),
    policyScope: nullable(text()),
    policyTargetId: nullable(uuid()),
    isTracked: boolean(),
    neverExpires: boolean(),
    requireConfirmation: boolean(),
    expiresOn: nullable(date()),
    expiresOnSource: text(),
    graceEndsOn: nullable(date()),
    windowDays: int(),
    timeZone: text(),
    soonAt: nullable(instant()),
    endsAt: nullable(instant()),
    graceEndsAt: nullable(instant()),
    renewalAt: nullable(instant()),
    retention: nullable(json()),
    retentionDueAt: nullable(instant()),
    renewalOpenedFor: nullable(date()),
  },
});
