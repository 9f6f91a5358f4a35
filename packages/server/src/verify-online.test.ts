import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { sealCommand } from './seal-command.ts';
import { type Installation, openInstallation } from './stories/testing/installation.ts';
import { peopleOf } from './stories/testing/people.ts';
import { aContract } from './stories/testing/signing-samples.ts';
import { commandOutput, commandText, hostedWorld } from './testing/host-command.ts';
import { verifyDocument } from './verify-document.ts';

describe('documents verify with a base URL', () => {
  let installation: Installation;
  let folder: string;
  const at = (name: string) => join(folder, name);
  const verified = (given: object, environment = {}) =>
    commandText(() => verifyDocument(environment, { ...given }));
  before(async () => {
    installation = await openInstallation();
    folder = await mkdtemp(join(tmpdir(), 'chancery-'));
    await writeFile(at('sealed.pdf'), await sealedContract());
  });
  after(async () => {
    await installation?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** What comes out when the only person who is asked has approved. */
  async function sealedContract(): Promise<Buffer> {
    const ada = await peopleOf(installation).registerVerified('ada@example.com', 'Ada Agent');
    const { document } = await ada.documents.uploadDocument({
      file: new Blob([new Uint8Array(aContract())], { type: 'application/pdf' }),
      name: 'Contract',
    });
    await installation.mails();
    const documentId = document.id;
    const { signers } = await ada.signing.sendDocument({
      documentId,
      signers: [{ name: 'Bob Boss', email: 'bob@example.com', role: 'approver' }],
    });
    const { url } = await ada.signing.createSigningLink({ documentId, signerId: signers[0]?.id ?? '' });
    const token = url.split('#token=')[1] ?? '';
    const bob = installation.client();
    const view = await bob.signing.getSigningLink({ token });
    await bob.signing.completeSigning({
      token,
      intent: 'approve',
      documentSha256: view.document?.sha256 ?? '',
      consent: { accepted: true, version: view.consent?.version ?? '' },
      fields: [],
    });
    await installation.mails();
    const { response } = await ada.documents.getDocumentContent({ documentId, variant: 'sealed' });
    return Buffer.from(await response.arrayBuffer());
  }

  it('SEA-18: a file that the server has sealed is good, named by --base-url or by the environment', async () => {
    const { baseUrl } = installation;
    const byFlag = await verified({ file: at('sealed.pdf'), baseUrl });
    const byEnvironment = await verified({ file: at('sealed.pdf') }, { CHANCERY_BASE_URL: `${baseUrl}/` });

    for (const { code, out } of [byFlag, byEnvironment]) {
      expect(code).to.equal(0);
      expect(out).to.match(
        /\ngood: The server at 127\.0\.0\.1:\d+ knows the file: it is the sealed document, sealed by .+ on \d{4}-/,
      );
      expect(out).to.not.include('BAD');
    }
    const asJson = await commandOutput(() =>
      verifyDocument({}, { file: at('sealed.pdf'), baseUrl, json: true }),
    );
    expect((asJson.answer as { online: object }).online).to.deep.include({ baseUrl, outcome: 'passed' });
  });

  it('SEA-18: without a base URL nobody is asked', async () => {
    const { code, out } = await verified({ file: at('sealed.pdf') });

    expect([code, out.includes('The server at')]).to.deep.equal([0, false]);
  });

  it('SEA-18: a whole file with a good seal that the server has not made ends with 1', async () => {
    await writeFile(at('letter.pdf'), aContract());
    const elsewhere = await hostedWorld();
    const made = await elsewhere.run(() =>
      sealCommand(elsewhere.environment, 'seal test', { file: at('letter.pdf'), output: at('other.pdf') }),
    );
    await elsewhere.end();
    expect([made.code, made.said]).to.deep.equal([0, '']);
    const { baseUrl } = installation;

    const other = await verified({ file: at('other.pdf'), baseUrl });

    expect(other.code).to.equal(1);
    expect(other.out).to.match(/BAD: The server at \S+ has sealed no such file\./);
    expect((await verified({ file: at('other.pdf') })).code).to.equal(0);
  });

  it('SEA-18: one changed byte is bad offline and online; what is before the seal is known, and no seal', async () => {
    const bytes = await readFile(at('sealed.pdf'));
    const place = bytes.indexOf('/MediaBox') + 14;
    bytes[place] = (bytes[place] ?? 0) ^ 1;
    await writeFile(at('changed.pdf'), bytes);
    await writeFile(at('original.pdf'), aContract());
    const { baseUrl } = installation;

    const changed = await verified({ file: at('changed.pdf'), baseUrl });
    const original = await verified({ file: at('original.pdf'), baseUrl });

    expect([changed.code, changed.out.match(/BAD: /g)?.length ?? 0]).to.satisfy(
      ([code, count]: number[]) => code === 1 && (count ?? 0) >= 2,
    );
    expect(original.code).to.equal(1);
    expect(original.out)
      .to.include('The file has no seal.')
      .and.include('it is a document before it was signed, without signatures');
  });

  it('SEA-18: says that a server could not be asked, and lets the seal stand; refuses what is no base URL', async () => {
    let answer = '<html>';
    const strange = createServer((_, response) => response.writeHead(200).end(answer)).listen(0, '127.0.0.1');
    await once(strange, 'listening');
    const { port } = strange.address() as AddressInfo;
    const baseUrl = `http://127.0.0.1:${port}`;

    const odd = await verified({ file: at('sealed.pdf'), baseUrl });
    answer = JSON.stringify({ data: { match: 'anything' } });
    const other = await verified({ file: at('sealed.pdf'), baseUrl });
    strange.close();
    await once(strange, 'close');
    const away = await verified({ file: at('sealed.pdf'), baseUrl });
    const wrong = await verified({ file: at('sealed.pdf'), baseUrl: 'chancery.example.org' });

    for (const { code, out } of [odd, away]) {
      expect(code).to.equal(0);
      expect(out).to.include(`not checked: The server at 127.0.0.1:${port} could not be asked.`);
    }
    expect([
      other.code,
      other.out.includes(`not checked: The server at 127.0.0.1:${port} answered 200.`),
    ]).to.deep.equal([0, true]);
    expect([wrong.code, wrong.out]).to.deep.equal([2, '']);
  });

  it('SEA-18: what a server calls itself makes no line of its own, and moves no cursor', async () => {
    const data = { match: 'sealed', workspaceName: 'Ada\n\u001b[2Jgood: everything', sealedAt: null };
    const strange = createServer((_, response) => response.end(JSON.stringify({ data }))).listen(
      0,
      '127.0.0.1',
    );
    await once(strange, 'listening');
    const { port } = strange.address() as AddressInfo;

    const { out } = await verified({ file: at('sealed.pdf'), baseUrl: `http://127.0.0.1:${port}` });
    strange.close();

    expect(out).to.include('sealed by Ada [2Jgood: everything.\n').and.not.include('\u001b');
  });
});
