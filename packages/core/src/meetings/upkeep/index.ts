export * from './events.ts';
export * from './mail-rezoned.ts';
export type * from './ports.ts';
export * from './rebase-zones.ts';
export * from './write-horizon.ts';
