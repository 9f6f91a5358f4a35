export * from './events.ts';
export type * from './ports.ts';
export * from './receive-itip.ts';
