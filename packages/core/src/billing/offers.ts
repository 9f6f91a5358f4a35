import { offer } from '../kernel/context-ports.ts';
import type { WorkspacePlans } from '../kernel/entitlements.ts';
import { ports } from './ports.ts';

/** What other contexts ask of billing. */
export const offers = {
  workspacePlans: offer(ports, (own): WorkspacePlans => own().workspacePlans),
};
