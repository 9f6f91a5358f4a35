import { failureOf, payingWorld } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { RetryLater } from '../kernel/outbox.ts';
import { operate } from '../pipeline/follow-ups.ts';
import type { Transacting } from './each-workspace.ts';
import { enquire, enquiry } from './enquiry.ts';
import { ports as billingPorts } from './ports.ts';

/** A world, and what a job of its workspace would ask with. */
async function asking() {
  const made = await payingWorld();
  await made.subscribe();
  const { ports, workspaceId, processor } = made;
  const transact: Transacting['transact'] = (work) =>
    operate(ports, billingPorts, workspaceId, work, 'identity');
  /** Somebody else writes an answer. */
  const somebodyWrites = () => transact(({ billingAccounts }) => billingAccounts.touch());
  return { ...made, context: { payments: processor, transact }, somebodyWrites };
}

describe('a question to the payment processor', () => {
  it('PLT-21: begins again if somebody wrote while it was asked, and writes the newer answer alone', async () => {
    const { context, workspaceId, somebodyWrites } = await asking();
    const answers = ['older', 'newer'];
    const written: string[] = [];
    let begun = 0;

    await enquire(workspaceId, context, async () => {
      begun += 1;
      return enquiry(
        async () => {
          const answer = answers.shift() ?? 'none';
          if (answer === 'older') await somebodyWrites();
          return answer;
        },
        async (answer) => {
          written.push(answer);
          return null;
        },
      );
    });

    expect([begun, written]).to.deep.equal([2, ['newer']]);
  });

  it('PLT-21: is put off, and writes nothing, if others keep writing', async () => {
    const { context, workspaceId, somebodyWrites } = await asking();
    const written: string[] = [];
    const ask = (tries?: { tries: number }) =>
      enquire(
        workspaceId,
        context,
        async () =>
          enquiry(somebodyWrites, async () => {
            written.push('an answer');
            return null;
          }),
        tries,
      );

    const refusal: unknown = await ask().catch((error: unknown) => error);
    expect(refusal).to.be.instanceOf(RetryLater).and.include({ code: 'billing.busy' });
    expect(await ask({ tries: 1 })).to.equal(false);
    expect(written).to.deep.equal([]);
  });

  it('PLT-21: holds no lock while the processor thinks: an owner changes the plan meanwhile', async () => {
    const { context, workspaceId, chancery, owner } = await asking();
    const answers: string[] = [];

    await enquire(workspaceId, context, async ({ subscriptions }) => {
      const subscription = await subscriptions.live();
      if (subscription?.cancelAtPeriodEnd) return null;
      return enquiry(
        () => failureOf(chancery.billing.cancelSubscription({}, owner.session)),
        async (answer) => {
          answers.push(answer);
          return null;
        },
      );
    });

    // The cancellation was written first, so that the answer to the older question is not.
    expect(answers).to.deep.equal([]);
    const { subscription } = await chancery.billing.getBilling({}, owner.session);
    expect(subscription?.cancelAtPeriodEnd).to.equal(true);
  });
});
