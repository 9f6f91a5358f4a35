import type { ContextPorts, PortsInside } from './context-ports.ts';
import { failure } from './errors.ts';
import { foldEmail } from './shapes.ts';
import type { Instant } from './time.ts';

export const mailBudgetUsed = failure(
  'mail.budget_used',
  'too_many',
  'The mails of today to people who are no members are used up; wait as long as Retry-After says, or ask for a larger plan.',
);

/** How many mails one address gets in a day, from all workspaces of the installation together (PLT-30). */
export const mailsPerRecipientAndDay = 20;

/** Mail to people who are no members of the workspace, said by the reaction that sends it or leads to it (PLT-30). */
export interface OutsideMail<D, P> {
  /**
   * The addresses of people who are no members, for each of these events and in their order, once for each mail. It is asked
   * in the transaction that emits the events, so that what it finds is counted, or refused, before anything is kept.
   */
  outsiders(
    events: readonly D[],
    context: P & { readonly now: Instant },
  ): Promise<readonly (readonly string[])[]>;
  /**
   * What becomes of it beyond the budget. `refuse`: the call that leads to it is refused; where nobody can be refused, it is
   * sent and counted all the same. `send`: it is always sent and counted, since people would come to what is called off.
   * `leave out`: as `refuse`, but where nobody can be refused, who has had the mails of a day is not mailed.
   */
  readonly beyond: 'refuse' | 'send' | 'leave out';
}

/**
 * To whom the mails of a reaction go. `account`: to the holder of the account that they are about; they leave in a lane of
 * their own. `members`: to members of the workspace, and to who was one until this moment. Anybody else is an outsider.
 */
export type MailAudience<D, S extends ContextPorts> = 'account' | 'members' | OutsideMail<D, PortsInside<S>>;

/** The queue of mails about an account: they wait behind no other mail. */
export const accountMailQueue = 'identity_mail';

/** How many mails each address gets, as the counters want them: folded, and in one order for everybody who locks them. */
export function mailsByAddress(addresses: readonly string[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const address of addresses) {
    const folded = foldEmail(address);
    counts.set(folded, (counts.get(folded) ?? 0) + 1);
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Mails that people who are no members got on a day (UTC), over all workspaces, by a keyed digest of the address. */
export interface OutsideMailCounters {
  /**
   * Raises the count of each recipient by the mails named, unless that passes `most`; the digests of those whom it would
   * pass are returned, and their counts stay. One statement, so that of many at once no more than `most` pass.
   */
  count(
    mails: readonly { readonly recipient: string; readonly mails: number }[],
    day: string,
    most: number | null,
  ): Promise<readonly string[]>;
}
