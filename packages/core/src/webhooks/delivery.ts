import type { EgressOutcome, EgressPolicy } from '../kernel/egress.ts';
import { machine } from '../kernel/machine.ts';
import type { Instant } from '../kernel/time.ts';
import { type WebhookBody, type WebhookData, webhookBody } from '../kernel/webhook-events.ts';
import { webhookDeliveryInvalidState } from './errors.ts';

/**
 * The life of a delivery (platform 3.10). One for an endpoint that is off begins as `cancelled`. What a lost worker had begun is
 * delivered again. An attempt in progress is not cancelled, but stopped if its endpoint was switched off meanwhile.
 */
export const webhookDeliveryStates = machine(
  webhookDeliveryInvalidState,
  ['pending', 'delivering', 'cancelled'],
  {
    pending: { deliver: 'delivering', cancel: 'cancelled' },
    delivering: {
      deliver: 'delivering',
      succeed: 'succeeded',
      retry: 'retrying',
      fail: 'failed',
      stop: 'cancelled',
    },
    retrying: { deliver: 'delivering', cancel: 'cancelled', recover: 'pending' },
    succeeded: {},
    failed: { redeliver: 'pending', recover: 'pending' },
    cancelled: { redeliver: 'pending', recover: 'pending' },
  },
);
export type WebhookDeliveryStatus = (typeof webhookDeliveryStates.states)[number];

export const attemptTriggers = ['scheduled', 'manual', 'test', 'recover'] as const;
export type AttemptTrigger = (typeof attemptTriggers)[number];

export const attemptOutcomes = [
  'success',
  'http_error',
  'timeout',
  'connect_error',
  'tls_error',
  'blocked_address',
  'dns_error',
] as const;

export interface WebhookAttempt {
  readonly number: number;
  readonly trigger: AttemptTrigger;
  readonly startedAt: Instant;
  readonly durationMs: number;
  readonly outcome: (typeof attemptOutcomes)[number];
  readonly responseStatus: number | null;
  /** The first 1,024 characters of the answer, without control characters. */
  readonly responseExcerpt: string | null;
}

/** One event for one endpoint. Its id is the `webhook-id` of every attempt. */
export interface WebhookDelivery {
  readonly id: string;
  readonly endpointId: string;
  readonly eventType: string;
  readonly status: WebhookDeliveryStatus;
  readonly attemptCount: number;
  readonly nextAttemptAt: Instant | null;
  readonly isTest: boolean;
  readonly orderingKey: string;
  readonly sequence: number;
  readonly createdAt: Instant;
}

export interface WebhookDeliveryDetail extends WebhookDelivery {
  readonly workspaceId: string;
  readonly occurredAt: Instant;
  readonly data: WebhookData;
  /** The number of the ledger line (context `records`). */
  readonly eventSeq: number | null;
  /** The last thirty attempts, oldest first. */
  readonly attempts: readonly WebhookAttempt[];
}

type Recorded = Pick<
  WebhookDeliveryDetail,
  'eventType' | 'occurredAt' | 'workspaceId' | 'data' | 'eventSeq' | 'sequence'
>;

/** Builds what is sent from what was recorded, so that every attempt sends the same bytes (WHK-11). */
export const payloadOf = ({
  eventType,
  occurredAt,
  workspaceId,
  data,
  eventSeq,
  sequence,
}: Recorded): WebhookBody => ({
  type: eventType,
  timestamp: occurredAt,
  workspaceId,
  data: eventSeq === null ? data : { ...data, seq: eventSeq },
  sequence,
});
export const bodyOf = (recorded: Recorded): string => webhookBody(payloadOf(recorded));

export const deliveryDaysKept = 30;

/** The limits of one attempt (WHK-4). */
export const attemptPolicy: EgressPolicy = {
  resolveMilliseconds: 3000,
  connectMilliseconds: 5000,
  totalMilliseconds: 15_000,
  maxResponseBytes: 16 * 1024,
};

/** Seconds before each attempt, counted from the one before (WHK-3). */
export const attemptDelaysSeconds: readonly number[] = [
  0,
  5,
  5 * 60,
  30 * 60,
  2 * 3600,
  5 * 3600,
  10 * 3600,
  14 * 3600,
  20 * 3600,
  24 * 3600,
];
const longestRetryAfterSeconds = 24 * 3600;

/**
 * Seconds until the attempt after the `failed`-th of a run, ± 10 %; null after the last. A longer Retry-After
 * of the receiver counts, up to a day. `roll` is uniform in [0, 1).
 */
export function secondsToNextAttempt(failed: number, retryAfterSeconds: number, roll: number): number | null {
  const plain = attemptDelaysSeconds[failed];
  if (plain === undefined) return null;
  return Math.max(plain * (0.9 + roll * 0.2), Math.min(retryAfterSeconds, longestRetryAfterSeconds));
}

/** Translates the outcome of a request into the fields of an attempt. */
export function resultOf(
  outcome: EgressOutcome,
): Pick<WebhookAttempt, 'outcome' | 'responseStatus' | 'responseExcerpt' | 'durationMs'> {
  const durationMs = outcome.milliseconds;
  if (outcome.kind !== 'answer')
    return { outcome: outcome.kind, responseStatus: null, responseExcerpt: null, durationMs };
  const { status } = outcome;
  return {
    outcome: status >= 200 && status < 300 ? 'success' : 'http_error',
    responseStatus: status,
    responseExcerpt: excerptOf(outcome.body),
    durationMs,
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
const controls = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\ufeff]+/g;

function excerptOf(body: Uint8Array): string | null {
  const text = Buffer.from(body).toString('utf8').replace(controls, '').replace(/\s+/g, ' ').trim();
  return text === '' ? null : [...text].slice(0, 1024).join('');
}

/** Seconds that a 429 or 503 asks to wait (RFC 9110, 10.2.3); 0 if it does not, or if the header is not understood. */
export function retryAfterOf(outcome: EgressOutcome, now: Instant): number {
  if (outcome.kind !== 'answer' || ![429, 503].includes(outcome.status)) return 0;
  const header = outcome.headers['retry-after']?.trim() ?? '';
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const at = /^[A-Z][a-z]{2}, /.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? 0 : Math.max(0, Math.ceil((at - Date.parse(now)) / 1000));
}
