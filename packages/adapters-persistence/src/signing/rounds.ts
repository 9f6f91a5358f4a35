import { type signing as core, versionConflict } from '@chancery/core';
import { boolean, instant, int, json, key, nullable, tenant, text, texts, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';

type SigningRound = core.SigningRound;
type Seal = core.Seal;

/** A round with its seal in columns of its own. */
interface RoundColumns extends Omit<SigningRound, 'seal'> {
  readonly workspaceId: string;
  readonly sealStatus: Seal['status'];
  readonly sealLevel: Seal['level'];
  readonly sealedAt: Seal['sealedAt'];
  readonly sealedSha256: Seal['sealedSha256'];
  readonly certificateSha256: Seal['certificateSha256'];
  readonly sealCertificateFingerprint: Seal['sealCertificateFingerprint'];
  readonly timestampStatus: Seal['timestamp']['status'];
  readonly timestampAt: Seal['timestamp']['at'];
  readonly timestampAuthority: Seal['timestamp']['authority'];
  readonly ledgerSeq: number | null;
  readonly ledgerHeadHash: string | null;
  readonly sealAttempts: number;
  readonly sealFailureCode: Seal['failureCode'];
  readonly sealNextAttemptAt: Seal['nextAttemptAt'];
}

export const RoundRow = new EntitySchema<RoundColumns>({
  name: 'SigningRound',
  tableName: 'signature_rounds',
  columns: {
    id: key(),
    workspaceId: tenant(),
    documentId: uuid(),
    number: int(),
    status: text(),
    signingOrder: text(),
    subject: text(),
    message: nullable(text()),
    deadlineAt: nullable(instant()),
    reminders: nullable(json()),
    expiryWarningDays: int(),
    warnAt: nullable(instant()),
    warnedAt: nullable(instant()),
    language: text(),
    disclosureVersion: nullable(text()),
    disclosureLanguage: nullable(text()),
    disclosureSha256: nullable(text('disclosure_sha256')),
    requireConsent: boolean(),
    signatureMethods: texts(),
    appendSignaturePage: boolean(),
    redirectUrl: nullable(text()),
    signingCopyVersionId: nullable(uuid()),
    originalSha256: nullable(text('original_sha256')),
    signingCopySha256: nullable(text('signing_copy_sha256')),
    signingCopyPageCount: nullable(int()),
    createdByUserId: text(),
    sentByUserId: nullable(text()),
    voidedByUserId: nullable(text()),
    endReason: nullable(text()),
    sentAt: nullable(instant()),
    completedAt: nullable(instant()),
    declinedAt: nullable(instant()),
    voidedAt: nullable(instant()),
    expiredAt: nullable(instant()),
    sealStatus: text(),
    sealLevel: nullable(text()),
    sealedAt: nullable(instant()),
    sealedSha256: nullable(text('sealed_sha256')),
    certificateSha256: nullable(text('certificate_sha256')),
    sealCertificateFingerprint: nullable(text()),
    timestampStatus: text(),
    timestampAt: nullable(instant()),
    timestampAuthority: nullable(text()),
    ledgerSeq: nullable(int()),
    ledgerHeadHash: nullable(text()),
    sealAttempts: int(),
    sealFailureCode: nullable(text()),
    sealNextAttemptAt: nullable(instant()),
    createdAt: instant(),
    updatedAt: instant(),
    version: int(),
  },
});

export function roundRepository(sql: Sql, workspaceId: string): core.RoundRepository {
  const rounds = table(sql, RoundRow, { workspaceId });
  const ofDocument = `select ${selection(rounds.selection)} from signature_rounds where workspace_id = $1 and document_id = $2`;
  const found = (row: RoundColumns | null) => (row === null ? null : roundOf(row));
  return {
    add: (round) => rounds.insert({ ...rowOf(round), workspaceId }),
    currentOf: async (documentId) =>
      found(
        await sql.first<RoundColumns>(`${ofDocument} order by number desc limit 1`, [
          workspaceId,
          documentId,
        ]),
      ),
    get: async (id) =>
      found(
        await sql.first<RoundColumns>(
          `select ${selection(rounds.selection)} from signature_rounds where workspace_id = $1 and id = $2`,
          [workspaceId, id],
        ),
      ),
    of: async (documentId) =>
      (await sql<RoundColumns>(`${ofDocument} order by number`, [workspaceId, documentId])).map(roundOf),
    async save(round) {
      const version = round.version + 1;
      const saved = await rounds.update(
        { id: round.id, version: round.version },
        { ...rowOf(round), version },
      );
      if (saved === 0) throw versionConflict();
      return { ...round, version };
    },
  };
}

/** Numbers of ledger lines are `bigint`, which the driver would give as text. */
const selection = (columns: string) => columns.replace('ledger_seq "', 'ledger_seq::float8 "');

function rowOf({ seal, ...round }: SigningRound): Omit<RoundColumns, 'workspaceId'> {
  return {
    ...round,
    sealStatus: seal.status,
    sealLevel: seal.level,
    sealedAt: seal.sealedAt,
    sealedSha256: seal.sealedSha256,
    certificateSha256: seal.certificateSha256,
    sealCertificateFingerprint: seal.sealCertificateFingerprint,
    timestampStatus: seal.timestamp.status,
    timestampAt: seal.timestamp.at,
    timestampAuthority: seal.timestamp.authority,
    ledgerSeq: seal.ledger?.seq ?? null,
    ledgerHeadHash: seal.ledger?.headHash ?? null,
    sealAttempts: seal.attempts,
    sealFailureCode: seal.failureCode,
    sealNextAttemptAt: seal.nextAttemptAt,
  };
}

function roundOf({
  sealStatus,
  sealLevel,
  sealedAt,
  sealedSha256,
  certificateSha256,
  sealCertificateFingerprint,
  timestampStatus,
  timestampAt,
  timestampAuthority,
  ledgerSeq,
  ledgerHeadHash,
  sealAttempts,
  sealFailureCode,
  sealNextAttemptAt,
  ...round
}: RoundColumns): SigningRound {
  return {
    ...round,
    seal: {
      status: sealStatus,
      level: sealLevel,
      sealedAt,
      sealedSha256,
      certificateSha256,
      sealCertificateFingerprint,
      timestamp: { status: timestampStatus, at: timestampAt, authority: timestampAuthority },
      ledger:
        ledgerSeq === null || ledgerHeadHash === null ? null : { seq: ledgerSeq, headHash: ledgerHeadHash },
      attempts: sealAttempts,
      failureCode: sealFailureCode,
      nextAttemptAt: sealNextAttemptAt,
    },
  };
}
