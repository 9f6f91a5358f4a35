export { type ApplicationClient, type ApplicationOptions, applicationClient } from './application.ts';
export {
  Client,
  type ClientOptions,
  type RequestOptions,
  type ResponseFacts,
} from './client.ts';
export type { Download } from './download.ts';
export * from './errors.ts';
export * from './generated/index.ts';
export type { FileContent, NamedContent } from './multipart.ts';
export type { Operation, OperationField } from './operation.ts';
export { type Page, paginate } from './pages.ts';
export { isSession, memorySession, type Session, type SessionStore } from './session.ts';
