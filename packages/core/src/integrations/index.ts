export * from './api-key.ts';
export * from './create-api-key.ts';
export * from './errors.ts';
export * from './events.ts';
export type * from './ports.ts';
export * from './views.ts';
