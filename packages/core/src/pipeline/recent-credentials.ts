import type { CredentialRow } from '../kernel/credentials.ts';
import type { Presented } from '../kernel/gates.ts';

export interface RecentCredential {
  readonly row: CredentialRow;
  readonly text: string;
}

const recentOf = (row: CredentialRow): RecentCredential => ({ row, text: JSON.stringify(row) });
const nobodys = recentOf(null);

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

  note(presented: Presented, row: CredentialRow): void {
    if (presented.kind === 'nobody') return;
    const name = nameOf(presented);
    this.#rows.delete(name);
    this.#rows.set(name, recentOf(row));
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
export const isStill = (known: RecentCredential, row: CredentialRow): boolean =>
  known.text === JSON.stringify(row);

const nameOf = (presented: Exclude<Presented, { kind: 'nobody' }>): string => {
  if (presented.kind === 'key') return presented.prefix;
  const { sid, jti, wid } = presented.claims;
  return `${sid} ${jti} ${wid}`;
};
