import type { Database } from './data-source.ts';
import { unit } from './raw-unit.ts';
import type { Sql } from './sql.ts';

/** A column of values that the key ring has sealed. */
interface Place {
  readonly table: string;
  readonly column: string;
  readonly key: string;
  readonly keyType: 'uuid' | 'text' | 'bigint';
  /** Rows of a workspace are visible only in it; the ledger of the installation counts as a workspace. */
  readonly in: 'installation' | 'workspace' | 'ledger';
  /** A further condition. */
  readonly where?: string;
  /** What the value is bound to, in the words of the code that sealed it. */
  bound(key: string, owner: string): string;
  /** A row is visible only to a transaction that presents its key in this setting; the function lists the keys. */
  readonly presented?: { readonly setting: string; readonly keys: string };
  /** True if the column holds base64url text instead of bytes. */
  readonly asText?: boolean;
}

const global = (table: string, column: string, label: string, over: Partial<Place> = {}): Place => ({
  table,
  column,
  key: 'id',
  keyType: 'uuid',
  in: 'installation',
  bound: (key) => `${label}:${key}`,
  ...over,
});

/** Every column with sealed values; a test compares this list with the columns of the database. */
const places: readonly Place[] = [
  global('key_root', 'secret_sealed', 'key-root', { key: 'number', keyType: 'bigint' }),
  global('key_root', 'pepper_sealed', 'key-root', { key: 'number', keyType: 'bigint' }),
  global('signing_keys', 'private_sealed', 'signing-key', { key: 'kid', keyType: 'text' }),
  global('seal_roots', 'private_sealed', 'seal-root'),
  global('seal_leaves', 'private_sealed', 'seal-leaf', { in: 'workspace' }),
  global('accounts', 'farewell_sealed', 'account-farewell', { keyType: 'text' }),
  global('one_time_tokens', 'sealed_token', 'one-time-token'),
  global('factors', 'secret_sealed', 'totp'),
  global('external_identities', 'refresh_token_sealed', 'identity'),
  global('detached_tokens', 'refresh_token_sealed', 'identity'),
  global('auth_flows', 'secrets_sealed', 'auth-flow'),
  global('auth_flows', 'proof_sealed', 'auth-proof'),
  global('billing_events', 'payload_sealed', 'billing_event'),
  global('idempotency', 'body', 'idempotency', {
    key: 'key_hash',
    keyType: 'text',
    presented: { setting: 'app.idempotency', keys: 'chancery_sealed_answers' },
    asText: true,
  }),
  global('workspace_invitations', 'sealed_token', 'workspace-invitation', { in: 'workspace' }),
  global('document_shares', 'sealed_token', 'document-share', { in: 'workspace' }),
  global('webhook_endpoints', 'secret_sealed', 'webhook', { in: 'workspace' }),
  global('webhook_endpoints', 'previous_secret_sealed', 'webhook', { in: 'workspace' }),
  global('signing_links', 'sealed_secret', 'signing-link', { in: 'workspace' }),
  global('file_request_links', 'sealed_secret', 'file-request-link', { in: 'workspace' }),
  global('otp_challenges', 'sealed_code', 'otp-challenge', { in: 'workspace' }),
  global('signature_materials', 'signature_image_sealed', 'signature-material', {
    key: 'signer_id',
    in: 'workspace',
  }),
  global('signature_materials', 'initials_image_sealed', 'signature-material', {
    key: 'signer_id',
    in: 'workspace',
  }),
  global('signature_materials', 'facts_sealed', 'signature-material', { key: 'signer_id', in: 'workspace' }),
  global('identity_verifications', 'fields_sealed', 'identity-verification', { in: 'workspace' }),
  global('record_signing_keys', 'private_sealed', 'record-signing-key', {
    key: 'key_id',
    keyType: 'text',
    in: 'workspace',
  }),
  global('subject_identifiers', 'value_sealed', 'subject-identifier', {
    in: 'workspace',
    where: 'key_id is null',
  }),
  global('subject_identifiers', 'mask_sealed', 'subject-identifier-mask', { in: 'workspace' }),
  global('consents', 'sealed_token', 'consent-token', { in: 'workspace' }),
  global('consents', 'sealed_drawing', 'consent-drawing', {
    in: 'workspace',
    where: 'drawing_key_id is null',
  }),
  global('portal_decisions', 'sealed_drawing', 'portal-drawing', {
    in: 'workspace',
    where: 'drawing_key_id is null',
  }),
  global('portal_tokens', 'sealed_token', 'portal-token', {
    key: 'token_hash',
    keyType: 'text',
    in: 'workspace',
  }),
  global('audit_log_keys', 'private_sealed', 'audit-log-key', { in: 'ledger' }),
  global('audit_detail', 'value', 'audit', {
    key: 'seq',
    keyType: 'bigint',
    in: 'ledger',
    where: "(key_id = 'key_ring' or key_id like 'key_ring/%')",
    bound: (_, ledgerId) => `audit:${ledgerId}`,
  }),
];

export interface SealedValue {
  /** Table, column and row, for people to read. */
  readonly name: string;
  /** What the value is bound to: the `aad` of the key ring. */
  readonly bound: string;
  readonly sealed: Uint8Array;
}

export interface SealedValues {
  readonly places: readonly string[];
  /**
   * Goes through all values of a place, each batch in its own transaction. The value that `change` returns is written if
   * the stored value is still the one that was read; null leaves it unchanged.
   */
  through(
    place: string,
    change: (value: SealedValue) => Uint8Array | null,
    batchSize?: number,
  ): AsyncIterable<{ readonly read: number; readonly written: number }>;
}

const named = ({ table, column }: Place): string => `${table}.${column}`;

/** Gives access to all that the key ring has sealed, for the operator of the installation. */
export function sealedValues(database: Database): SealedValues {
  return {
    places: places.map(named),
    async *through(name, change, batchSize = 500) {
      const place = places.find((known) => named(known) === name);
      if (place === undefined) throw new TypeError(`Nothing is sealed in ${name}`);
      for (const owner of await ownersOf(database, place)) {
        for (let after: string | null = null; ; ) {
          const batch = await unit(database, 'chancery_identity', (sql) =>
            changedBatch(sql, place, owner, { after, batchSize }, change),
          );
          if (batch.last === null) break;
          after = batch.last;
          yield { read: batch.read, written: batch.written };
        }
      }
    },
  };
}

async function ownersOf(database: Database, place: Place): Promise<readonly string[]> {
  if (place.in === 'installation') return [''];
  const ids = await unit(database, 'chancery_identity', (sql) =>
    sql.column('select workspace_id from chancery_every_workspace()'),
  );
  return place.in === 'ledger' ? ['installation', ...ids] : ids;
}

async function changedBatch(
  sql: Sql,
  place: Place,
  owner: string,
  { after, batchSize }: { readonly after: string | null; readonly batchSize: number },
  change: (value: SealedValue) => Uint8Array | null,
): Promise<{ readonly read: number; readonly written: number; readonly last: string | null }> {
  const { asText = false, presented } = place;
  await sql("select set_config('app.workspace', $1, true)", [owner]);
  const rows = await (presented === undefined ? visibleRows : presentedRows)(sql, place, [after, batchSize]);
  let written = 0;
  for (const row of rows) {
    if (presented !== undefined) await sql('select set_config($1, $2, true)', [presented.setting, row.key]);
    const sealed = typeof row.value === 'string' ? Buffer.from(row.value, 'base64url') : row.value;
    const changed = change({
      name: [named(place), owner, row.key].filter((part) => part !== '').join(' '),
      bound: place.bound(row.key, owner),
      sealed,
    });
    if (changed === null) continue;
    const bytes = Buffer.from(changed);
    written += await replaced(sql, place, owner, row, asText ? bytes.toString('base64url') : bytes);
  }
  return { read: rows.length, written, last: rows.at(-1)?.key ?? null };
}

type SealedRow = { readonly key: string; readonly value: Uint8Array | string };
type Batch = readonly [after: string | null, size: number];

function visibleRows(sql: Sql, { table, column, key, keyType, where, in: within }: Place, batch: Batch) {
  const ofOwner = { installation: '', workspace: 'workspace_id', ledger: 'ledger_id' }[within];
  return sql<SealedRow>(
    `select ${key}::text "key", ${column} "value" from ${table}
     where ${column} is not null and ($1::${keyType} is null or ${key} > $1::${keyType})
       ${ofOwner === '' ? '' : `and ${ofOwner} = current_setting('app.workspace')`} ${where === undefined ? '' : `and ${where}`}
     order by ${key} limit $2`,
    [...batch],
  );
}

async function presentedRows(sql: Sql, { table, column, key, presented }: Place, batch: Batch) {
  const rows: SealedRow[] = [];
  for (const id of await sql.column(`select ${key} id from ${presented?.keys}($1, $2)`, [...batch])) {
    await sql('select set_config($1, $2, true)', [presented?.setting, id]);
    // None if it was deleted meanwhile; locked, so that none is deleted before the batch is done.
    rows.push(
      ...(await sql<SealedRow>(
        `select ${key} "key", ${column} "value" from ${table} where ${key} = $1 for update`,
        [id],
      )),
    );
  }
  return rows;
}

/** Writes only if the value is still the one that was read: another may just have been written, and that is sealed with the new key already. */
async function replaced(
  sql: Sql,
  { table, column, key, keyType }: Place,
  owner: string,
  was: { readonly key: string; readonly value: Uint8Array | string },
  becomes: Uint8Array | string,
): Promise<number> {
  // Nobody but its own function changes what stands beside the chain.
  if (table !== 'audit_detail')
    return sql.changed(
      `update ${table} set ${column} = $3 where ${key} = $1::${keyType} and ${column} = $2`,
      [was.key, was.value, becomes],
    );
  const [row] = await sql<{ done: boolean }>('select audit_detail_reseal($1, $2, $3, $4) "done"', [
    owner,
    was.key,
    was.value,
    becomes,
  ]);
  return row?.done === true ? 1 : 0;
}
