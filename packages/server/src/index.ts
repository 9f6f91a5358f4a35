export { type Application, migrated, openApplication } from './application.ts';
export {
  type Configuration,
  configurationTable,
  type Environment,
  loadConfiguration,
} from './configuration.ts';
export { ConfigurationError } from './configuration-error.ts';
export { openContainer } from './container.ts';
export { createHttpHost, type HttpHost } from './http-app.ts';
export { openLog } from './log.ts';
export { migrate } from './migrate.ts';
export { type ServeOptions, serve } from './serve.ts';
export { tokens } from './tokens.ts';
export { work } from './work.ts';
