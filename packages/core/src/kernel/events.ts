import type { z } from 'zod';
import type { AuditPayload } from './ledger/index.ts';
import { declareWebhookType, type WebhookEntry } from './webhook-events.ts';

export interface EventTarget {
  readonly kind: string;
  readonly id: string;
  readonly version?: number | null;
}

/** How an event stands in the ledger: facts go into the chain, personal values and free text beside it (records 7). */
export interface LedgerEntry<D> {
  target(data: D): EventTarget;
  /** Ids, enum values, numbers, booleans, dates, digests. */
  facts?(data: D): AuditPayload['facts'];
  /** Names, addresses, reasons. Erasable. */
  detail?(data: D): Readonly<Record<string, unknown>> | null;
}

export interface EventType<S extends z.ZodType = z.ZodType> {
  readonly type: string;
  readonly data: S;
  /** Null: an internal event without a ledger line. */
  readonly ledger: LedgerEntry<z.output<S>> | null;
  /** Also sent to the webhook endpoints of the workspace that want it; null for most events. */
  readonly webhook: WebhookEntry<z.output<S>> | null;
}

/** Declares an event once: its name is the audit action, the outbox type and the webhook type alike. */
export function event<S extends z.ZodType>(
  type: string,
  data: S,
  ledger: LedgerEntry<z.output<S>> | null,
  { webhook = null }: { readonly webhook?: WebhookEntry<z.output<S>> | null } = {},
): EventType<S> {
  if (webhook !== null) declareWebhookType(webhook.context, type);
  return Object.freeze({ type, data, ledger, webhook });
}

/** An event that a handler emitted in its transaction. */
export interface Emitted {
  readonly event: EventType;
  readonly data: unknown;
}
