export { ApiKeyUse } from './api-key-use.ts';
export * from './index.ts';
