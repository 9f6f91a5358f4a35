import {
  BytesTypeDetector,
  EnginePool,
  FontSource,
  PooledAnchorFinder,
  PooledArchiveInspector,
  PooledPdfInspector,
  PooledRecordPdfComposer,
  PooledSignatureImages,
  PooledSigningPdfComposer,
  PooledTextExtractor,
} from '@chancery/adapters-engines';
import { ContainerModule } from 'inversify';
import type { Configuration } from '../configuration.ts';
import { ConfigurationError } from '../configuration-error.ts';
import { tokens } from '../tokens.ts';

/** What takes a processor or reads files of strangers, in the processes of one pool. */
export const enginesModule = new ContainerModule(({ bind }) => {
  bind(tokens.engines)
    .toResolvedValue(openPool, [tokens.configuration])
    .inSingletonScope()
    .onDeactivation((pool) => pool.close());
  bind(tokens.types)
    .toResolvedValue(
      (pool: EnginePool) => new BytesTypeDetector(new PooledArchiveInspector(pool)),
      [tokens.engines],
    )
    .inSingletonScope();
  bind(tokens.pdfInspector)
    .toResolvedValue((pool: EnginePool) => new PooledPdfInspector(pool), [tokens.engines])
    .inSingletonScope();
  bind(tokens.signingPdfComposer)
    .toResolvedValue(
      (pool: EnginePool, configuration: Configuration) =>
        new PooledSigningPdfComposer(pool, openFonts(configuration)),
      [tokens.engines, tokens.configuration],
    )
    .inSingletonScope();
  bind(tokens.recordPdfComposer)
    .toResolvedValue(
      (pool: EnginePool, configuration: Configuration) =>
        new PooledRecordPdfComposer(pool, openFonts(configuration)),
      [tokens.engines, tokens.configuration],
    )
    .inSingletonScope();
  bind(tokens.signatureImages)
    .toResolvedValue((pool: EnginePool) => new PooledSignatureImages(pool), [tokens.engines])
    .inSingletonScope();
  bind(tokens.textExtractor)
    .toResolvedValue(
      (pool: EnginePool, { extraction }: Configuration) => new PooledTextExtractor(pool, extraction),
      [tokens.engines, tokens.configuration],
    )
    .inSingletonScope();
  bind(tokens.anchorFinder)
    .toResolvedValue((pool: EnginePool) => new PooledAnchorFinder(pool), [tokens.engines])
    .inSingletonScope();
});

function openFonts({ fontFolder }: Configuration): FontSource {
  try {
    return new FontSource(fontFolder);
  } catch {
    throw new ConfigurationError(['CHANCERY_FONT_DIR: The folder cannot be read.']);
  }
}

function openPool({ engines }: Configuration): EnginePool {
  const { processes, memoryMebibytes, processorSeconds } = engines;
  return new EnginePool({
    ...(processes === null ? {} : { processes }),
    // A process that is often interrupted takes longer by the clock than it takes of the processor.
    limits: { memoryMebibytes, processorSeconds, wallSeconds: 2 * processorSeconds, outputMebibytes: 200 },
  });
}
