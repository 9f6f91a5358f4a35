import { type EnginePool, PooledLocalIntelligence } from '@chancery/adapters-engines';
import { ChatCompletionsIntelligence, privateRanges, UndiciEgressClient } from '@chancery/adapters-services';
import type { EgressClient, governance } from '@chancery/core';
import { ContainerModule } from 'inversify';
import type { Configuration } from '../configuration.ts';
import { tokens } from '../tokens.ts';

/** Who looks for findings in records. */
export const intelligenceModule = new ContainerModule(({ bind }) => {
  bind(tokens.intelligence)
    .toResolvedValue(openIntelligence, [tokens.engines, tokens.egress, tokens.configuration])
    .inSingletonScope();
});

/** Rules on this machine; and whom the operator names, over the one way out, or over one that reaches networks of one's own. */
function openIntelligence(
  pool: EnginePool,
  egress: EgressClient,
  { intelligence, egressProxyUrl }: Configuration,
): governance.IntelligenceProviders {
  const local = new PooledLocalIntelligence(pool);
  if (intelligence === null) return { local, external: null };
  const { allowsPrivate, ...options } = intelligence;
  const client = allowsPrivate
    ? new UndiciEgressClient({ allowedRanges: privateRanges, proxyUrl: egressProxyUrl })
    : egress;
  return { local, external: new ChatCompletionsIntelligence(options, client) };
}
