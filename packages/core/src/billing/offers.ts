import { offer } from '../kernel/context-ports.ts';
import type { PlanStandings } from '../kernel/entitlements.ts';
import { ports } from './ports.ts';

/** The ports that this context implements for others. */
export const offers = {
  planStandings: offer(ports, (own): PlanStandings => own().planStandings),
};
