import type { z } from 'zod';
import type { AuditOutcome, AuditPayload } from './ledger/index.ts';
import { declareWebhookType, type WebhookEntry } from './webhook-events.ts';

export interface EventTarget {
  readonly kind: string;
  readonly id: string;
  readonly version?: number | null;
}

/** By what right a thing was reached, and for what purpose. */
export interface AccessUsed {
  readonly access: AuditPayload['access'];
  readonly purposeOfUse: AuditPayload['purposeOfUse'];
  /** By which link of the portal its recipient came, by the id of the link: the line names them and not a link in general. */
  readonly portalLink?: string;
}

/**
 * How an event stands in the ledger: facts go into the chain, personal values and free text beside it (records 7). What
 * is left out is empty; access and purpose are then those of the call.
 */
export interface LedgerEntry<D> {
  target(data: D): EventTarget;
  /** Ids, enum values, numbers, booleans, dates, digests. */
  facts?(data: D): AuditPayload['facts'];
  /** Names, addresses, reasons. Erasable. */
  detail?(data: D): Readonly<Record<string, unknown>> | null;
  /** The record that it is about, if that is more than the target. Its key seals the detail, which ends with that key. */
  refs?(data: D): Partial<AuditPayload['refs']>;
  /** Effective confidentiality labels at the time, in any order; they hold for its webhook too (WHK-13). */
  labels?(data: D): readonly string[];
  /** Null takes that of the call. */
  access?(data: D): AuditPayload['access'] | null;
  /** Null takes that of the call. */
  purposeOfUse?(data: D): string | null;
  /** By default `success`. */
  readonly outcome?: AuditOutcome;
}

export interface EventType<S extends z.ZodType = z.ZodType> {
  readonly type: string;
  readonly data: S;
  /** Null: an internal event without a ledger line. */
  readonly ledger: LedgerEntry<z.output<S>> | null;
  /** Also sent to the webhook endpoints of the workspace that want it; null for most events. */
  readonly webhook: WebhookEntry<z.output<S>> | null;
}

/** Declares an event once: its name is the audit action, the outbox type and, unless the webhook names another, the webhook type alike. */
export function event<S extends z.ZodType>(
  type: string,
  data: S,
  ledger: LedgerEntry<z.output<S>> | null,
  { webhook = null }: { readonly webhook?: WebhookEntry<z.output<S>> | null } = {},
): EventType<S> {
  if (webhook?.namesLedgerLine && ledger === null)
    throw new TypeError(`The webhook ${type} names a ledger line, and the event has none`);
  if (webhook !== null) declareWebhookType(webhook.context, webhook.type ?? type);
  return Object.freeze({ type, data, ledger, webhook });
}

/** An event that a handler emitted in its transaction. */
export interface Emitted {
  readonly event: EventType;
  readonly data: unknown;
}
