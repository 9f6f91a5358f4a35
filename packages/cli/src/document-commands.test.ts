import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aPdf, sha256Of } from '@chancery/core/testing';
import { operations } from '@chancery/sdk/operations';
import { expect } from 'chai';
import { type Served, served } from '../../adapters-http/src/testing/served.ts';
import { run } from './run.ts';
import { cutLine } from './testing/cut-line.ts';

const mebibyte = 1024 * 1024;
const largeFile = Buffer.concat([aPdf(1000), randomBytes(9 * mebibyte)]);
const nobody = '01900000-0000-7000-8000-000000000000';

describe('chancery documents', () => {
  let api: Served;
  let folder: string;
  before(async () => {
    api = await served();
    folder = mkdtempSync(join(tmpdir(), 'chancery-documents-'));
    for (const [name, size] of [
      ['Lease.pdf', 1000],
      ['Plan.pdf', 2000],
    ] as const)
      writeFileSync(join(folder, name), aPdf(size));
  });
  after(async () => {
    rmSync(folder, { recursive: true });
    await api.close();
  });
  const at = (name: string) => join(folder, name);

  async function chancery(args: readonly string[], over: { baseUrl?: string; fetch?: typeof fetch } = {}) {
    const out: Buffer[] = [];
    const err: string[] = [];
    const exitCode = await run(['documents', ...args], {
      operations,
      env: {
        CHANCERY_BASE_URL: over.baseUrl ?? api.baseUrl,
        CHANCERY_TOKEN: api.owner.session.credential ?? '',
      },
      homeDirectory: folder,
      hostName: 'laptop',
      stdout: { write: (content) => out.push(Buffer.from(content)) },
      stderr: { write: (text) => err.push(String(text)), isTTY: true, columns: 100 },
      readInput: async () => '',
      ask: async () => '',
      fetch: over.fetch ?? fetch,
      loadHost: async () => null,
    });
    const bytes = Buffer.concat(out);
    return { exitCode, stdout: bytes.toString(), stderr: err.join(''), bytes };
  }
  /** The rows of a table as their cells, its head first. */
  const cells = (table: string) =>
    table
      .trimEnd()
      .split('\n')
      .map((row) => row.split(/\s{2,}/));
  const json = async (...args: string[]) => {
    const { exitCode, stdout, stderr } = await chancery([...args, '--json']);
    expect(exitCode, stderr).to.equal(0);
    return JSON.parse(stdout);
  };
  const uploaded = async (path: string, ...more: string[]) =>
    (await json('upload', path, ...more)).documents[0] as { id: string; sha256: string };
  const folderNamed = async (name: string) => (await json('folders', 'create', '--name', name)).folder.id;

  describe('upload', () => {
    it('makes documents of several files and shows them as a table', async () => {
      const { exitCode, stdout, stderr } = await chancery(['upload', at('Lease.pdf'), at('Plan.pdf')]);

      const [head, ...rows] = cells(stdout);
      expect(exitCode).to.equal(0);
      expect(head).to.deep.equal(['name', 'mimeType', 'sizeBytes', 'updatedAt', 'id']);
      expect(rows.map((row) => row.slice(0, 3))).to.deep.equal([
        ['Lease.pdf', 'application/pdf', '1000'],
        ['Plan.pdf', 'application/pdf', '2000'],
      ]);
      expect(stderr).to.include('2 of 2, Plan.pdf').and.include('100 % of 0.0 MiB');
    });

    it('puts them into a folder, with tags and a name, and says where the same bytes are', async () => {
      const first = await uploaded(at('Lease.pdf'));
      const folderId = await folderNamed('Leases');
      const how = ['--folder-id', folderId, '--tag', 'client', '--tag', '2026', '--name', 'The lease'];

      const { documents, duplicates, count } = await json('upload', at('Lease.pdf'), ...how);

      expect(count).to.equal(1);
      expect(documents[0]).to.deep.include({ folderId, tags: ['client', '2026'], name: 'The lease' });
      expect(duplicates).to.deep.include({ documentId: first.id, name: 'Lease.pdf', of: documents[0].id });
      const { stderr } = await chancery(['upload', at('Lease.pdf')]);
      expect(stderr).to.include(`The same bytes were there already: The lease, ${documents[0].id}.`);
    });

    it('sends a file over a line that is cut twenty times: one document, right digest', async () => {
      writeFileSync(at('Cut.pdf'), largeFile);
      const line = await cutLine(api.baseUrl, { everyBytes: 400_000, mostCuts: 20, oneAtOnce: true });
      try {
        const args = ['upload', at('Cut.pdf'), '--chunk-size', '262144', '--json'];
        const { exitCode, stdout } = await chancery(args, line);

        expect({ exitCode, cuts: line.cuts }).to.deep.equal({ exitCode: 0, cuts: 20 });
        expect(JSON.parse(stdout).documents[0].sha256).to.equal(sha256Of(largeFile));
        expect((await json('list', '--search', 'Cut')).documents).to.have.length(1);
      } finally {
        await line.close();
      }
    });

    it('goes on where an interrupted run stopped, and says that it will', async () => {
      writeFileSync(at('Interrupted.pdf'), largeFile);
      let sent = 0;
      const chunks =
        (most: number): typeof fetch =>
        async (url, init) => {
          if (!String(url).endsWith('/chunks')) return fetch(url, init);
          sent += 1;
          return sent > most
            ? new Response('{}', { status: 503, headers: { 'retry-after': '120' } })
            : fetch(url, init);
        };
      const args = ['upload', at('Interrupted.pdf'), at('Plan.pdf'), '--chunk-size', '1048576'];
      const stopped = await chancery(args, { fetch: chunks(4) });
      sent = 0;

      const { exitCode } = await chancery(args, { fetch: chunks(100) });

      expect(stopped.exitCode).to.equal(9);
      expect(stopped.stderr)
        .to.include('What was sent is kept: the same command goes on from there.')
        .and.include(`Not uploaded: ${at('Interrupted.pdf')}, ${at('Plan.pdf')}.`);
      expect(exitCode).to.equal(0);
      expect(sent).to.be.within(6, 9);
      expect((await json('list', '--search', 'Interrupted')).documents).to.have.length(1);
    });

    it('shows what was made before a file was refused', async () => {
      writeFileSync(at('Archive.pdf'), Buffer.concat([Buffer.from('PK\x03\x04'), aPdf(1000)]));
      const { exitCode, stdout, stderr } = await chancery(['upload', at('Plan.pdf'), at('Archive.pdf')]);

      expect(exitCode).to.equal(7);
      expect(cells(stdout)[1]?.[0]).to.equal('Plan.pdf');
      expect(stderr).to.include('upload.type_not_allowed:');
    });

    it('makes one document of a command that is repeated with the same key', async () => {
      const args = [at('Lease.pdf'), '--name', 'Once', '--idempotency-key', 'once'];
      expect(await uploaded(...(args as [string]))).to.deep.equal(await uploaded(...(args as [string])));
      expect((await json('list', '--search', 'Once')).documents).to.have.length(1);
    });

    it('sends nothing if a file cannot be read, is a folder, or a name is given to several', async () => {
      for (const [args, says] of [
        [[at('Lease.pdf'), at('none.pdf')], /none\.pdf cannot be read/],
        [[folder], /is no file/],
        [[at('Lease.pdf'), at('Plan.pdf'), '--name', 'Both'], /--name goes with one file/],
        [[at('Lease.pdf'), '--chunk-size', 'big'], /whole number of bytes/],
      ] as const) {
        const { exitCode, stderr, stdout } = await chancery(['upload', ...args]);
        expect({ exitCode, stdout }).to.deep.equal({ exitCode: 2, stdout: '' });
        expect(stderr).to.match(says);
      }
    });

    it('leads to the folders if the one that is named is not there', async () => {
      const { exitCode, stderr } = await chancery(['upload', at('Lease.pdf'), '--folder-id', nobody]);
      expect(exitCode).to.equal(5);
      expect(stderr).to.include('See the folders with `chancery documents list`');
    });
  });

  describe('download', () => {
    let documentId: string;
    let into: string;
    before(async () => {
      writeFileSync(at('Large.pdf'), largeFile);
      documentId = (await uploaded(at('Large.pdf'))).id;
    });
    beforeEach(() => {
      into = mkdtempSync(join(folder, 'into-'));
    });

    it('writes the file into a folder under its name, and says that its digest is right', async () => {
      const { exitCode, stderr } = await chancery(['download', documentId, '--output', into]);

      expect(exitCode).to.equal(0);
      expect(readdirSync(into)).to.deep.equal(['Large.pdf']);
      expect(sha256Of(readFileSync(join(into, 'Large.pdf')))).to.equal(sha256Of(largeFile));
      expect(stderr)
        .to.include(`its SHA-256 is right: ${sha256Of(largeFile)}.`)
        .and.include('100 %');
    });

    it('goes on over a line that is cut twenty times', async () => {
      const line = await cutLine(api.baseUrl, { everyBytes: 400_000, mostCuts: 20 });
      try {
        const output = join(into, 'cut.pdf');
        const args = ['download', documentId, '--variant', 'original', '--output', output, '--json'];
        const { exitCode, stdout } = await chancery(args, line);

        expect({ exitCode, cuts: line.cuts }).to.deep.equal({ exitCode: 0, cuts: 20 });
        expect(JSON.parse(stdout)).to.deep.equal({
          path: output,
          sizeBytes: largeFile.length,
          sha256: sha256Of(largeFile),
          mediaType: 'application/pdf',
        });
        expect(readFileSync(output).equals(largeFile)).to.equal(true);
      } finally {
        await line.close();
      }
    });

    /** Ends as a process does that is interrupted: some of the file has come. */
    async function partly(output: string) {
      let isFirst = true;
      return chancery(['download', documentId, '--output', output], {
        fetch: async (url, init) => {
          if (!isFirst) return Response.json({ error: { code: 'x', message: 'Away.' } }, { status: 403 });
          isFirst = false;
          const answer = await fetch(url, init);
          const body = new Blob([largeFile.subarray(0, 5 * mebibyte)]).stream();
          return new Response(body, answer);
        },
      });
    }

    it('goes on with what an earlier run had received, and asks only for the rest', async () => {
      const output = join(into, 'part.pdf');
      const stopped = await partly(output);
      const [part = ''] = readdirSync(into);
      const ranges: (string | null)[] = [];

      const { exitCode } = await chancery(['download', documentId, '--output', output], {
        fetch: (url, init) => {
          ranges.push(new Headers(init?.headers).get('range'));
          return fetch(url, init);
        },
      });

      expect(stopped.exitCode).to.equal(4);
      expect(stopped.stderr).to.include(`What came is kept in ${join(into, part)}`);
      expect(part).to.match(/^part\.pdf\.[0-9a-f]{16}\.part$/);
      expect({ exitCode, ranges }).to.deep.equal({ exitCode: 0, ranges: [null, `bytes=${5 * mebibyte}-`] });
      expect(readdirSync(into)).to.deep.equal(['part.pdf']);
      expect(readFileSync(output).equals(largeFile)).to.equal(true);
    });

    it('writes nothing if the digest is wrong, and the next run begins anew', async () => {
      const output = join(into, 'wrong.pdf');
      await partly(output);
      const [part = ''] = readdirSync(into);
      writeFileSync(join(into, part), randomBytes(mebibyte));

      const wrong = await chancery(['download', documentId, '--output', output]);

      expect(wrong.exitCode).to.equal(1);
      expect(wrong.stderr).to.include('download.digest_mismatch:');
      expect(readdirSync(into)).to.deep.equal([]);
      expect((await chancery(['download', documentId, '--output', output])).exitCode).to.equal(0);
    });

    it('writes to standard output', async () => {
      const { exitCode, bytes } = await chancery(['download', documentId, '--output', '-']);
      expect({ exitCode, isWhole: bytes.equals(largeFile) }).to.deep.equal({ exitCode: 0, isWhole: true });
    });

    it('writes over a file that is named, but over none that is not', async () => {
      writeFileSync(join(into, 'Large.pdf'), 'mine');
      const refused = await chancery(['download', documentId, '--output', into]);
      const named = await chancery(['download', documentId, '--output', join(into, 'Large.pdf')]);

      expect(refused.exitCode).to.equal(2);
      expect(refused.stderr).to.include('Large.pdf is there already.').and.include('--output <file>');
      expect(named.exitCode).to.equal(0);
      expect(readFileSync(join(into, 'Large.pdf')).equals(largeFile)).to.equal(true);
    });

    it('writes where it was told, whatever the service calls the file', async () => {
      const inner = join(into, 'inner');
      mkdirSync(inner);
      const named = (header: string) =>
        chancery(['download', documentId, '--output', inner], {
          fetch: async (url, init) => {
            const answer = await fetch(url, init);
            const headers = new Headers(answer.headers);
            headers.set('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(header)}`);
            return new Response(answer.body, { status: answer.status, headers });
          },
        });
      for (const name of ['../../up.pdf', '..\\..\\back.pdf', '.profile', '..']) await named(name);

      expect(readdirSync(into)).to.deep.equal(['inner']);
      expect(readdirSync(inner).sort()).to.deep.equal(['back.pdf', 'document', 'profile', 'up.pdf']);
    });

    it('says that there is no such document, and where they are', async () => {
      const { exitCode, stderr } = await chancery(['download', nobody, '--output', into]);
      expect(exitCode).to.equal(5);
      expect(stderr).to.include('document.not_found:').and.include('`chancery documents list`');
      expect(readdirSync(into)).to.deep.equal([]);
    });
  });

  it('list shows folders and documents as one table, and all pages of both', async () => {
    const parent = await folderNamed('Shown');
    for (const name of ['A', 'B']) await json('folders', 'create', '--name', name, '--parent-id', parent);
    await chancery(['upload', at('Lease.pdf'), at('Plan.pdf'), '--folder-id', parent]);
    const args = ['list', '--folder-id', parent, '--sort', 'name'];

    const [head, ...rows] = cells((await chancery(args)).stdout);
    expect(head?.slice(0, 2)).to.deep.equal(['kind', 'name']);
    expect(rows.map((row) => row.slice(0, 2))).to.deep.equal([
      ['folder', 'A'],
      ['folder', 'B'],
      ['document', 'Lease.pdf'],
      ['document', 'Plan.pdf'],
    ]);

    const all = await json(...args, '--limit', '1', '--all');
    expect(all.folders.map(({ name }: { name: string }) => name)).to.deep.equal(['A', 'B']);
    expect(all.documents).to.have.length(2);
    expect(all.count).to.equal(4);
    const { stdout } = await chancery(['list', '--search', 'nothing has this name']);
    expect(stdout).to.equal('No folders or documents.\n');
  });

  it('show, trash and restore take the id', async () => {
    const { id } = await uploaded(at('Plan.pdf'));
    expect((await chancery(['trash', id])).stdout).to.equal(`Trashed document "Plan.pdf" ${id}\n`);
    expect((await json('show', id)).document.status).to.equal('trashed');
    expect((await chancery(['restore', id])).stdout).to.equal(`Restored document "Plan.pdf" ${id}\n`);
  });

  it('share shows the link once, and unshare ends it', async () => {
    const { id } = await uploaded(at('Lease.pdf'));
    const { share, url } = await json('share', id, '--label', 'For the auditor', '--max-views', '3');
    expect(url).to.match(/\/share#token=[\w-]{43}$/);
    expect((await json('show', id)).shares[0]).to.include({ id: share.id, label: 'For the auditor' });
    const token = url.slice(-43);
    expect((await json('shares', 'open', token)).document.name).to.equal('Lease.pdf');

    const { exitCode, stdout } = await chancery(['unshare', id, share.id]);
    expect([exitCode, stdout.split('\n')[0]]).to.deep.equal([0, `Revoked share ${share.id}`]);
    expect((await chancery(['shares', 'open', token])).stderr).to.include('link.gone');
  });

  it('move takes several documents, into a folder and out of it', async () => {
    const folderId = await folderNamed('Moved');
    const ids = [(await uploaded(at('Lease.pdf'))).id, (await uploaded(at('Plan.pdf'))).id];

    const { stdout } = await chancery(['move', ...ids, '--folder-id', folderId]);
    expect(stdout.split('\n')[0]).to.equal(`Moved document "Lease.pdf" ${ids[0]}`);
    expect((await json('list', '--folder-id', folderId)).documents).to.have.length(2);

    await chancery(['move', ids[0] ?? '', '--folder-id', 'root']);
    expect((await json('show', ids[0] ?? '')).document.folderId).to.equal(null);
    expect((await chancery(['move', ids[0] ?? ''])).exitCode).to.equal(2);
  });

  it('folders are renamed and archived', async () => {
    const id = await folderNamed('Old');
    const renamed = await chancery(['folders', 'update', id, '--name', 'New']);
    expect(renamed.stdout).to.equal(`Updated folder "New" ${id}\n`);
    expect((await chancery(['folders', 'archive', id])).stdout).to.equal(`Archived folder "New" ${id}\n`);
    expect((await json('list', '--archived')).folders.map((each: { id: string }) => each.id)).to.include(id);
  });
});
