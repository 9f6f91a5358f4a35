import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aPdf } from '@chancery/core/testing';
import { operations } from '@chancery/sdk/operations';
import { expect } from 'chai';
import { type Served, served } from '../../adapters-http/src/testing/served.ts';
import { run } from './run.ts';

const person = 'name=Grace Hopper, Rear Admiral,email=grace@example.com';

describe('chancery signing', () => {
  let api: Served;
  let folder: string;
  before(async () => {
    api = await served();
    folder = mkdtempSync(join(tmpdir(), 'chancery-signing-'));
    writeFileSync(join(folder, 'Lease.pdf'), aPdf(1000));
  });
  after(async () => {
    rmSync(folder, { recursive: true });
    await api.close();
  });

  async function chancery(...args: readonly string[]) {
    const [out, err]: [string[], string[]] = [[], []];
    const exitCode = await run(['signing', ...args], {
      operations,
      env: { CHANCERY_BASE_URL: api.baseUrl, CHANCERY_TOKEN: api.owner.session.credential ?? '' },
      homeDirectory: folder,
      hostName: 'laptop',
      stdout: { write: (content) => out.push(String(content)) },
      stderr: { write: (text) => err.push(String(text)) },
      readInput: async () => '',
      ask: async () => '',
      fetch,
      loadHost: async () => null,
    });
    return { exitCode, stdout: out.join(''), stderr: err.join('') };
  }
  const requested = async (...args: readonly string[]) => {
    const { stdout } = await chancery('request', join(folder, 'Lease.pdf'), ...args, '--json');
    return JSON.parse(stdout);
  };

  it('request uploads a file and sends it to the people that it names, in one line', async () => {
    const answer = await requested(
      '--signer',
      person,
      '--signer',
      'email=alan@example.com,role=approver',
      '--field',
      'signer=grace@example.com,kind=signature,page=1,x=0.1,y=0.8',
      '--deadline-days',
      '14',
    );
    expect(answer.document.signatureStatus).to.equal('sent');
    expect(
      answer.signers.map(({ name, email, role }: Record<string, string>) => [name, email, role]),
    ).to.deep.equal([
      ['Grace Hopper, Rear Admiral', 'grace@example.com', 'signer'],
      ['alan@example.com', 'alan@example.com', 'approver'],
    ]);
    expect(answer.fields.map(({ kind, x, y }: Record<string, unknown>) => [kind, x, y])).to.deep.equal([
      ['signature', 0.1, 0.8],
    ]);
  });

  it('request says under which id the file is in the library, also if it is not sent', async () => {
    const field = `signer="grace@example.com",kind=signature,anchor='Signed by:'`;
    const { exitCode, stderr } = await chancery(
      'request',
      join(folder, 'Lease.pdf'),
      '--signer',
      person,
      '--field',
      field,
    );
    expect(exitCode).to.not.equal(0);
    const [, id] = /^Uploaded as document ([\w-]{36})\.$/m.exec(stderr) ?? [];
    const { document } = await api.chancery.documents.getDocument(
      { documentId: id ?? '' },
      api.owner.session,
    );
    expect(document).to.deep.include({ name: 'Lease.pdf', signatureStatus: 'none' });
    expect(stderr).to.include('no such text');
  });

  it('request refuses a field of nobody before anything is sent', async () => {
    const { exitCode, stderr } = await chancery(
      'request',
      join(folder, 'Lease.pdf'),
      '--signer',
      person,
      '--field',
      'signer=other@example.com,kind=signature,page=1,x=0.1,y=0.8',
    );
    expect(exitCode).to.equal(2);
    expect(stderr).to.include('No --signer has the address other@example.com.');
  });

  for (const [said, required] of [
    ['yes', true],
    ['true', true],
    ['no', false],
    ['false', false],
  ] as const)
    it(`request takes required=${said} for a field that ${required ? 'must' : 'need not'} be filled`, async () => {
      const at = 'page=1,x=0.1,height=0.05';
      const answer = await requested(
        ...['--signer', person],
        ...['--field', `signer=grace@example.com,kind=signature,${at},y=0.8`],
        ...['--field', `signer=grace@example.com,kind=text,${at},y=0.6,required=${said}`],
      );
      expect(
        answer.fields
          .filter(({ kind }: { kind: string }) => kind === 'text')
          .map((field: { required: boolean }) => field.required),
      ).to.deep.equal([required]);
    });

  for (const said of ['nope', 'No', '0', '', 'constructor'])
    it(`request refuses required=${said}, and says what it may be`, async () => {
      const field = `signer=grace@example.com,kind=text,page=1,x=0.1,y=0.8,required=${said}`;
      const { exitCode, stderr } = await chancery(
        ...['request', join(folder, 'Lease.pdf'), '--signer', person, '--field', field],
      );
      expect(exitCode).to.equal(2);
      expect(stderr).to.include('required is one of yes, true, no, false.');
    });

  it('prepare uploads a file and prints the address where it is prepared by hand, and none is made of a document that is there', async () => {
    const { stdout } = await chancery('prepare', join(folder, 'Lease.pdf'));
    const page = `${api.baseUrl}/documents/prepare/`;
    expect(stdout.startsWith(page)).to.equal(true);
    const documentId = stdout.slice(page.length).trim();
    const { document } = await api.chancery.documents.getDocument({ documentId }, api.owner.session);
    expect(document).to.deep.include({ name: 'Lease.pdf', signatureStatus: 'none' });

    const again = await chancery('prepare', documentId, '--json');
    expect(JSON.parse(again.stdout)).to.deep.equal({ documentId, url: `${page}${documentId}` });
  });

  it('watch prints a line for each change, and ends with 6 where there is no seal', async () => {
    const { document } = await requested('--signer', person, '--signature-page');
    const watching = chancery('watch', document.id, '--interval', '0');
    await api.chancery.signing.voidDocument(
      { documentId: document.id, reason: 'Wrong annex' },
      api.owner.session,
    );
    const { exitCode, stdout, stderr } = await watching;
    expect(exitCode).to.equal(6);
    expect(stdout.trim().split('\n').slice(-2)).to.deep.equal([
      'Grace Hopper, Rear Admiral: cancelled',
      'document: voided',
    ]);
    expect(stderr).to.include('its signing is voided');
  });
});
