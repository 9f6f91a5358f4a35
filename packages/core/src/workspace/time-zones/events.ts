import { z } from 'zod';
import { event } from '../../kernel/events.ts';

const release = () => z.string().regex(/^20\d\d[a-z]$/);

/**
 * Another release of the tz data is in use: whoever keeps future instants that were computed from local times computes
 * them again (PLT-17). Its jobs belong to no workspace.
 */
export const timeZonesChanged = event(
  'time_zones.changed',
  z.strictObject({ from: release(), to: release() }),
  null,
);
