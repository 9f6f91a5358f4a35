import { governance } from '@chancery/core';
import type { Route, Wire } from '../contract/routes.ts';

/** No search engine keeps what somebody's link leads to. */
const hidden: Wire = {
  answers: { 'X-Robots-Tag': { description: 'No search engine keeps it.', valueOf: () => 'noindex' } },
  refusals: { 'X-Robots-Tag': 'noindex' },
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
