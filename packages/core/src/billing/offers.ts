import { offer } from '../kernel/context-ports.ts';
import type { WorkspacePlans } from '../kernel/entitlements.ts';
import { ports } from './ports.ts';

/** The ports that this context implements for others. */
export const offers = {
  workspacePlans: offer(ports, (own): WorkspacePlans => own().workspacePlans),
};
