export * from './get-agenda.ts';
export type * from './ports.ts';
