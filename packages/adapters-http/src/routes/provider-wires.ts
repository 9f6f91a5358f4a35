import type { Wire } from '../contract/routes.ts';
import { forwardingPage } from '../server/browser-answer.ts';

const name = '__Host-chancery_flow';
const cookies = { flowCookie: name };

/** A browser that goes to the provider by itself; a web app reads the address as JSON. */
const starts = (sameSite: 'Lax' | 'None'): Wire => ({
  // Apple's answer is posted by another site, which browsers send strict and lax cookies with no more (OID-3).
  setsCookie: { field: 'flowCookie', name, path: '/', isSecure: true, sameSite, kept: 600 },
  page: {
    byDefault: false,
    bodyOf: ({ authorizationUrl }: { authorizationUrl: string }) => forwardingPage(authorizationUrl),
  },
});

/** The answer goes on to the web app with a hand-off code; without one it is the session, as JSON. */
const finishes: Wire = {
  cookies,
  forBrowsers: true,
  page: {
    byDefault: true,
    bodyOf: (answer: { redirectUrl?: string }) =>
      answer.redirectUrl === undefined ? null : forwardingPage(answer.redirectUrl),
  },
};

/** How the endpoints of providers stand on the wire, beside their lines. */
export const providerWires = {
  startAppleSignIn: starts('None'),
  startGoogleSignIn: starts('Lax'),
  finishAppleSignIn: finishes,
  finishGoogleSignIn: finishes,
};
