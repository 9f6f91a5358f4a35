import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { hostCommands } from './host.ts';
import { commandText } from './testing/host-command.ts';

describe('--env-file', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chancery-'));
  });
  afterEach(async () => {
    delete process.env.CHANCERY_TWILIO_ACCOUNT_SID;
    await rm(folder, { recursive: true });
  });
  const serve = (envFile: string) =>
    commandText(
      () =>
        hostCommands()
          .find(({ name }) => name === 'serve')
          ?.run({ envFile }) ?? -1,
    );

  it('a file that is not there is named, and ends the start with exit code 78', async () => {
    const path = join(folder, 'chancery.env');

    expect(await serve(path)).to.deep.equal({
      code: 78,
      out: '',
      said: `chancery: --env-file ${path} cannot be read: there is no such file; \`chancery init\` writes one.\n`,
    });
    expect((await serve(folder)).said).to.include('it is no file');
  });

  it('what is missing in it is named, without a value', async () => {
    const path = join(folder, 'chancery.env');
    await writeFile(path, 'CHANCERY_TWILIO_ACCOUNT_SID=AC0123456789\n');

    const { code, said } = await serve(path);

    expect([code, said]).to.deep.equal([
      78,
      'chancery: CHANCERY_TWILIO_AUTH_TOKEN, CHANCERY_TWILIO_FROM: missing beside CHANCERY_TWILIO_ACCOUNT_SID; set all three or none.\n',
    ]);
  });
});
