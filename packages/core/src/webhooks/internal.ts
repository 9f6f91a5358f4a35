export * from './index.ts';
export { recoverDeliveries } from './recover-webhook-deliveries.ts';
