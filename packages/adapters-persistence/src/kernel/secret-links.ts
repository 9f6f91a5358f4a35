import { bytes, instant, int, nullable, text } from './columns.ts';
import type { Transition } from './transition.ts';

/** What a link for somebody outside has, beside what it leads to. */
export const secretLinkColumns = () => ({
  tokenHash: text(),
  linkVersion: int(),
  cause: text(),
  delivery: text(),
  status: text(),
  endedReason: nullable(text()),
  expiresAt: instant(),
  sealedSecret: nullable(bytes()),
  createdAt: instant(),
  endedAt: nullable(instant()),
});

/**
 * Ends such links of the workspace `$1`, with the secret that a mail waits for: those that meet the condition, which names `$2`.
 * The reason is `$3`, and the time is `$4`.
 */
export const endLinksSql = (table: string, condition: string, { from, to }: Transition): string => `
  update ${table} set status = ${to}, ended_reason = $3, ended_at = $4, sealed_secret = null
  where workspace_id = $1 and ${condition} and status in ${from}`;
