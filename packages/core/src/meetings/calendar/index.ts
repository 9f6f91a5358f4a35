export * from './calendar-for.ts';
export type * from './calendar-state.ts';
export * from './meeting-calendar.ts';
