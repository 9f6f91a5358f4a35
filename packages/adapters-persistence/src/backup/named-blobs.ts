import type { BulkConnection } from './bulk-connection.ts';

interface Place {
  readonly table: string;
  readonly column: string;
  /** Says of which rows the store has the object without fail; those of others may be deleted already, or on their way. */
  readonly has: string;
}

const isKept = `exists (select from workspaces w where w.id = named.workspace_id and w.status <> 'closed')`;

/** Every column that names objects of the blob store; a test compares this list with the columns of the database. */
export const blobPlaces: readonly Place[] = [
  {
    table: 'upload_sessions',
    column: 'blob_key',
    // The object of a consumed session belongs to what was made of the file, and goes when that goes.
    has: `named.status = 'completed' and ${isKept}`,
  },
  { table: 'document_versions', column: 'blob_key', has: `named.released_at is null and ${isKept}` },
  { table: 'client_uploads', column: 'blob_key', has: `named.destroyed_at is null and ${isKept}` },
  {
    table: 'upload_chunks',
    column: 'blob_key',
    has: `${isKept} and exists (select from upload_sessions s where s.id = named.session_id and s.status in ('open', 'assembling'))`,
  },
  { table: 'record_attachments', column: 'blob_key', has: `named.released_at is null and ${isKept}` },
  { table: 'incoming_files', column: 'blob_key', has: 'false' },
];

export interface NamedBlob {
  readonly key: string;
  /** False if it is no fault that the store does not have it. */
  readonly isRequired: boolean;
}

const batchSize = 5000;

/** The objects that the rows of the current snapshot name, by key. */
export async function* namedBlobs({ client }: Pick<BulkConnection, 'client'>): AsyncIterable<NamedBlob> {
  // A backup can be made before the migrations of a newer version.
  const { rows: tables } = await client.query<{ table: string }>(
    'select "table" from unnest($1::text[]) "table" where to_regclass("table") is not null',
    [blobPlaces.map(({ table }) => table)],
  );
  const all = blobPlaces
    .filter((place) => tables.some(({ table }) => table === place.table))
    .map(
      ({ table, column, has }) =>
        `select named.${column} "key", ${has} required from ${table} named where named.${column} is not null`,
    )
    .join(' union all ');
  await client.query(
    `declare named_blobs no scroll cursor for
     select "key", bool_or(required) "isRequired" from (${all}) found group by "key" order by "key" collate "C"`,
  );
  for (;;) {
    const { rows } = await client.query<NamedBlob>(`fetch ${batchSize} from named_blobs`);
    yield* rows;
    if (rows.length < batchSize) break;
  }
  await client.query('close named_blobs');
}
