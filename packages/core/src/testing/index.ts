export * from '../billing/testing/index.ts';
export * from '../integrations/testing/index.ts';
export * from '../kernel/testing/index.ts';
export * from '../kernel/testing-services/index.ts';
export * from '../meetings/calendar/testing/read-calendar.ts';
export * from '../uploads/testing/index.ts';
export * from '../webhooks/testing/example-context.ts';
export * from './sample-mails.ts';
