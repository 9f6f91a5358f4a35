import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { keySql } from './bare-sql.ts';

export interface Key {
  readonly api_key_id: string;
  readonly key_prefix: string;
  readonly name: string;
  readonly scopes: string[];
  readonly acts_as_user_id: string;
  readonly secret_hash: string;
  readonly workspace_id: string;
}

export interface Queryable {
  query(statement: {
    name: string;
    text: string;
    values: unknown[];
  }): Promise<{ rows: Record<string, unknown>[] }>;
}

export const secretOf = ({ headers }: IncomingMessage): string =>
  (headers.authorization ?? '').slice('Bearer '.length);

export const prefixOf = (request: IncomingMessage): string => secretOf(request).slice(0, 18);

/** The row of the key by its prefix, and the comparison of the digest. */
export async function lookUpKey(database: Queryable, request: IncomingMessage): Promise<Key> {
  const secret = secretOf(request);
  const { rows } = await database.query({ ...keySql, values: [secret.slice(0, 18)] });
  // The columns are those of the statement.
  const key = rows[0] as unknown as Key | undefined;
  const digest = createHash('sha256').update(secret).digest('hex');
  if (key === undefined || !timingSafeEqual(Buffer.from(digest), Buffer.from(key.secret_hash)))
    throw new Error('unknown key');
  return key;
}
