import { RetryLater } from '../kernel/outbox.ts';
import type { BillingProcessor } from './billing-processor.ts';
import { inWorkspace, type Transacting, type WorkspaceWork } from './each-workspace.ts';
import type { BillingReacting } from './ports.ts';

/**
 * Something to ask the processor in no transaction, and what its answer changes. `ask` may be repeated, so it carries a
 * deduplication key if it changes anything there (BIL-9). `write` may bring up a further question.
 */
export interface Enquiry {
  ask(payments: BillingProcessor): Promise<Answered>;
}

/** Writes an answer, under the lock of the account; a further enquiry, or null if that was all. */
type Answered = (work: WorkspaceWork) => Promise<Enquiry | null>;

/** What to ask and what to write of the answer. */
export const enquiry = <A>(
  ask: (payments: BillingProcessor) => Promise<A>,
  write: (answer: A, work: WorkspaceWork) => Promise<Enquiry | null>,
): Enquiry => ({
  async ask(payments) {
    const answer = await ask(payments);
    return (work) => write(answer, work);
  },
});

/** The same enquiry, after whose last answer something more is written. */
export const followedBy = (first: Enquiry, more: (work: WorkspaceWork) => Promise<null>): Enquiry => ({
  async ask(payments) {
    const write = await first.ask(payments);
    return async (work) => {
      const further = await write(work);
      return further === null ? more(work) : followedBy(further, more);
    };
  },
});

const mostTries = 5;

/**
 * Asks the processor about one workspace and writes the answer. No transaction waits for the processor (PLT-21): `begin`
 * says under the lock of the account what to ask, and an answer is written only if nobody has written since then. If
 * somebody has, everything begins again, so that an older answer never replaces a newer one (BIL-11). Resolves with false
 * if `tries` were not enough, which by default throws `RetryLater`.
 */
export async function enquire(
  workspaceId: string,
  { payments, transact }: Pick<BillingReacting, 'payments'> & Transacting,
  begin: (work: WorkspaceWork) => Promise<Enquiry | null>,
  { tries }: { readonly tries?: number } = {},
): Promise<boolean> {
  const locked = <T>(work: (context: WorkspaceWork) => Promise<T>) =>
    inWorkspace(workspaceId, { transact }, work);
  for (let left = tries ?? mostTries; left > 0; left -= 1) {
    let open: Standing | null = await locked(async (work) => standing(await begin(work), work));
    while (open !== null && open.enquiry !== null) {
      const { enquiry: asked, revision }: Standing = open;
      const write = await asked.ask(payments);
      open = await locked<Standing | null>(async (work) => {
        if ((await work.billingAccounts.get()).revision !== revision) return null;
        const further = await write(work);
        if (further === null) await work.billingAccounts.touch();
        return standing(further, work);
      });
    }
    if (open !== null) return true;
  }
  if (tries !== undefined) return false;
  throw new RetryLater('billing.busy', 'Others keep changing the subscription of this workspace.', 10);
}

/** A question, and the state of the account for which it is asked. */
interface Standing {
  readonly enquiry: Enquiry | null;
  readonly revision: number;
}

const standing = async (next: Enquiry | null, { billingAccounts }: WorkspaceWork): Promise<Standing> => ({
  enquiry: next,
  revision: (await billingAccounts.get()).revision,
});
