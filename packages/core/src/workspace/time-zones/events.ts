import { z } from 'zod';
import { event } from '../../kernel/events.ts';

const release = () => z.string().regex(/^20\d\d[a-z]$/);

/**
 * Another release of the tz data is in use, so contexts recompute the future instants that they derived from local times
 * (PLT-17). The jobs of this event belong to no workspace.
 */
export const timeZonesChanged = event(
  'time_zones.changed',
  z.strictObject({ from: release(), to: release() }),
  null,
);
