import type { CredentialRow, Standing } from '../kernel/credentials.ts';
import type { Presented } from '../kernel/gates.ts';

export interface RecentCredential {
  readonly row: CredentialRow;
  /** Null for whoever presents nothing. */
  readonly text: string | null;
}

const nobodys: RecentCredential = { row: null, text: null };

/**
 * The last known rows of the credentials that this process saw. Nobody is let in by them: a read begins with it while
 * the same transaction asks again, and is answered only if the row is still the same (PLT-12).
 */
export class RecentCredentials {
  readonly #rows = new Map<string, RecentCredential>();
  readonly #most: number;

  constructor(most = 10_000) {
    this.#most = most;
  }

  /** `undefined` if the credential was not seen lately; a call without one needs no look-up. */
  of(presented: Presented): RecentCredential | undefined {
    return presented.kind === 'nobody' ? nobodys : this.#rows.get(nameOf(presented));
  }

  /** What the database has just said of the credential: read only if it says something new, and remembered. */
  rowOf(presented: Presented, standing: Standing<CredentialRow> | null): CredentialRow {
    if (presented.kind === 'nobody') return null;
    const name = nameOf(presented);
    const known = this.#rows.get(name);
    this.#rows.delete(name);
    if (standing === null) return null;
    const recent = known?.text === standing.text ? known : { text: standing.text, row: standing.row() };
    this.#rows.set(name, recent);
    this.#forget();
    return recent.row;
  }

  #forget(): void {
    for (const oldest of this.#rows.keys()) {
      if (this.#rows.size <= this.#most) break;
      this.#rows.delete(oldest);
    }
  }
}

/**
 * Whether the row is the one that the read began with. What is remembered by now does not count: another call may
 * have noted a newer row meanwhile.
 */
export const isStill = (known: RecentCredential, standing: Standing<CredentialRow> | null): boolean =>
  known.text === (standing?.text ?? null);

/** The name of a credential within a process; what is secret of it is no part of that. */
export const nameOf = (presented: Presented): string => {
  if (presented.kind === 'nobody') return '';
  if (presented.kind === 'key') return presented.prefix;
  const { sid, jti, wid } = presented.claims;
  return `${sid} ${jti} ${wid}`;
};
