import { expect } from 'chai';
import { ContainerModule } from 'inversify';
import { diskProbe } from './probes/probes.ts';
import { type Installation, openInstallation, refusalOf } from './stories/testing/installation.ts';
import { tokens } from './tokens.ts';

describe('a disk that is nearly full', () => {
  let installation: Installation;
  let freeMebibytes = 10_000;
  before(async () => {
    const disk = diskProbe('/data', async () => ({
      bavail: freeMebibytes,
      blocks: 20_000,
      bsize: 1024 * 1024,
    }));
    const own = new ContainerModule(
      async ({ rebind }) => void (await rebind(tokens.probes)).toConstantValue([disk]),
    );
    installation = await openInstallation({}, { modules: [own] });
  });
  after(() => installation?.close());

  it('HLT-1: refuses writes with 503 while reads continue and health is degraded; with room again everything works', async () => {
    const owner = await installation.register('ada@example.com', 'Ada Lovelace');
    freeMebibytes = 999;
    // The previous answer is valid for a second.
    installation.advance(2);

    expect(await refusalOf(owner.workspace.createProject({ name: 'Relaunch' }))).to.deep.equal([
      503,
      'dependency.unavailable',
    ]);
    expect((await owner.workspace.listProjects()).projects).to.deep.equal([]);
    const { status, dependencies } = await installation.client().health.getHealth();
    expect([status, dependencies.map(({ name, detail }) => [name, detail])]).to.deep.equal([
      'degraded',
      [['disk', 'disk_low']],
    ]);

    freeMebibytes = 1000;
    installation.advance(2);
    expect((await owner.workspace.createProject({ name: 'Relaunch' })).project.name).to.equal('Relaunch');
  });
});
