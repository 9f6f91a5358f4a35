export * from './stripe-billing-processor.ts';
