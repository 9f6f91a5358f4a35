export * from './index.ts';
export { slidExpiry } from './upload-session.ts';
