import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { copyMigratedDatabase } from '../../adapters-persistence/src/testing/snapshot.ts';
import { endProcesses, startServer, until } from './testing/server-process.ts';

/** Libraries of what is configured or used only later. */
const laterLibraries = [
  '@aws-sdk/client-s3',
  '@aws-sdk/lib-storage',
  '@opentelemetry/api',
  '@simplewebauthn/server',
  'amqplib',
  'livekit-client',
  'nodemailer',
  'stripe',
  'undici',
];

/** A module for `node --import` that writes the URL of each module that is imported, a line each, into a file. */
const recorderInto = (file: string): string => {
  const hooks = `
    import { appendFileSync } from 'node:fs';
    export async function resolve(specifier, context, next) {
      const found = await next(specifier, context);
      appendFileSync(${JSON.stringify(file)}, found.url + '\\n');
      return found;
    }`;
  const program = `
    import { register } from 'node:module';
    register(${JSON.stringify(asModule(hooks))});`;
  return asModule(program);
};
const asModule = (text: string) => `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`;

describe('the modules of a start', () => {
  let folder: string;
  let loaded: readonly string[];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chancery-start-modules-'));
    const file = join(folder, 'modules');
    // As at every start but the first, which makes the database and migrates it.
    await copyMigratedDatabase(join(folder, 'data', 'database'));
    const server = await startServer(['serve'], {
      CHANCERY_DATA_DIR: join(folder, 'data'),
      NODE_OPTIONS: `--import=${recorderInto(file)}`,
    });
    await until(
      async () => (await server.get('/api/health/ready')).status === 200,
      () => `it is not ready; it wrote:\n${server.output()}`,
      // On a busy machine a start takes more than a minute.
      150,
    );
    loaded = (await readFile(file, 'utf8')).trim().split('\n');
  });
  after(async () => {
    await endProcesses();
    await rm(folder, { recursive: true });
  });

  it('are none of a library that only other settings, or a later request, would use', () => {
    const libraries = new Set(
      loaded.flatMap((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? []),
    );

    expect([...libraries]).to.include.members(['express', 'typeorm', 'zod']);
    expect(laterLibraries.filter((name) => libraries.has(name))).to.deep.equal([]);
  });

  it('are of TypeORM only what a mapping is made with: nothing is migrated', () => {
    const ofTypeorm = loaded.flatMap((url) => /\/node_modules\/typeorm\/(.*)/.exec(url)?.[1] ?? []);

    expect([...new Set(ofTypeorm)]).to.deep.equal(['entity-schema/EntitySchema.js']);
  });

  if (process.env.CHANCERY_TEST_BUILT === 'true')
    it('are bundles, where the program was built', () => {
      const own = loaded.flatMap((url) => /\/packages\/[^/]+\/(?!.*node_modules)(.*)$/.exec(url)?.[1] ?? []);

      expect(own).to.include('dist/bundled/index.js');
      expect(own.filter((path) => !/^dist\/(bundled\/|main\.js$)/.test(path))).to.deep.equal([]);
    });
});
