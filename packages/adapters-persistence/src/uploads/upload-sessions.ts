import { uploads as uploadsContext } from '@chancery/core/internal';
import type { Sql } from '../kernel/sql.ts';
import { transition } from '../kernel/transition.ts';

const chunk = transition(uploadsContext.uploadStates, 'chunk');

type Session = uploadsContext.UploadSession;
type Progress = uploadsContext.UploadProgress;

/** One more gap is read than is shown, because it shows that there are more. */
const gapsRead = 101;

export const uploadRepository = (sql: Sql, workspaceId: string): uploadsContext.UploadRepository => ({
  ...sessions(sql, workspaceId),
  ...lists(sql, workspaceId),
  ...chunksOf(sql, workspaceId),
  ...steps(sql, workspaceId),
});

/** Upload sessions and their progress. */
function sessions(
  sql: Sql,
  workspaceId: string,
): Pick<uploadsContext.UploadRepository, 'add' | 'get' | 'own' | 'progress'> {
  const get = async (id: string) => {
    const [row] = await sql<Columns>(
      `select ${columns} from upload_sessions s where workspace_id = $1 and id = $2`,
      [workspaceId, id],
    );
    return row === undefined ? null : sessionOf(row);
  };
  return {
    async add(session) {
      await sql(
        `insert into upload_sessions (workspace_id, id, purpose, status, file_name, declared_mime_type, size_bytes, sha256,
           chunk_size_bytes, chunk_count, expires_at, created_by_user_id, created_at, updated_at, version)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13, $14)`,
        [
          workspaceId,
          session.id,
          session.purpose,
          session.status,
          session.fileName,
          session.declaredMimeType,
          session.sizeBytes,
          session.sha256,
          session.chunkSizeBytes,
          session.chunkCount,
          session.expiresAt,
          session.createdByUserId,
          session.createdAt,
          session.version,
        ],
      );
    },
    get,
    async own(id, userId) {
      const session = await get(id);
      if (session?.createdByUserId !== userId) throw uploadsContext.uploadNotFound();
      return session;
    },
    async progress({ id, sizeBytes, chunkSizeBytes, chunkCount }) {
      const [row] = await sql<ProgressColumns>(
        `select * from (select $2::uuid id, $3::bigint size_bytes, $4::bigint chunk_size_bytes, $5::int chunk_count) s
         cross join lateral (${progressSql}) p where $1::text is not null`,
        [workspaceId, id, sizeBytes, chunkSizeBytes, chunkCount],
      );
      return progressOf(row);
    },
  };
}

/** Lists of sessions, and how many are under way. */
function lists(
  sql: Sql,
  workspaceId: string,
): Pick<uploadsContext.UploadRepository, 'list' | 'underWay' | 'openOf'> {
  return {
    async list(userId, status, now, after, limit) {
      const rows = await sql<Columns & ProgressColumns>(
        `select ${columns}, p.* from upload_sessions s cross join lateral (${progressSql}) p
         where s.workspace_id = $1 and s.created_by_user_id = $2
           and $3 = case when s.status in ('open', 'completed') and s.expires_at <= $4::timestamptz then 'expired' else s.status end
           and ($5::uuid is null or s.id < $5::uuid)
         order by s.id desc limit $6`,
        [workspaceId, userId, status, now, after, limit + 1],
      );
      return rows.map((row) => ({ session: sessionOf(row), progress: progressOf(row) }));
    },
    async underWay(userId, now) {
      const [row] = await sql<{ ofUser: number; ofWorkspace: number }>(
        `select count(*) filter (where created_by_user_id = $2) "ofUser", count(*) "ofWorkspace" from upload_sessions
         where workspace_id = $1 and (status = 'assembling' or (status = 'open' and expires_at > $3::timestamptz))`,
        [workspaceId, userId, now],
      );
      return row ?? { ofUser: 0, ofWorkspace: 0 };
    },
    openOf: (userId) =>
      sql.column(
        "select id from upload_sessions where workspace_id = $1 and created_by_user_id = $2 and status = 'open' order by id",
        [workspaceId, userId],
      ),
  };
}

/** The stored chunks of a session. */
function chunksOf(
  sql: Sql,
  workspaceId: string,
): Pick<uploadsContext.UploadRepository, 'chunk' | 'chunks' | 'addChunk'> {
  return {
    chunk: (sessionId, index) =>
      sql.first<uploadsContext.UploadChunk>(
        `select ${chunkColumns} from upload_chunks where workspace_id = $1 and session_id = $2 and index = $3`,
        [workspaceId, sessionId, index],
      ),
    chunks: (sessionId) =>
      sql<uploadsContext.UploadChunk>(
        `select ${chunkColumns} from upload_chunks where workspace_id = $1 and session_id = $2 order by index`,
        [workspaceId, sessionId],
      ),
    async addChunk(session, { index, sizeBytes, sha256, blobKey }, now) {
      // The session is locked, so that a chunk and a change of state wait for each other.
      const [outcome] = await sql<{ isOpen: boolean; isStored: boolean }>(
        `with open as (
           select id from upload_sessions
           where workspace_id = $1 and id = $2 and status in ${chunk.from} and expires_at > $7::timestamptz for no key update
         ), stored as (
           insert into upload_chunks (workspace_id, session_id, index, size_bytes, sha256, blob_key, stored_at)
           select $1, id, $3, $4, $5, $6, $7 from open on conflict do nothing returning session_id
         ), extended as (
           update upload_sessions s set expires_at = greatest(expires_at, $8::timestamptz), updated_at = $7, version = version + 1
           from stored where s.workspace_id = $1 and s.id = stored.session_id
         )
         select exists (select from open) "isOpen", exists (select from stored) "isStored"`,
        [
          workspaceId,
          session.id,
          index,
          sizeBytes,
          sha256,
          blobKey,
          now,
          uploadsContext.slidExpiry(session.createdAt, now),
        ],
      );
      if (!outcome?.isOpen) return 'closed';
      if (!outcome.isStored) return 'taken';
      return 'stored';
    },
  };
}

/** The steps of a session towards its end. */
function steps(
  sql: Sql,
  workspaceId: string,
): Pick<uploadsContext.UploadRepository, 'advance' | 'collected' | 'purge'> {
  return {
    async advance(id, { status, assemblyId = null, dueAt = null }, action, changes, now) {
      const next = uploadsContext.uploadStates.next(status, action);
      const values: unknown[] = [workspaceId, id, status, assemblyId, dueAt, now];
      const assignments = Object.entries({ status: next, ...flat(changes) }).map(([column, value]) => {
        values.push(value);
        return `${column} = $${values.length}`;
      });
      const [row] = await sql<Columns>(
        `update upload_sessions s set ${assignments.join(', ')}, collected_at = null, updated_at = $6, version = version + 1
         where workspace_id = $1 and id = $2 and status = $3
           and ($4::uuid is null or assembly_id = $4::uuid)
           and ($5::timestamptz is null or coalesce(assembling_until, expires_at) <= $5::timestamptz)
         returning ${columns}`,
        values,
      );
      return row === undefined ? null : sessionOf(row);
    },
    async collected(id, version) {
      const held = await sql.changed(
        'update upload_sessions set collected_at = updated_at where workspace_id = $1 and id = $2 and version = $3',
        [workspaceId, id, version],
      );
      if (held === 1)
        await sql('delete from upload_chunks where workspace_id = $1 and session_id = $2', [workspaceId, id]);
    },
    async purge() {
      await sql('delete from upload_sessions where workspace_id = $1', [workspaceId]);
    },
  };
}

/** Works across all workspaces; only the role of the sweeps reaches it. */
export const uploadSweep = (sql: Sql): uploadsContext.UploadSweep => ({
  due: (now, limit) =>
    sql<uploadsContext.DueUpload>(
      'select workspace_id "workspaceId", id, status from chancery_uploads_due($1, $2)',
      [now, limit],
    ),
  known: async (keys) =>
    keys.length === 0 ? [] : sql.column('select key from chancery_upload_keys_known($1) key', [keys]),
  giveUpIncoming: (before, now, limit) =>
    sql.column(
      `update incoming_files set given_up_at = coalesce(given_up_at, $2)
       where blob_key = any (array(
         select blob_key from incoming_files where begun_at <= $1 order by begun_at limit $3 for update skip locked
       ))
       returning blob_key id`,
      [before, now, limit],
    ),
  forgetIncoming: async (keys) => {
    if (keys.length > 0)
      await sql('delete from incoming_files where blob_key = any ($1) and given_up_at is not null', [keys]);
  },
});

type Columns = Omit<Session, 'consumedBy' | 'failure' | 'assembly'> & {
  consumedByKind: uploadsContext.UploadPurpose | null;
  consumedById: string | null;
  failureCode: string | null;
  failureMessage: string | null;
  assemblyId: string | null;
  assemblingUntil: string | null;
};

interface ProgressColumns {
  readonly receivedBytes: number;
  readonly receivedChunks: number;
  readonly missing: Progress['missing'];
}

const columns = `s.id, s.purpose, s.status, s.file_name "fileName", s.declared_mime_type "declaredMimeType",
  s.detected_mime_type "detectedMimeType", s.scan, s.size_bytes "sizeBytes", s.sha256, s.chunk_size_bytes "chunkSizeBytes",
  s.chunk_count "chunkCount", s.expires_at "expiresAt", s.completed_at "completedAt", s.consumed_at "consumedAt",
  s.consumed_by_kind "consumedByKind", s.consumed_by_id "consumedById", s.failure_code "failureCode",
  s.failure_message "failureMessage", s.created_by_user_id "createdByUserId", s.blob_key "blobKey",
  s.assembly_id "assemblyId", s.assembling_until "assemblingUntil", s.created_at "createdAt", s.updated_at "updatedAt", s.version`;

const chunkColumns = 'index, size_bytes "sizeBytes", sha256, blob_key "blobKey"';

/** Selects the gaps between the stored chunks of the session `s`, as ranges of bytes; `$1` is the tenant. */
const progressSql = `
  select coalesce(sum(c.size_bytes), 0)::bigint "receivedBytes", count(c.index)::int "receivedChunks",
    (select coalesce(jsonb_agg(jsonb_build_object('start', g.first * s.chunk_size_bytes,
         'end', least(g.after * s.chunk_size_bytes, s.size_bytes)) order by g.first), '[]')
     from (select first, after
           from (select h.index + 1 first, lead(h.index, 1, s.chunk_count) over (order by h.index) after
                 from (select -1 as index union all
                       select index from upload_chunks where workspace_id = $1 and session_id = s.id) h) gaps
           where after > first order by first limit ${gapsRead}) g) missing
  from upload_chunks c where c.workspace_id = $1 and c.session_id = s.id`;

function sessionOf({
  consumedByKind,
  consumedById,
  failureCode,
  failureMessage,
  assemblyId,
  assemblingUntil,
  ...row
}: Columns): Session {
  const {
    receivedBytes: _,
    receivedChunks: __,
    missing: ___,
    ...session
  } = row as typeof row & Partial<ProgressColumns>;
  return {
    ...session,
    consumedBy:
      consumedByKind === null || consumedById === null ? null : { kind: consumedByKind, id: consumedById },
    failure: failureCode === null ? null : { code: failureCode, message: failureMessage ?? '' },
    assembly:
      assemblyId === null || assemblingUntil === null ? null : { id: assemblyId, until: assemblingUntil },
  };
}

const progressOf = (row: ProgressColumns | undefined): Progress => ({
  receivedBytes: row?.receivedBytes ?? 0,
  receivedChunks: row?.receivedChunks ?? 0,
  missing: row?.missing ?? [],
});

/** The columns that change. */
function flat({
  consumedBy,
  failure,
  assembly,
  ...changes
}: uploadsContext.UploadChanges): Record<string, unknown> {
  return {
    ...Object.fromEntries(
      Object.entries(changes).map(([property, value]) => [
        property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
        value,
      ]),
    ),
    ...(consumedBy === undefined
      ? {}
      : { consumed_by_kind: consumedBy?.kind ?? null, consumed_by_id: consumedBy?.id ?? null }),
    ...(failure === undefined
      ? {}
      : { failure_code: failure?.code ?? null, failure_message: failure?.message ?? null }),
    ...(assembly === undefined
      ? {}
      : { assembly_id: assembly?.id ?? null, assembling_until: assembly?.until ?? null }),
  };
}
