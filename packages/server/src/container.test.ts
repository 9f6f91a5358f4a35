import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { ContainerModule } from 'inversify';
import { loadConfiguration } from './configuration.ts';
import { openContainer } from './container.ts';
import { openLog } from './log.ts';
import { tokens } from './tokens.ts';

describe('openContainer', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chancery-'));
  });
  afterEach(() => rm(folder, { recursive: true }));
  const open = (...modules: ContainerModule[]) =>
    openContainer(loadConfiguration({ CHANCERY_DATA_DIR: folder }), openLog('silent'), modules);

  it('binds every port, opens one database, and closes it so that it can be opened again', async () => {
    for (const round of [1, 2]) {
      const container = await open();
      const [chancery, health, database] = await Promise.all([
        container.getAsync(tokens.chancery),
        container.getAsync(tokens.health),
        container.getAsync(tokens.database),
      ]);
      if (round === 1) await database.migrate();

      expect(Object.values(chancery.ports).every((port) => port !== undefined)).to.equal(true);
      expect(
        (await health.report()).dependencies.filter(
          ({ status }) => !['ok', 'not_configured'].includes(status),
        ),
      ).to.deep.equal([]);
      await container.unbindAllAsync();
    }
  });

  it('lets a host bind its own adapter for any port', async () => {
    const sent: string[] = [];
    const own = new ContainerModule(
      ({ rebind }) =>
        void rebind(tokens.mail).toConstantValue({ send: async ({ subject }) => void sent.push(subject) }),
    );
    const container = await open(own);
    const { ports } = await container.getAsync(tokens.chancery);
    await ports.mail.send({
      messageId: 'a@b',
      from: 'a@b',
      to: { address: 'c@d', name: null },
      subject: 'Mine',
      text: '',
      html: '',
    });

    expect(sent).to.deep.equal(['Mine']);
    await container.unbindAllAsync();
  });
});
