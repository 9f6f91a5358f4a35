import 'reflect-metadata'; // first: inversify needs it when it is loaded
import type { Log } from '@chancery/core';
import { Container, type ContainerModule } from 'inversify';
import type { Configuration } from './configuration.ts';
import { coreModule } from './modules/core-module.ts';
import { enginesModule } from './modules/engines-module.ts';
import { intelligenceModule } from './modules/intelligence-module.ts';
import { persistenceModule } from './modules/persistence-module.ts';
import { sealModule } from './modules/seal-module.ts';
import { securityModule } from './modules/security-module.ts';
import { servicesModule } from './modules/services-module.ts';
import { probesModule } from './probes/probes-module.ts';
import { tokens } from './tokens.ts';

/**
 * Binds ports to adapters; nothing else does. `modules` come last and may `rebind` a token to another adapter.
 * `container.unbindAllAsync()` closes everything that was opened.
 */
export async function openContainer(
  configuration: Configuration,
  log: Log,
  modules: readonly ContainerModule[] = [],
): Promise<Container> {
  const container = new Container();
  container.bind(tokens.configuration).toConstantValue(configuration);
  container.bind(tokens.log).toConstantValue(log);
  await container.loadAsync(
    persistenceModule,
    servicesModule,
    enginesModule,
    intelligenceModule,
    securityModule,
    sealModule,
    probesModule,
    coreModule,
    ...modules,
  );
  return container;
}
