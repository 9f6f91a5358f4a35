export type { AvailabilityBlock, Span as AvailabilitySpan, WeeklyHours } from './block.ts';
export * from './check-availability.ts';
export { type Conflict, conflictDetails, conflictsOf, conflictWarning } from './conflicts.ts';
export * from './create-availability-block.ts';
export * from './delete-availability-block.ts';
export * from './events.ts';
export * from './list-availability-blocks.ts';
export type * from './ports.ts';
