import { type Instant, plusSeconds } from '../../kernel/time.ts';
import type { RecordsPorts } from '../ports.ts';

/** How well the ledger of a workspace is proven at this moment. */
export interface LedgerStanding {
  /** When it was last verified as a whole; null if it never was. */
  readonly lastCheckAt: Instant | null;
  /** Whether nothing is known to be wrong, with it or with the records; null if it was never verified. */
  readonly ok: boolean | null;
  /** When a check found something wrong with the records that none found right since; null if there is none. */
  readonly recordsFailedSince: Instant | null;
  readonly checkpointSize: number | null;
  readonly checkpointAt: Instant | null;
  /** The size of the newest checkpoint that a witness has cosigned; null if there is none. */
  readonly cosignedSize: number | null;
  /** Since when there are events that no checkpoint confirms, where that is longer than the job can need; otherwise null. */
  readonly checkpointStaleSince: Instant | null;
  /** When a witness last cosigned, where that is longer ago than a day and there are newer checkpoints; otherwise null. */
  readonly witnessStaleSince: Instant | null;
}

/** The job issues a checkpoint each quarter of an hour, and its failures are a risk after an hour (records 10). */
const hoursToCheckpoint = 1;
const hoursToCosign = 24;

export async function ledgerStanding(
  {
    auditTrail,
    checkpointLog,
    integrityChecks,
  }: Pick<RecordsPorts, 'auditTrail' | 'checkpointLog' | 'integrityChecks'>,
  now: Instant,
): Promise<LedgerStanding> {
  const [log, newest, cosigned, failedSince] = await Promise.all([
    checkpointLog.log(),
    checkpointLog.newest(),
    checkpointLog.newestCosigned(),
    integrityChecks.failedSince(),
  ]);
  const news = await auditTrail.oldestNews(newest?.size ?? 0);
  const cosignedAt = cosigned?.cosignatures.at(-1)?.cosignedAt ?? null;
  const isBehind = cosigned !== null && newest !== null && newest.size > cosigned.size;
  const before = (hours: number) => plusSeconds(now, -hours * 3600);
  return {
    lastCheckAt: log.verifiedAt,
    ok: log.fault === null && failedSince === null ? log.verifiedOk : false,
    recordsFailedSince: failedSince,
    checkpointSize: newest?.size ?? null,
    checkpointAt: newest?.issuedAt ?? null,
    cosignedSize: cosigned?.size ?? null,
    checkpointStaleSince: news !== null && news <= before(hoursToCheckpoint) ? news : null,
    witnessStaleSince:
      isBehind && cosignedAt !== null && cosignedAt <= before(hoursToCosign) ? cosignedAt : null,
  };
}
