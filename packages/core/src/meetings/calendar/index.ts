export * from './meeting-calendar.ts';
