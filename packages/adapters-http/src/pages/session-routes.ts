import type { Cookie, Route } from '../contract/routes.ts';
import { identityRoutes } from '../routes/identity.ts';

/** The only addresses that browsers send the cookie to. */
const path = '/session';

/** What begins, renews and ends the session of a browser, by its use case: an address below `/session`. */
const steps: Readonly<Record<string, string>> = {
  registerAccount: 'register',
  login: 'login',
  answerChallenge: 'challenge',
  signInWithPasskey: 'passkey',
  redeemHandoff: 'handoff',
  refreshSession: 'refresh',
  logout: 'logout',
  logoutAll: 'logout-all',
};
const ends: ReadonlySet<string> = new Set(['logout', 'logoutAll']);

/**
 * The endpoints of the pages beside the public ones: the same use cases, but the refresh token travels in a cookie that no
 * script can read, so that a page that is loaded again is still signed in, and injected script has nothing to take away.
 */
export function sessionRoutes(webUrl: string): readonly Route[] {
  const { origin, protocol } = new URL(webUrl);
  const isSecure = protocol === 'https:';
  // Browsers take a name with this prefix only from whoever speaks HTTPS.
  const name = isSecure ? '__Secure-chancery_session' : 'chancery_session';
  const cookie: Cookie = { name, path, isSecure, sameSite: 'Strict' };
  return identityRoutes.flatMap((route) => {
    const step = steps[route.name];
    if (step === undefined) return [];
    const travels = ends.has(route.name)
      ? { dropsCookie: cookie }
      : { setsCookie: { ...cookie, field: 'refreshToken', kept: { until: 'refreshTokenExpiresAt' } } };
    const renews = route.name === 'refreshSession' ? { cookies: { refreshToken: name } } : {};
    return [{ ...route, path: `${path}/${step}`, wire: { onlyFrom: origin, ...travels, ...renews } }];
  });
}
