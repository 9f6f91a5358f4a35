import { type EnginePool, PooledPdfSealer } from '@chancery/adapters-engines';
import { type Database, sealKeyStore } from '@chancery/adapters-persistence';
import {
  noTimestampAuthority,
  PemSealKeys,
  Rfc3161TimestampAuthority,
  type RootedKeyRing,
  SelfMadeSealKeys,
} from '@chancery/adapters-services';
import { type EgressClient, systemIds } from '@chancery/core';
import { ContainerModule } from 'inversify';
import type { Configuration } from '../configuration.ts';
import { tokens } from '../tokens.ts';

/** The seal of finished documents: its keys, its time-stamps, and what puts it into files. */
export const sealModule = new ContainerModule(({ bind }) => {
  bind(tokens.sealKeys)
    .toResolvedValue(openSealKeys, [tokens.configuration, tokens.database, tokens.keyRing])
    .inSingletonScope();
  bind(tokens.timestampAuthority)
    .toResolvedValue(openTimestamps, [tokens.configuration, tokens.egress])
    .inSingletonScope();
  bind(tokens.pdfSealer)
    .toResolvedValue((pool: EnginePool) => new PooledPdfSealer(pool), [tokens.engines])
    .inSingletonScope();
});

function openSealKeys(
  { seal, baseUrl }: Configuration,
  database: Database,
  keyRing: RootedKeyRing,
): SelfMadeSealKeys | PemSealKeys {
  if (seal.files !== null) return new PemSealKeys(seal.files);
  return new SelfMadeSealKeys({
    store: sealKeyStore(database),
    keyRing,
    ids: systemIds,
    algorithm: seal.algorithm,
    installation: new URL(baseUrl).host,
  });
}

function openTimestamps({ seal }: Configuration, egress: EgressClient) {
  const { timestampUrls, timestampPolicy } = seal;
  if (timestampUrls.length === 0) return noTimestampAuthority;
  return new Rfc3161TimestampAuthority(timestampUrls, timestampPolicy, egress);
}
