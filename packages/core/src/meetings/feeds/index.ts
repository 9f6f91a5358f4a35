export * from './calendar-feed.ts';
export * from './create-calendar-feed.ts';
export * from './delete-calendar-feed.ts';
export * from './events.ts';
export * from './list-calendar-feeds.ts';
export type * from './ports.ts';
export * from './read-calendar-feed.ts';
