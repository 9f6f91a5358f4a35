export * from './adopt-time-zones.ts';
export * from './events.ts';
export type * from './ports.ts';
