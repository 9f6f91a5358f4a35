import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { type RunningServer, startServer } from '../testing/running-server.ts';

const script = fileURLToPath(new URL('admin.sh', import.meta.url));

describe('examples/admin-script', () => {
  let server: RunningServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server?.stop());

  it('ends with the exit code for "not signed in" before anybody signed in', async () => {
    expect(await server.run('bash', [script])).to.include({ exitCode: 3, stdout: '' });
  });

  it('makes a project and a key, widens, rotates, lists and revokes it', async () => {
    const { email, password } = server.demo;
    const signIn = await server.run(
      'bash',
      ['-c', `printf %s "$PASSWORD" | chancery auth login --email ${email} --password-stdin`],
      { PASSWORD: password },
    );
    expect(signIn, signIn.stderr).to.include({ exitCode: 0 });

    const { exitCode, stdout, stderr } = await server.run('bash', [script]);

    expect({ exitCode, stderr }).to.deep.equal({ exitCode: 0, stderr: '' });
    expect(stdout).to.match(
      /^project [A-Z0-9]+\nkey chan_live_[0-9a-f]{8}\nbooked [a-z]{5}-[a-z]{5} with the same key\nbooked [a-z]{5}-[a-z]{5} with the rotated key\n/,
    );
    expect(stdout)
      .to.include('Booking page')
      .and.match(/\nrevoked\n$/);
  });
});
