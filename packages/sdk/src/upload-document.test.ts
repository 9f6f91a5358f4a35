import { aPdf, sha256Of } from '@chancery/core/testing';
import { expect } from 'chai';
import { type Served, served } from '../../adapters-http/src/testing/served.ts';
import { Chancery } from './index.ts';
import { uploadDocument } from './upload-document.ts';

const mebibyte = 1024 * 1024;
const small = aPdf(100_000);
const large = aPdf(8 * mebibyte + 5);
const chunkSizeBytes = mebibyte;

describe('uploadDocument', () => {
  let api: Served;
  let sent: string[];
  /** Stands in the line between client and service. */
  let line: (send: () => Promise<Response>, path: string) => Promise<Response>;
  let client: Chancery;
  before(async () => {
    api = await served();
  });
  after(() => api.close());
  beforeEach(() => {
    sent = [];
    line = (send) => send();
    client = new Chancery({
      baseUrl: api.baseUrl,
      accessToken: api.owner.session.credential ?? '',
      wait: async () => undefined,
      fetch: (url, init) => {
        const { pathname } = new URL(String(url));
        return line(() => {
          sent.push(`${init?.method} ${pathname.slice('/api/v1/'.length)}`);
          return fetch(url, init);
        }, pathname);
      },
    });
  });
  const documentsNamed = async (search: string) =>
    (await client.documents.listDocuments({ search })).documents.map(({ id }) => id);

  it('sends a small file in one request, with what is said about the document', async () => {
    const { folder } = await client.documents.createDocumentFolder({ name: 'Contracts' });
    sent = [];

    const { document, duplicates } = await uploadDocument(client, new File([small], 'Lease.pdf'), {
      name: 'The lease',
      description: null,
      folderId: folder.id,
      tags: ['client', '2026'],
      visibility: 'restricted',
    });

    expect(sent).to.deep.equal(['POST documents/upload']);
    expect(document).to.deep.include({
      name: 'The lease',
      fileName: 'Lease.pdf',
      folderId: folder.id,
      tags: ['client', '2026'],
      visibility: 'restricted',
      sha256: sha256Of(small),
    });
    expect(duplicates).to.deep.equal([]);
  });

  it('sends a file of more than 8 MiB in chunks and tells how far it is', async () => {
    const phases = new Set<string>();
    const { document } = await uploadDocument(client, new File([large], 'Annex.pdf'), {
      chunkSizeBytes,
      tags: ['large'],
      onProgress: ({ phase }) => phases.add(phase),
    });

    expect(sent.filter((each) => each.endsWith('/chunks'))).to.have.length(9);
    expect(document).to.deep.include({ name: 'Annex.pdf', tags: ['large'], sha256: sha256Of(large) });
    expect([...phases]).to.deep.equal(['hashing', 'sending', 'completing']);
  });

  it('goes on with a session that was complete when an earlier run ended, and sends nothing again', async () => {
    const file = new File([large], 'Ended before.pdf');
    line = async (send, path) => {
      if (path.endsWith('/documents/upload/resumable')) throw new Error('the process ended');
      return send();
    };
    await uploadDocument(client, file, { chunkSizeBytes, maxRetries: 0 }).catch(() => undefined);
    line = (send) => send();
    sent = [];

    const { document } = await uploadDocument(client, file, { chunkSizeBytes });

    expect(sent.filter((each) => each.endsWith('/chunks'))).to.deep.equal([]);
    expect(await documentsNamed('Ended before')).to.deep.equal([document.id]);
  });

  it('gives the one document when the answer that told of it was lost, by idempotency key', async () => {
    const file = new File([large], 'Lost answer.pdf');
    const options = { chunkSizeBytes, idempotencyKey: 'lost-answer', maxRetries: 0 };
    line = async (send, path) => {
      const answer = await send();
      if (path.endsWith('/documents/upload/resumable')) throw new Error('the process ended');
      return answer;
    };
    await uploadDocument(client, file, options).catch(() => undefined);
    line = (send) => send();
    sent = [];

    const { document } = await uploadDocument(client, file, options);

    expect(sent.filter((each) => each.endsWith('/chunks'))).to.deep.equal([]);
    expect(await documentsNamed('Lost answer')).to.deep.equal([document.id]);
  });

  it('gives the document of a session that is named, also if another run was faster by a moment', async () => {
    const file = new File([large], 'Two runs.pdf');
    let uploadSessionId = '';
    const other = new Chancery({
      baseUrl: api.baseUrl,
      accessToken: api.owner.session.credential ?? '',
    });
    line = async (send, path) => {
      if (path.endsWith('/documents/upload/resumable'))
        await other.documents.createDocumentFromUpload({ uploadSessionId });
      return send();
    };

    const first = await uploadDocument(client, file, {
      chunkSizeBytes,
      onProgress: (progress) => {
        uploadSessionId = progress.uploadSessionId ?? '';
      },
    });
    const again = await uploadDocument(other, file, { uploadSessionId });

    expect(await documentsNamed('Two runs')).to.deep.equal([first.document.id]);
    expect(again.document.id).to.equal(first.document.id);
  });

  it('leaves the session as it is when the document is refused, so that nothing is sent again', async () => {
    const file = new File([large], 'Refused.pdf');
    const folderId = '01900000-0000-7000-8000-000000000000';
    const code = await uploadDocument(client, file, { chunkSizeBytes, folderId }).catch(
      (error) => error.code,
    );
    sent = [];

    const { document } = await uploadDocument(client, file, { chunkSizeBytes });

    expect(code).to.equal('folder.not_found');
    expect(sent.filter((each) => each.endsWith('/chunks'))).to.deep.equal([]);
    expect(document.folderId).to.equal(null);
  });
});
