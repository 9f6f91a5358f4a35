import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A program in a few files, as tests are bundled: a process that is started again and again would each time load a thousand sources. */
export interface BundledProcess {
  readonly script: string;
  remove(): Promise<void>;
}

/** Bundles a program of the tests, by its path from the root without its ending. */
export async function bundledProcess(program: string): Promise<BundledProcess> {
  const root = new URL('../../../../', import.meta.url);
  const { bundleTests } = (await import(new URL('scripts/bundle-tests.mjs', root).href)) as {
    bundleTests(files: readonly string[], folder: string): Promise<readonly string[]>;
  };
  const folder = fileURLToPath(new URL(`.build/${basename(program)}-${process.pid}-${Date.now()}`, root));
  const [script = ''] = await bundleTests([`${program}.ts`], folder);
  return { script, remove: () => rm(folder, { recursive: true, force: true }) };
}
