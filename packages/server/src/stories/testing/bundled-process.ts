import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** A program in a few files, as tests are bundled: a process that is started again and again would each time load a thousand sources. */
export interface BundledProcess {
  readonly script: string;
  remove(): Promise<void>;
}

/** Bundles a program of this folder. */
export async function bundledProcess(name: string): Promise<BundledProcess> {
  const root = new URL('../../../../../', import.meta.url);
  const { bundleTests } = (await import(new URL('scripts/bundle-tests.mjs', root).href)) as {
    bundleTests(files: readonly string[], folder: string): Promise<readonly string[]>;
  };
  const folder = fileURLToPath(new URL(`.build/${name}-${process.pid}-${Date.now()}`, root));
  const [script = ''] = await bundleTests([`packages/server/src/stories/testing/${name}.ts`], folder);
  return { script, remove: () => rm(folder, { recursive: true, force: true }) };
}
