export * from './calendar-part.ts';
export type * from './calendar-state.ts';
export * from './meeting-calendar.ts';
