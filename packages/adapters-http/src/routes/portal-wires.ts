import { governance } from '@chancery/core';
import type { Route, Wire } from '../contract/routes.ts';

const refusals = { 'X-Robots-Tag': 'noindex' };
/** No search engine keeps what somebody's link leads to, nor that it leads nowhere. */
const hidden: Wire = {
  refusals,
  answers: {
    'X-Robots-Tag': { description: 'No search engine keeps it.', valueOf: () => refusals['X-Robots-Tag'] },
  },
};
const wires: Readonly<Record<string, Wire>> = {
  exportPortalPackage: { ...hidden, saved: { by: 'download', fileOf: governance.savedRelease } },
};

/** The endpoints of the portal with what they have on the wire beside their lines. */
export const withPortalWires = (all: readonly Route[]): readonly Route[] =>
  all.map((route) =>
    route.path.startsWith('/api/v1/public/records/portal')
      ? { ...route, wire: wires[route.name] ?? hidden }
      : route,
  );
