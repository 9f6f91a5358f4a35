/** Limits of one request to an address that somebody else named. */
export interface EgressPolicy {
  readonly resolveMilliseconds: number;
  readonly connectMilliseconds: number;
  /** From the first look-up to the last byte that is read. */
  readonly totalMilliseconds: number;
  /** How much of the answer is read; the rest is left unread. */
  readonly maxResponseBytes: number;
}

export type EgressRefusal = 'timeout' | 'connect_error' | 'tls_error' | 'blocked_address' | 'dns_error';

export interface EgressAnswer {
  readonly kind: 'answer';
  /** From the first look-up to the last byte read. */
  readonly milliseconds: number;
  /** Of any class: redirects are answers, and never followed. */
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export type EgressOutcome = EgressAnswer | { readonly kind: EgressRefusal; readonly milliseconds: number };

/** The one way out to addresses that somebody else named: webhooks, time-stamp authorities, intelligence, witnesses. */
export interface EgressClient {
  /**
   * Whether the URL may be called: `https`, no credentials, port 443 or from 1024 on, every address public (WHK-5). A
   * name that does not resolve now is let pass; each `post` checks anew.
   */
  allows(url: string, policy: Pick<EgressPolicy, 'resolveMilliseconds'>): Promise<boolean>;
  /** Never throws for what the other side does; no byte goes to an address that is not allowed. */
  post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string | Uint8Array,
    policy: EgressPolicy,
  ): Promise<EgressOutcome>;
}
