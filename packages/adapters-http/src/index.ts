export * from './contract/openapi.ts';
export * from './contract/routes.ts';
export type { JsonSchema } from './contract/schema-book.ts';
export * from './pages/development.ts';
export * from './routes/index.ts';
export { type ProxyHeader, proxyHeaders } from './server/caller-address.ts';
export * from './server/chancery-http.ts';
export * from './server/http-server.ts';
export type { HostFigure } from './server/metrics.ts';
