export * from './example-context.ts';
export { webhookSignerContract } from './webhook-signer.contract.ts';
