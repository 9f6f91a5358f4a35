import type { z } from 'zod';
import type { LifecycleView } from '../lifecycles/views.ts';
import type { ExportColumn } from './column-names.ts';

/** A document as an export knows it: its lifecycle, with the names of its type and of who keeps it in force. */
export type ExportedDocument = z.input<typeof LifecycleView> & {
  readonly typeName: string | null;
  readonly ownerName: string | null;
};

type Value = string | number | boolean | null;

const readings = {
  documentId: ({ documentId }) => documentId,
  documentName: ({ documentName }) => documentName,
  status: ({ status }) => status,
  typeId: ({ typeId }) => typeId,
  typeName: ({ typeName }) => typeName,
  ownerUserId: ({ ownerUserId }) => ownerUserId,
  ownerName: ({ ownerName }) => ownerName,
  issuedOn: ({ issuedOn }) => issuedOn,
  effectiveOn: ({ effectiveOn }) => effectiveOn,
  statedExpiresOn: ({ statedExpiresOn }) => statedExpiresOn,
  expiresOn: ({ expiresOn }) => expiresOn,
  expiresOnSource: ({ expiresOnSource }) => expiresOnSource,
  noExpiration: ({ noExpiration }) => noExpiration,
  confirmed: ({ confirmed }) => confirmed,
  graceEndsOn: ({ graceEndsOn }) => graceEndsOn,
  timeZone: ({ timeZone }) => timeZone,
  policyName: ({ policy }) => policy?.name ?? null,
  identifiers: ({ identifiers }) => identifiers.map(({ kind, value }) => `${kind}: ${value}`).join('; '),
  holds: ({ holds }) => holds.active,
  renewalStatus: ({ renewal }) => renewal?.status ?? null,
  renewalDueOn: ({ renewal }) => renewal?.dueOn ?? null,
  retentionUntil: ({ retention }) => retention.until,
  risks: ({ risks }) => risks.map(({ code }) => code).join(' '),
  nextNoticeAt: ({ nextNoticeAt }) => nextNoticeAt,
  updatedAt: ({ updatedAt }) => updatedAt,
} as const satisfies Readonly<Record<ExportColumn, (document: ExportedDocument) => Value>>;

export const usualColumns: readonly ExportColumn[] = [
  'documentName',
  'status',
  'expiresOn',
  'typeName',
  'ownerName',
  'confirmed',
  'policyName',
  'holds',
  'renewalDueOn',
  'risks',
  'documentId',
];

export const valuesOf = (document: ExportedDocument, columns: readonly ExportColumn[]): readonly Value[] =>
  columns.map((column) => readings[column](document));

export const cellOf = (value: Value): string => (value === null ? '' : String(value));
