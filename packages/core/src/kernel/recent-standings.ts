import type { Presented, StandingRow } from './gates.ts';

/**
 * What the database last said of the credentials that this process saw. Nobody is let in by it: a read begins with it while
 * the same transaction asks again, and is answered only if the answer is the same still (PLT-12).
 */
export class RecentStandings {
  readonly #rows = new Map<string, { readonly row: StandingRow; readonly text: string }>();
  readonly #most: number;

  constructor(most = 10_000) {
    this.#most = most;
  }

  /** `undefined` where the credential was not seen lately; nobody's standing needs no look-up. */
  of(presented: Presented): StandingRow | undefined {
    return presented.kind === 'nobody' ? null : this.#rows.get(nameOf(presented))?.row;
  }

  note(presented: Presented, row: StandingRow): void {
    if (presented.kind === 'nobody') return;
    const name = nameOf(presented);
    this.#rows.delete(name);
    this.#rows.set(name, { row, text: JSON.stringify(row) });
    for (const oldest of this.#rows.keys()) {
      if (this.#rows.size <= this.#most) break;
      this.#rows.delete(oldest);
    }
  }

  /** Whether the row is what `of` gave. */
  isSame(presented: Presented, row: StandingRow): boolean {
    return presented.kind === 'nobody' || this.#rows.get(nameOf(presented))?.text === JSON.stringify(row);
  }
}

const nameOf = (presented: Exclude<Presented, { kind: 'nobody' }>): string => {
  if (presented.kind === 'key') return presented.prefix;
  const { sid, jti, wid } = presented.claims;
  return `${sid} ${jti} ${wid}`;
};
