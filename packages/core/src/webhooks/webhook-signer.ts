import type { Instant } from '../kernel/time.ts';

export interface WebhookSigner {
  /**
   * The headers `webhook-id`, `webhook-timestamp` (whole seconds of `at`) and `webhook-signature` with one `v1`
   * signature for each secret (`whsec_…`), separated by spaces.
   */
  sign(id: string, at: Instant, body: string, secrets: readonly string[]): Readonly<Record<string, string>>;
}
