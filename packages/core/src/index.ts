export * from './billing/index.ts';
export * from './contexts.ts';
export * as health from './health/index.ts';
export * as identity from './identity/index.ts';
export * as integrations from './integrations/index.ts';
export * from './kernel/index.ts';
export * as meetings from './meetings/index.ts';
export * as workspace from './workspace/index.ts';
