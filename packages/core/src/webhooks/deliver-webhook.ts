import { RetryLater } from '../kernel/outbox.ts';
import type { FollowUpContext } from '../kernel/reacting-context.ts';
import { plusSeconds, secondsBetween } from '../kernel/time.ts';
import { webhookDeliverPolicy, webhookDeliverTopic } from '../kernel/webhook-events.ts';
import { sendAttempt } from './attempt.ts';
import { autoDisable } from './auto-disabling.ts';
import {
  bodyOf,
  resultOf,
  retryAfterOf,
  secondsToNextAttempt,
  type WebhookAttempt,
  webhookDeliveryStates,
} from './delivery.ts';
import { webhookDeliveryDue } from './events.ts';
import { type DueDelivery, reaction, type WebhooksPorts } from './ports.ts';

/** Makes one attempt of one delivery. The next one follows the schedule of deliveries, not that of jobs (WHK-3). */
export const deliverWebhook = reaction(
  webhookDeliveryDue,
  {
    topic: webhookDeliverTopic,
    policy: webhookDeliverPolicy,
    aggregate: ({ endpointId }) => ({ type: 'webhook_endpoint', id: endpointId }),
  },
  async ({ deliveryId, run }, { egress, webhookSigner, keyRing, random, now, transact }) => {
    const due = await transact(({ webhookDeliveries }) => webhookDeliveries.begin(deliveryId, run, now));
    if (due === null) return;
    // The attempt was recorded, but the worker was lost before it could acknowledge the job.
    if ('notBefore' in due)
      throw new RetryLater('webhook.not_due', 'Not due yet', secondsBetween(now, due.notBefore));

    const outcome = await sendAttempt(
      { ...due, deliveryId, body: bodyOf(due) },
      { egress, webhookSigner, keyRing, now },
    );
    const result = resultOf(outcome);
    const attempt = { number: due.attemptCount + 1, trigger: due.trigger, startedAt: now, ...result };
    const gone = outcome.kind === 'answer' && outcome.status === 410;
    const roll = (random.bytes(1)[0] ?? 0) / 256;
    const seconds =
      due.trigger === 'manual' || gone
        ? null
        : secondsToNextAttempt(due.runAttempts + 1, retryAfterOf(outcome, now), roll);
    await transact((context) => conclude(due, attempt, { seconds, gone }, context));
    if (result.outcome !== 'success' && seconds !== null)
      throw new RetryLater('webhook.attempt_failed', `The attempt ended in ${result.outcome}`, seconds);
  },
);

/** Records the attempt, and what it means for the delivery and the endpoint. */
async function conclude(
  { id, endpointId, status: before }: DueDelivery,
  attempt: WebhookAttempt,
  { seconds, gone }: { readonly seconds: number | null; readonly gone: boolean },
  context: FollowUpContext & WebhooksPorts,
): Promise<void> {
  const { now, webhookDeliveries, webhookEndpoints } = context;
  const succeeded = attempt.outcome === 'success';
  const outcome = succeeded ? 'succeed' : seconds === null ? 'fail' : 'retry';
  const status = webhookDeliveryStates.next(before, outcome);
  const nextAttemptAt = status === 'retrying' && seconds !== null ? plusSeconds(now, seconds) : null;
  if (!(await webhookDeliveries.record(id, attempt, { status, nextAttemptAt }))) return;
  // A manual attempt does not count for the run of failures (WHK-9).
  if (attempt.trigger === 'manual') return;
  if (succeeded) await webhookEndpoints.noteSuccess(endpointId, now);
  else await webhookEndpoints.noteFailure(endpointId, attempt.startedAt);
  if (gone) await autoDisable(endpointId, 'gone', context);
}
