/** How far a server has written its log, or how far a replica has replayed it. */
export interface Position {
  /** Bytes since the beginning of the log. */
  readonly position: string;
  /** Goes up each time that a replica takes over. */
  readonly timeline: number;
  /** The same for a server and all that follow it. */
  readonly system: string;
}

export const mainSql = `
  select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text "position", system_identifier::text "system",
         ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer "timeline"
  from pg_control_system()`;

// What a replica has replayed of a timeline that its main server left counts only once it is known to be on the new one.
export const followerSql = `
  select coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0)::text "position", system_identifier::text "system",
         greatest(timeline_id, min_recovery_end_timeline) "timeline", pg_is_in_recovery() "follows"
  from pg_control_system(), pg_control_checkpoint(), pg_control_recovery()`;

interface Sample {
  readonly at: number;
  readonly position: number;
}

/** More than enough for a second; older ones would prove nothing. */
const mostSamples = 10;

/**
 * Until when a replica is known to have everything. A position of the main server that was asked for after a moment is one
 * that holds whatever was acknowledged until then; so a replica that has replayed it has that. No clock of a server is asked,
 * and a server at rest makes nobody late.
 */
export class Proof {
  readonly #mostMilliseconds: number;
  /** Positions that the replica has not reached yet. */
  #samples: Sample[] = [];
  #provenAt = Number.NEGATIVE_INFINITY;

  constructor(mostMilliseconds: number) {
    this.#mostMilliseconds = mostMilliseconds;
  }

  holds(now: number): boolean {
    return now - this.#provenAt <= this.#mostMilliseconds;
  }

  /** Notes what was asked at this moment or later; null if the main server did not answer. */
  add(at: number, main: Position | null, replica: Position): void {
    if (main !== null && (main.system !== replica.system || main.timeline !== replica.timeline)) {
      this.clear();
      return;
    }
    if (main !== null) this.#samples.push({ at, position: Number(main.position) });
    const reached = this.#samples.filter(({ position }) => position <= Number(replica.position));
    this.#provenAt = Math.max(this.#provenAt, ...reached.map((sample) => sample.at));
    this.#samples = this.#samples.filter((sample) => sample.at > this.#provenAt).slice(-mostSamples);
  }

  clear(): void {
    this.#samples = [];
    this.#provenAt = Number.NEGATIVE_INFINITY;
  }
}
