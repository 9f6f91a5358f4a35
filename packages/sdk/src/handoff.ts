/** What ties a sign-in at a provider to the page that began it. */
export interface Handoff {
  /** Stays in the memory of the page; `redeemHandoff` takes it with the code. */
  readonly handoffVerifier: string;
  /** Goes with `startAppleSignIn` or `startGoogleSignIn`: base64url(SHA-256(verifier)). */
  readonly handoffChallenge: string;
}

/**
 * Makes a fresh pair for one sign-in. Send the browser to `authorizationUrl`; back at `redirectTo`, take the code with
 * `handoffCodeIn(location.hash)` and call `redeemHandoff`. Where the page is left in between, keep the verifier in
 * `sessionStorage`.
 */
export async function newHandoff(): Promise<Handoff> {
  const handoffVerifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(handoffVerifier));
  return { handoffVerifier, handoffChallenge: base64url(new Uint8Array(digest)) };
}

/** The hand-off code in the fragment of the page's address; null if there is none. */
export const handoffCodeIn = (fragment: string): string | null =>
  new URLSearchParams(fragment.replace(/^#/, '')).get('handoff');

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
