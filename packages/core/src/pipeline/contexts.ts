import * as billing from '../billing/index.ts';
import * as documents from '../documents/index.ts';
import * as fileRequests from '../file-requests/index.ts';
import * as governance from '../governance/index.ts';
import * as identity from '../identity/index.ts';
import * as integrations from '../integrations/index.ts';
import type { Bound, ContextPorts } from '../kernel/context-ports.ts';
import * as lifecycle from '../lifecycle/index.ts';
import * as meetings from '../meetings/index.ts';
import * as records from '../records/index.ts';
import * as signing from '../signing/index.ts';
import * as uploads from '../uploads/index.ts';
import * as webhooks from '../webhooks/index.ts';
import * as workspace from '../workspace/index.ts';

/** The contexts of the product, in the order in which they may know each other: each those before it. */
export const contexts = {
  identity,
  workspace,
  integrations,
  billing,
  uploads,
  webhooks,
  meetings,
  documents,
  signing,
  lifecycle,
  fileRequests,
  records,
  governance,
} as const;
export type Contexts = typeof contexts;

/** What every context stores, by context. */
export type Repositories = {
  readonly [C in keyof Contexts]: Bound<Contexts[C]['ports']['repositories']>;
};

const names = new Map<ContextPorts, string>(
  Object.entries(contexts).map(([name, { ports }]) => [ports, name]),
);

/** Whose ports these are; null for ports that no context of the product declares. */
export const contextOf = (ports: ContextPorts): string | null => names.get(ports) ?? null;
