export * from '../billing/testing/index.ts';
export * from '../kernel/testing/index.ts';
export * from '../kernel/testing-services/index.ts';
export * from '../uploads/testing/index.ts';
export * from '../webhooks/testing/example-context.ts';
export * from './sample-mails.ts';
