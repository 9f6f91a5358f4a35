import { type FileRequestWorld, fileRequestWorld } from '@chancery/adapters-persistence/testing';
import { aPdf, sha256Of } from '@chancery/core/testing';
import { expect } from 'chai';
import { type Served, served } from '../testing/served.ts';

const bytes = aPdf(300_000);

/** What the endpoint answered. */
const jsonOf = async (response: Response) => JSON.parse(await response.text());

describe('requests for files over HTTP', () => {
  let world: FileRequestWorld;
  let api: Served;
  let session: string;
  before(async () => {
    world = await fileRequestWorld({ settings: { rateLimitScale: 0 } });
    api = await served({ world });
    session = api.owner.session.credential ?? '';
  });
  after(() => api.close());

  /** A request that was sent, with the secret of its link and the id of its first item. */
  async function asked(items: readonly object[] = [{ name: 'Passport' }]) {
    const body = { clientName: 'Grace', clientEmail: 'grace@example.org', title: 'Tax return', items };
    const made = await api.call('POST /api/v1/document-requests', { token: session, body });
    expect(made.status).to.equal(201);
    const { id, items: kept } = made.body.data.request;
    const sent = await api.call(`POST /api/v1/document-requests/${id}/send`, {
      token: session,
      body: { delivery: 'link' },
    });
    expect([sent.status, sent.headers.get('cache-control')]).to.deep.equal([201, 'no-store']);
    const of = new URL(sent.body.data.url).hash.slice('#token='.length);
    return { id, of, itemId: kept[0].id as string };
  }
  /** Sends a form as a browser does, with the texts before and after the file. */
  async function sendIn(
    of: string,
    fields: Record<string, string>,
    file: Uint8Array | null = bytes,
    name = 'scan.pdf',
  ) {
    const form = new FormData();
    const [first, ...others] = Object.entries(fields);
    if (first !== undefined) form.set(...first);
    if (file !== null) form.set('file', new Blob([Buffer.from(file)]), name);
    for (const [field, value] of others) form.set(field, value);
    const response = await fetch(`${api.baseUrl}/api/v1/client-file-requests/${of}/upload`, {
      method: 'POST',
      body: form,
    });
    const { data, error } = await jsonOf(response);
    return { status: response.status, data, code: error?.code as string | undefined };
  }

  it('a client sends a file by the link, sees it there, and gets it back whole or in part', async () => {
    const { id, of, itemId } = await asked();

    const answer = await sendIn(of, { itemId, note: 'Both sides', sha256: sha256Of(bytes) });
    expect([answer.status, answer.data.requestStatus]).to.deep.equal([201, 'submitted']);
    const uploadId = answer.data.upload.id;

    const seen = await api.call(`GET /api/v1/client-file-requests/${of}`);
    expect(seen.status).to.equal(200);
    expect(seen.headers.get('cache-control')).to.equal('no-store');
    expect(seen.body.data.request.items[0].uploads).to.deep.equal([answer.data.upload]);
    const theirs = `/api/v1/client-file-requests/${of}/uploads/${uploadId}/content`;
    const part = await fetch(api.baseUrl + theirs, { headers: { Range: 'bytes=0-4' } });
    expect([part.status, await part.text()]).to.deep.equal([206, '%PDF-']);
    expect(part.headers.get('content-disposition')).to.match(/^attachment/);
    const ours = await fetch(
      `${api.baseUrl}/api/v1/document-requests/uploads/${uploadId}/content?disposition=inline`,
      { headers: { Authorization: `Bearer ${session}` } },
    );
    expect([ours.status, ours.headers.get('etag')]).to.deep.equal([200, `"sha256-${sha256Of(bytes)}"`]);
    expect(ours.headers.get('content-disposition')).to.match(/^inline/);
    expect(ours.headers.get('content-security-policy')).to.equal("sandbox; default-src 'none'");
    expect(sha256Of(new Uint8Array(await ours.arrayBuffer()))).to.equal(sha256Of(bytes));
    const read = await api.call(`GET /api/v1/document-requests/${id}`, { token: session });
    expect(read.body.data.request.items[0].uploads[0].note).to.equal('Both sides');
    expect(read.headers.get('etag')).to.equal(`"${read.body.data.request.version}"`);
  });

  it('refuses forms without a file or with an item of another request, and names the field that is wrong', async () => {
    const [{ of, itemId }, other] = [await asked(), await asked()];

    expect(await sendIn(of, { itemId }, null)).to.include({ status: 400, code: 'upload.file_missing' });
    expect(await sendIn(of, { itemId }, Buffer.alloc(0))).to.include({ status: 400, code: 'upload.empty' });
    expect(await sendIn(of, { itemId: other.itemId })).to.include({
      status: 404,
      code: 'file_request.item_not_found',
    });
    expect(await sendIn(of, { itemId: 'passport' })).to.include({ status: 400, code: 'request.invalid' });
    expect(await sendIn(of, { itemId, sha256: 'x' })).to.include({ status: 400, code: 'request.invalid' });
    expect(await sendIn('A'.repeat(43), { itemId })).to.include({ status: 404, code: 'link.not_found' });
    expect(await world.objects()).to.have.length(1);
  });

  it('CNT-9: what is larger than any item takes is cut off while it comes, and nothing of it is kept', async () => {
    const { of, itemId } = await asked([{ name: 'Photograph', maxFileSizeBytes: 1000 }]);
    const before = await world.objects();

    expect(await sendIn(of, { itemId }, aPdf(2_000_000))).to.include({
      status: 413,
      code: 'upload.too_large',
    });
    expect(await world.objects()).to.deep.equal(before);
  });

  it('two tenants: nobody reaches a request, a template or a file of another workspace', async () => {
    const { id, of, itemId } = await asked();
    const { data } = await sendIn(of, { itemId });
    const made = await api.call('POST /api/v1/document-requests/templates', {
      token: session,
      body: { name: 'Tax', items: [{ name: 'Passport' }] },
    });
    const token = (await world.stranger()).session.credential;
    const statusOf = async (line: `${string} /${string}`, body?: object) =>
      (await api.call(line, { token, ...(body === undefined ? {} : { body }) })).status;

    expect(
      await Promise.all([
        statusOf(`GET /api/v1/document-requests/${id}`),
        statusOf(`PATCH /api/v1/document-requests/${id}`, { title: 'Mine' }),
        statusOf(`POST /api/v1/document-requests/${id}/send`, {}),
        statusOf(`POST /api/v1/document-requests/${id}/remind`, {}),
        statusOf(`GET /api/v1/document-requests/uploads/${data.upload.id}/content`),
        statusOf(`PATCH /api/v1/document-requests/templates/${made.body.data.template.id}`, { name: 'Mine' }),
      ]),
    ).to.deep.equal(Array(6).fill(404));
    const listed = await api.call('GET /api/v1/document-requests?status=&search=', { token });
    expect(listed.body.data).to.deep.equal({ requests: [], count: 0, nextCursor: null });
    const templates = await api.call('GET /api/v1/document-requests/templates', { token });
    expect(templates.body.data.templates).to.deep.equal([]);
  });
});
