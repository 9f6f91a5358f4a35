import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { readSpool } from '@chancery/adapters-services';
import { expect } from 'chai';
import { freePort, listening, nodeOptions } from '../testing/running-server.ts';

describe('examples/embedded-host', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chancery-host-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const start = (name: string, port = 0) =>
    spawn(process.execPath, [...nodeOptions, fileURLToPath(new URL(name, import.meta.url))], {
      env: { PATH: process.env.PATH, CHANCERY_DATA_DIR: folder, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });

  async function served(
    name: string,
    line: string,
    visit: (baseUrl: string) => Promise<void>,
  ): Promise<void> {
    const port = await freePort();
    const host = start(name, port);
    const exit = once(host, 'exit');
    try {
      await listening(host, line);
      await visit(`http://127.0.0.1:${port}`);
    } finally {
      host.kill('SIGTERM');
    }
    expect(await exit).to.deep.equal([0, null]);
  }

  it('runs the core in a script, without HTTP', async () => {
    const script = start('core-only.ts');
    const [stdout, stderr, [exitCode]] = await Promise.all([
      text(script.stdout),
      text(script.stderr),
      once(script, 'exit'),
    ]);

    expect({ exitCode, stderr }).to.deep.equal({ exitCode: 0, stderr: '' });
    const [meeting, refusal, jobs] = stdout.trimEnd().split('\n');
    expect(meeting).to.match(/^Review: http:.*\/\?room=[a-z]{5}-[a-z]{5}&prejoin=1$/);
    expect(refusal).to.equal('refused: scope.missing (meetings.read)');
    expect(jobs).to.match(/^background jobs done: [1-9]/);
    expect(
      (await readSpool(join(folder, 'mail'))).map(({ to, subject }) => `${to}: ${subject}`).join(),
    ).to.match(/ada@example\.com>?: .*API key/);
  });

  it('serves Chancery inside somebody’s own Express app, beside their routes', () =>
    served('in-my-express.ts', 'The app listens', async (baseUrl) => {
      const post = (path: string, body: object) =>
        fetch(baseUrl + path, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        });

      expect(await (await fetch(baseUrl)).text()).to.equal('The practice of Ada Lovelace\n');
      expect(await (await post('/contact', { name: 'Clara' })).json()).to.deep.equal({ thanks: 'Clara' });
      const registered = await post('/api/v1/auth/register', {
        email: 'ada@example.com',
        password: 'a long walk by the river',
        displayName: 'Ada',
      });
      expect(registered.status).to.equal(201);
      expect((await fetch(`${baseUrl}/api/health/ready`)).status).to.equal(200);
      expect((await fetch(`${baseUrl}/api/v1/nothing`)).status).to.equal(404);
    }));

  it('serves the same core by a host other than Express', () =>
    served('other-host.ts', 'The host listens', async (baseUrl) => {
      // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the host answered
      async function call(name: string, input: object, token?: string): Promise<any> {
        const response = await fetch(`${baseUrl}/${name}`, {
          method: 'POST',
          headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
          body: JSON.stringify(input),
        });
        return response.json();
      }

      const { data: session } = await call('identity.registerAccount', {
        email: 'ada@example.com',
        password: 'a long walk by the river',
        displayName: 'Ada',
      });
      const { data: created } = await call(
        'workspace.createProject',
        { name: 'Relaunch' },
        session.accessToken,
      );

      expect(created.project).to.include({ name: 'Relaunch' });
      expect(await call('workspace.listProjects', {})).to.include({ failure: 'auth.required' });
      expect(
        (await call('workspace.listProjects', {}, session.accessToken)).data.projects.map(
          ({ id }: { id: string }) => id,
        ),
      ).to.deep.equal([created.project.id]);
    }));
});
