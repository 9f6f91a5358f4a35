import { offer } from '../kernel/context-ports.ts';
import type { PlanStandings } from '../kernel/entitlements.ts';
import { ports } from './ports.ts';

/** What other contexts ask of billing. */
export const offers = {
  planStandings: offer(ports, (own): PlanStandings => own().planStandings),
};
