// What the adapters and the host of this repository need beside the public names. It may change with any version.

export { quantityOf } from './billing/billing-processor.ts';
export * as billing from './billing/internal.ts';
export * as identity from './identity/internal.ts';
export * from './index.ts';
export * as integrations from './integrations/internal.ts';
export * from './kernel/internal.ts';
export * as meetings from './meetings/internal.ts';
export * from './pipeline/internal.ts';
export * as records from './records/internal.ts';
export { getSigningFrame } from './signing/get-signing-frame.ts';
export * as sealKeys from './signing/seal-keys.ts';
export * as uploads from './uploads/internal.ts';
export * as webhooks from './webhooks/internal.ts';
export * as workspace from './workspace/internal.ts';
