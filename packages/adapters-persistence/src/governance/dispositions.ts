import { type governance as core, versionConflict } from '@chancery/core';
import {
  boolean,
  bytes,
  date,
  instant,
  int,
  json,
  key,
  nullable,
  tenant,
  text,
  uuid,
  uuids,
} from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';
import { nextRecordNumber } from '../records/counters.ts';

type ReviewRow = core.DispositionReview & { workspaceId: string };
const ReviewRow = new EntitySchema<ReviewRow>({
  name: 'DispositionReview',
  tableName: 'disposition_reviews',
  columns: {
    id: key(),
    workspaceId: tenant(),
    reviewNumber: text(),
    action: text(),
    justification: text(),
    extendUntil: nullable(date()),
    status: text(),
    manifestSha256: text('manifest_sha256'),
    requestedByUserId: text(),
    requestedAt: instant(),
    decidedByUserId: nullable(text()),
    decidedAt: nullable(instant()),
    decisionReason: nullable(text()),
    singlePerson: boolean(),
    singlePersonReason: nullable(text()),
    deferUntil: nullable(date()),
    approvalExpiresAt: nullable(instant()),
    executedByUserId: nullable(text()),
    executedAt: nullable(instant()),
    failedCaseId: nullable(uuid()),
    failureCode: nullable(text()),
    updatedAt: instant(),
    updatedByUserId: nullable(text()),
    version: int(),
  },
});

type ItemRow = core.DispositionItem & { workspaceId: string };
const ItemRow = new EntitySchema<ItemRow>({
  name: 'DispositionItem',
  tableName: 'disposition_items',
  columns: {
    workspaceId: tenant(),
    reviewId: { ...uuid(), primary: true },
    position: { ...int(), primary: true },
    caseId: uuid(),
    caseNumber: text(),
    policyId: uuid(),
    policyCode: text(),
    dueOn: nullable(date()),
    subjectId: uuid(),
    subjectNumber: text(),
    entries: int(),
    attachments: int(),
    state: text(),
    keyId: nullable(uuid()),
    keyDestroyedAt: nullable(instant()),
    subjectState: text(),
    subjectKeyIds: uuids(),
    subjectKeyDestroyedAt: nullable(instant()),
  },
});

type CertificateRow = core.Certificate & { workspaceId: string };
const CertificateRow = new EntitySchema<CertificateRow>({
  name: 'DispositionCertificate',
  tableName: 'disposition_certificates',
  columns: {
    id: key(),
    workspaceId: tenant(),
    reviewId: uuid(),
    certificateNumber: text(),
    issuedAt: instant(),
    covered: json(),
    sha256: text('sha256'),
    signature: bytes(),
    keyId: text(),
  },
});

export function dispositionRepository(sql: Sql, workspaceId: string): core.DispositionRepository {
  const reviews = table(sql, ReviewRow, { workspaceId });
  const items = table(sql, ItemRow, { workspaceId });
  const next = (name: string) => (year: string) => nextRecordNumber(sql, workspaceId, `${name}:${year}`);
  return {
    nextReviewNumber: next('disposition_reviews'),
    nextCertificateNumber: next('disposition_certificates'),
    async add(review, own) {
      await reviews.insert({ ...review, workspaceId });
      await items.insert(own.map((item) => ({ ...item, workspaceId })));
    },
    find: (id, lock) => reviews.find({ id }, lock),
    async save(review) {
      const after = { ...review, version: review.version + 1 };
      if ((await reviews.update({ id: review.id, version: review.version }, after)) === 0)
        throw versionConflict();
      return after;
    },
    list: (after, limit) =>
      sql<core.DispositionReview>(
        `select ${reviews.selection} from disposition_reviews where workspace_id = $1
           and ($2::timestamptz is null or (requested_at, id) < ($2::timestamptz, $3::uuid))
         order by requested_at desc, id desc limit $4`,
        [workspaceId, after?.[0] ?? null, after?.[1] ?? null, limit + 1],
      ),
    items: (reviewIds) =>
      sql<core.DispositionItem>(
        `select ${items.selection} from disposition_items where workspace_id = $1 and review_id = any($2::uuid[])
         order by review_id, position`,
        [workspaceId, reviewIds],
      ),
    async saveItem(item) {
      await items.update({ reviewId: item.reviewId, position: item.position }, item);
    },
    ...factsOf(sql, workspaceId),
    ...certificatesOf(sql, workspaceId),
    async purge() {
      await sql('delete from disposition_reviews where workspace_id = $1', [workspaceId]);
    },
  };
}

type Part<N extends keyof core.DispositionRepository> = Pick<core.DispositionRepository, N>;

const factsOf = (
  sql: Sql,
  workspaceId: string,
): Part<'cases' | 'inOtherReviews' | 'isApproved' | 'isSubjectNeeded' | 'leadsOf' | 'counts'> => ({
  leadsOf: (caseIds) =>
    sql.column(
      `select distinct user_id from case_members
       where workspace_id = $1 and case_id = any($2::uuid[]) and role = 'lead' and ended_at is null order by user_id`,
      [workspaceId, caseIds],
    ),
  cases: (caseIds, now) => sql<core.DispositionCase>(casesSql, [workspaceId, caseIds, now]),
  async inOtherReviews(caseIds, reviewId) {
    const found = await sql.column<string>(
      `select case_id from disposition_items where workspace_id = $1 and state in ('pending', 'erasing')
         and case_id = any($2::uuid[]) and review_id is distinct from $3::uuid`,
      [workspaceId, caseIds, reviewId],
    );
    return new Set(found);
  },
  async isApproved(caseId) {
    const found = await sql(
      `select from disposition_items i
       join disposition_reviews r on r.workspace_id = $1 and r.id = i.review_id and r.status in ('approved', 'executing', 'failed')
       where i.workspace_id = $1 and i.case_id = $2 and i.state in ('pending', 'erasing')`,
      [workspaceId, caseId],
    );
    return found.length > 0;
  },
  async isSubjectNeeded(subjectId, now) {
    const found = await sql(
      `select from subjects s where s.workspace_id = $1 and s.id = $2 and (
         exists (select from subjects u join case_subjects l on l.workspace_id = $1 and l.subject_id = u.id
           join record_cases c on c.workspace_id = $1 and c.id = l.case_id and c.status <> 'disposed'
           where u.workspace_id = $1 and u.canonical_subject_id = s.canonical_subject_id)
         or exists (select from consents n join subjects u on u.workspace_id = $1 and u.id = n.subject_id
           where n.workspace_id = $1 and u.canonical_subject_id = s.canonical_subject_id and n.status = 'active'
             and (n.expires_at is null or n.expires_at > $3)))`,
      [workspaceId, subjectId, now],
    );
    return found.length > 0;
  },
  async counts(since) {
    const found = await sql.first<Awaited<ReturnType<core.DispositionRepository['counts']>>>(
      `select count(*) filter (where status in ('pending', 'deferred'))::integer pending,
         count(*) filter (where status = 'executed' and executed_at >= $2)::integer executed,
         count(*) filter (where status = 'executing')::integer executing,
         count(*) filter (where status = 'failed')::integer failed,
         min(decided_at) filter (where status = 'failed') "failedSince"
       from disposition_reviews where workspace_id = $1`,
      [workspaceId, since],
    );
    return found ?? { pending: 0, executed: 0, executing: 0, failed: 0, failedSince: null };
  },
});

const casesSql = `
  select c.id "caseId", c.case_number "caseNumber", c.status, c.blocked_user_ids "blockedUserIds",
    s.id "subjectId", s.subject_number "subjectNumber",
    (select count(*)::integer from record_attachments a join record_entries e on e.workspace_id = $1 and e.id = a.entry_id
     where a.workspace_id = $1 and e.case_id = c.id and a.released_at is null) attachments,
    exists (select from release_packages p where p.workspace_id = $1 and p.case_id = c.id and p.status = 'released'
      and p.expires_at > $3) "hasOpenPackage",
    (select count(*)::integer from record_entries e where e.workspace_id = $1 and e.case_id = c.id) entries
  from record_cases c join subjects s on s.workspace_id = $1 and s.id = c.primary_subject_id
  where c.workspace_id = $1 and c.id = any($2::uuid[])`;

const certificatesOf = (
  sql: Sql,
  workspaceId: string,
): Part<'addCertificate' | 'certificate' | 'certificateIds'> => {
  const certificates = table(sql, CertificateRow, { workspaceId });
  return {
    addCertificate: (certificate) => certificates.insert({ ...certificate, workspaceId }),
    async certificate(reviewId) {
      const found = await certificates.find({ reviewId });
      if (found === null) return null;
      const line = await sql.first<{ auditSeq: number; checkpointSize: number | null }>(
        `select e.seq::float8 "auditSeq",
           (select min(c.size)::float8 from audit_checkpoints c where c.ledger_id = $1 and c.size >= e.seq) "checkpointSize"
         from audit_event e where e.ledger_id = $1 and e.action = 'disposition.executed'
           and e.target_kind = 'disposition_review' and e.target_id = $2 order by e.seq limit 1`,
        [workspaceId, reviewId],
      );
      return { ...found, auditSeq: line?.auditSeq ?? null, checkpointSize: line?.checkpointSize ?? null };
    },
    async certificateIds(reviewIds) {
      const rows = await sql<{ id: string; reviewId: string }>(
        `select id, review_id "reviewId" from disposition_certificates
         where workspace_id = $1 and review_id = any($2::uuid[])`,
        [workspaceId, reviewIds],
      );
      return new Map(rows.map(({ id, reviewId }) => [reviewId, id]));
    },
  };
};

/** Answers the sweep by a function that sees all workspaces and returns ids alone. */
export const dispositionSweep = (sql: Sql): core.DispositionSweep => ({
  due: (now, day, most) =>
    sql<core.DueReview>('select workspace_id "workspaceId", id from chancery_dispositions_due($1, $2, $3)', [
      now,
      day,
      most,
    ]),
});
