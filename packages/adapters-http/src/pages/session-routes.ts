import type { Cookie, Route } from '../contract/routes.ts';
import { identityRoutes } from '../routes/identity.ts';

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
  const cookie = cookieOver(protocol === 'https:');
  return identityRoutes.flatMap((route) => {
    const step = steps[route.name];
    if (step === undefined) return [];
    const travels = ends.has(route.name)
      ? { dropsCookie: cookie }
      : { setsCookie: { ...cookie, field: 'refreshToken', kept: { until: 'refreshTokenExpiresAt' } } };
    const renews = route.name === 'refreshSession' ? { cookies: { refreshToken: cookie.name } } : {};
    return [{ ...route, path: `${path}/${step}`, wire: { onlyFrom: origin, ...travels, ...renews } }];
  });
}

/**
 * Over HTTPS no sibling host can lay a cookie of this prefix under ours and so sign people in as somebody else; browsers
 * take the prefix only with the path of the whole host. Without HTTPS they would drop it.
 */
const cookieOver = (isSecure: boolean): Cookie => ({
  name: isSecure ? '__Host-chancery_session' : 'chancery_session',
  path: isSecure ? '/' : path,
  isSecure,
  sameSite: 'Strict',
});
