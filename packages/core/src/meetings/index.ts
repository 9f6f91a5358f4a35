export * from './meeting.ts';
export type * from './ports.ts';
