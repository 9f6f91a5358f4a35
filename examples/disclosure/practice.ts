import type { Chancery } from '@chancery/sdk';

/** Two people, because nobody decides what they have asked for themselves. */
export interface Practice {
  /** Writes notes, asks for disclosures and prepares packages. */
  readonly writer: Chancery;
  /** Leads the case, decides and approves. */
  readonly lead: Chancery;
  readonly password: string;
}
