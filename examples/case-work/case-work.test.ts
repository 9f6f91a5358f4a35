import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { nodeOptions, type RunningServer, startServer, vouchedFor } from '../testing/running-server.ts';

const beside = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const barbara = 'barbara@example.com';

describe('examples/case-work', () => {
  let server: RunningServer;
  let folder: string;
  before(async () => {
    server = await startServer();
    folder = await mkdtemp(join(tmpdir(), 'chancery-case-work-'));
    await vouchedFor(server, barbara);
  });
  after(async () => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const step = async (...args: readonly string[]) => {
    const ended = await run(...args);
    expect(ended, ended.stderr).to.include({ exitCode: 0, stderr: '' });
    return ended.stdout;
  };
  const run = (...args: readonly string[]) => {
    const { email, password, workspaceId } = server.demo;
    return server.run(process.execPath, [...nodeOptions, beside('case-work.ts'), ...args], {
      ...{ CHANCERY_LEAD_EMAIL: email, CHANCERY_LEAD_PASSWORD: password },
      ...{ CHANCERY_WRITER_EMAIL: barbara, CHANCERY_WRITER_PASSWORD: password },
      CHANCERY_WORKSPACE_ID: workspaceId,
    });
  };
  const command = async (program: string, ...args: readonly string[]) => {
    const ended = await server.run(program, args, { PASSWORD: server.demo.password });
    expect(ended, ended.stderr).to.include({ exitCode: 0 });
    return ended.stdout;
  };

  it('goes from the first visit to a file whose digest the ledger proves, and closes the case', async () => {
    const [, number, caseId = ''] = /^new as (S-\d{6})\ncase ([\w-]{36})\n$/.exec(await step('open')) ?? [];
    const again = await run('open');
    expect(again).to.include({ exitCode: 1, stderr: '' });
    const [, subjectId = ''] =
      new RegExp(`^perhaps ${number}, Clara Client, born 1961-04-03: open ([\\w-]{36})\n$`).exec(
        again.stdout,
      ) ?? [];
    expect(await step('open', subjectId)).to.match(/^case [\w-]{36}\n$/);

    expect(await step('write', caseId)).to.equal(
      'approved: At the door\napproved: In the kitchen\napproved: On the stairs\n',
    );
    expect(await step('sign', caseId)).to.equal('signed: 3\n');
    expect(await step('sign', caseId)).to.equal('Nothing waits for a signature.\n');

    const file = join(folder, 'case.pdf');
    const handedOver = await step('hand-over', caseId, file);
    const sha256 = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
    expect(handedOver).to.match(new RegExp(`is line \\d+ of the ledger, by its SHA-256 ${sha256}\n$`));

    const { email } = server.demo;
    await command(
      'sh',
      '-c',
      `printf %s "$PASSWORD" | chancery auth login --email ${email} --password-stdin`,
    );
    const [origin = ''] = (await command('chancery', 'records', 'audit', 'latest-checkpoint')).split('\n');
    const { vkeys } = JSON.parse(await command('chancery', 'records', 'audit', 'keys', '--origin', origin));
    const keys = ['--vkey', vkeys[0].vkey];
    expect(await command('chancery', 'audit', 'verify-proof', `${file}.proof`, ...keys, '--json')).to.include(
      sha256,
    );

    const followUps = ['chancery', 'records', 'follow-ups'] as const;
    const { followUps: listed } = JSON.parse(
      await command(...followUps, 'list', '--case-id', caseId, '--json'),
    );
    await command(...followUps, 'update', listed[0].id, '--status', 'in_progress');
    expect(await command(beside('close-case.sh'), caseId, 'goals_met')).to.match(
      /^done: Ask the landlord about the ramp\nC-\d{4}-\d{6} is closed\n$/,
    );
  });
});
