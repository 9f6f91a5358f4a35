export * from './billing-processor.contract.ts';
