import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { nodeOptions, type RunningServer, startServer } from '../testing/running-server.ts';

const beside = (name: string) => fileURLToPath(new URL(name, import.meta.url));

describe('examples/integrator', () => {
  let server: RunningServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server?.stop());
  const bySdk = (apiKey = server.demo.apiKey) =>
    server.run(process.execPath, [...nodeOptions, beside('integrator.ts')], { CHANCERY_API_KEY: apiKey });
  const byCurl = (apiKey = server.demo.apiKey) =>
    server.run('bash', [beside('integrator.sh')], { CHANCERY_API_KEY: apiKey });

  it('reads the workspace and books a meeting by the SDK, once however often it runs', async () => {
    const first = await bySdk();
    const second = await bySdk();

    expect(first, first.stderr).to.include({ exitCode: 0, stderr: '' });
    const [workspace, members, projects, meetings, booked] = first.stdout.trimEnd().split('\n');
    expect(workspace).to.match(/^Lovelace & Partners lets "Demo application" workspace\.read, /);
    expect(members).to.equal('members: Ada Lovelace, Barbara Liskov, Edsger Dijkstra, Grace Hopper');
    expect(projects).to.include('Annual report').and.not.include('Succession');
    expect(meetings).to.match(/^meetings: 6, /);
    expect(booked).to.match(
      /^booked appointment-4711 for \d{4}-06-01T09:00:00\.000Z, 2 invited: http:.*\/\?room=[a-z]{5}-[a-z]{5}&prejoin=1$/,
    );
    expect(second.stdout.trimEnd().split('\n').at(-1)).to.equal(booked);
    expect(second.stdout).to.include('meetings: 7, the newest "First consultation"');
  });

  it('does the same by bare curl, with both forms of the header', async () => {
    const { exitCode, stdout, stderr } = await byCurl();

    expect({ exitCode, stderr }).to.deep.equal({ exitCode: 0, stderr: '' });
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers.every(({ success }) => success)).to.equal(true);
    expect(answers.map(({ data }) => Object.keys(data))).to.deep.include.members([
      ['workspace', 'credential'],
      ['members', 'count', 'workspaceId'],
      ['meetings', 'count', 'workspaceId'],
      ['projects', 'count', 'workspaceId'],
    ]);
    expect(answers.at(-1).data).to.include({
      title: 'Second consultation',
      invitationCount: 1,
      externalReference: 'appointment-4712',
    });
  });

  it('ends with a failure that says why when the key is not known', async () => {
    const wrong = 'chan_live_00000000_wrong';

    expect((await bySdk(wrong)).stderr).to.include('auth.key_malformed');
    expect(await byCurl(wrong)).to.include({ exitCode: 22 });
  });
});
