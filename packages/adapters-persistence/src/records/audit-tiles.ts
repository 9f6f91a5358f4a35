import type { records as core } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

const hashBytes = 32;
const perTile = 256;

/** Tiles of the tree over one ledger: a row holds up to 256 hashes, one behind the other. */
export const auditTiles = (sql: Sql, ledgerId: string): core.AuditTiles => ({
  async count(level) {
    const row = await sql.first<{ tileIndex: string; bytes: number }>(
      `select tile_index::text "tileIndex", octet_length(hashes) bytes from audit_tiles
       where ledger_id = $1 and level = $2::smallint order by tile_index desc limit 1`,
      [ledgerId, level],
    );
    return row === null ? 0 : Number(row.tileIndex) * perTile + row.bytes / hashBytes;
  },

  async read(level, start, end) {
    if (end <= start) return [];
    const rows = await sql<{ tileIndex: string; hashes: Uint8Array }>(
      `select tile_index::text "tileIndex", hashes from audit_tiles
       where ledger_id = $1 and level = $2::smallint and tile_index between $3::bigint and $4::bigint order by tile_index`,
      [ledgerId, level, Math.floor(start / perTile), Math.floor((end - 1) / perTile)],
    );
    return rows.flatMap(({ tileIndex, hashes }) => {
      const first = Number(tileIndex) * perTile;
      const all = Array.from({ length: hashes.length / hashBytes }, (_, at) =>
        Uint8Array.from(hashes.subarray(at * hashBytes, (at + 1) * hashBytes)),
      );
      return all.slice(Math.max(start - first, 0), Math.max(end - first, 0));
    });
  },

  async append(level, start, hashes) {
    for (let at = 0; at < hashes.length; ) {
      const place = start + at;
      const within = place % perTile;
      const piece = hashes.slice(at, at + perTile - within);
      await sql(
        `insert into audit_tiles (ledger_id, level, tile_index, hashes) values ($1, $2::smallint, $3::bigint, $4::bytea)
         on conflict (ledger_id, level, tile_index) do update
         set hashes = substring(audit_tiles.hashes for $5::integer) || excluded.hashes`,
        [ledgerId, level, Math.floor(place / perTile), Buffer.concat(piece), within * hashBytes],
      );
      at += piece.length;
    }
  },
});
