import { library } from '@chancery/adapters-persistence/testing';
import { aPdf, sha256Of } from '@chancery/core/testing';
import { expect } from 'chai';
import { BlobsInParts } from '../testing/blobs-in-parts.ts';
import { type Served, served } from '../testing/served.ts';

const root = '/api/v1/documents';
const bytes = aPdf(2_500_000);
const tag = `"sha256-${sha256Of(bytes)}"`;

/** What the endpoint answered. */
const jsonOf = async (response: Response) => JSON.parse(await response.text());

describe('shared documents over HTTP', () => {
  let api: Served;
  let token: string;
  before(async () => {
    api = await served({ world: await library({ ports: { blobs: new BlobsInParts() } }) });
    token = api.owner.session.credential ?? '';
  });
  after(() => api.close());

  async function uploaded(file: Uint8Array = bytes, name = 'Annual report.pdf', fields = {}) {
    const form = new FormData();
    for (const [field, value] of Object.entries<string>(fields)) form.set(field, value);
    form.set('file', new Blob([Buffer.from(file)]), name);
    const response = await fetch(`${api.baseUrl}${root}/upload`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: form,
    });
    return (await jsonOf(response)).data.document as { id: string };
  }
  async function shared(body: object = {}, file = bytes) {
    const { id } = await uploaded(file);
    const answer = await api.call(`POST ${root}/${id}/shares`, { token, body });
    expect(answer.status).to.equal(201);
    const { share, url } = answer.body.data;
    return { documentId: id, shareId: share.id, share, of: new URL(url).hash.slice('#token='.length) };
  }
  const get = (path: string, headers: Record<string, string> = {}) => fetch(api.baseUrl + path, { headers });
  const open = (of: string, headers = {}) => get(`/api/v1/document-shares/${of}`, headers);
  const content = (of: string, query = '', headers = {}) =>
    get(`/api/v1/document-shares/${of}/content${query}`, headers);
  /** The address of the content with a fresh grant, at this server. */
  const granted = async (of: string, headers = {}) => {
    const { contentUrl } = (await jsonOf(await open(of, headers))).data;
    return new URL(contentUrl).search;
  };
  const codeOf = async (response: Response) => {
    const { error } = await jsonOf(response);
    return [
      response.status,
      error.code,
      ...(error.details ?? []).map((detail: { code: string }) => detail.code),
    ];
  };

  it('makes a link, and lets anyone read the document by it, whole or in part', async () => {
    const { of, share } = await shared({ label: 'For the auditor' });
    expect(share).to.include({ label: 'For the auditor', status: 'active' });
    const opened = await open(of);
    expect(opened.status).to.equal(200);
    expect((await jsonOf(opened)).data.document).to.include({
      name: 'Annual report.pdf',
      sizeBytes: bytes.length,
      sha256: sha256Of(bytes),
    });
    const query = await granted(of);
    const whole = await content(of, query);
    const header = (name: string) => whole.headers.get(name);
    expect([whole.status, header('content-disposition'), header('etag')]).to.deep.equal([
      200,
      'attachment; filename="Annual report.pdf"',
      tag,
    ]);
    expect(header('x-content-type-options')).to.equal('nosniff');
    expect(header('content-security-policy')).to.equal("sandbox; default-src 'none'");
    expect(header('cache-control')).to.equal('private, no-store');
    expect(sha256Of(new Uint8Array(await whole.arrayBuffer()))).to.equal(sha256Of(bytes));
    const part = await content(of, query, { Range: 'bytes=1000-1999', 'If-Range': tag });
    expect([part.status, part.headers.get('content-range')]).to.deep.equal([
      206,
      `bytes 1000-1999/${bytes.length}`,
    ]);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(1000, 2000))).to.equal(true);
    const several = await content(of, query, { Range: 'bytes=0-1,5-6' });
    expect(several.status).to.equal(416);
  });

  it('SHR-3: a grant is one view however many parts are read; each part without a grant is one more', async () => {
    const { of, documentId } = await shared({ maxViews: 2 });
    const viewCount = async () =>
      (await api.call(`GET ${root}/${documentId}`, { token })).body.data.shares[0].viewCount;
    const query = await granted(of);
    for (const range of ['bytes=0-9', 'bytes=10-19', 'bytes=20-29'])
      await (await content(of, query, { Range: range })).arrayBuffer();
    expect(await viewCount()).to.equal(1);
    const part = await content(of, '', { Range: 'bytes=1-' });
    expect(part.status).to.equal(206);
    await part.arrayBuffer();
    expect(await viewCount()).to.equal(2);
    expect(await codeOf(await content(of, '', { Range: 'bytes=1-' }))).to.deep.equal([
      410,
      'link.gone',
      'exhausted',
    ]);
    expect(await codeOf(await open(of))).to.deep.equal([410, 'link.gone', 'exhausted']);
    const rest = await content(of, query, { Range: 'bytes=30-39' });
    expect(rest.status).to.equal(206);
    await rest.arrayBuffer();
  });

  it('SHR-3: a request that is refused, that asks for the head alone or finds the file unchanged is no view', async () => {
    const { of, documentId } = await shared({ maxViews: 1 });
    const answers = [
      await content(of, '', { 'If-Match': '"sha256-other"' }),
      await content(of, '', { Range: `bytes=${bytes.length}-` }),
      await content(of, '', { 'If-None-Match': tag }),
      await fetch(`${api.baseUrl}/api/v1/document-shares/${of}/content`, { method: 'HEAD' }),
    ];
    expect(answers.map(({ status }) => status)).to.deep.equal([412, 416, 304, 200]);
    const { shares } = (await api.call(`GET ${root}/${documentId}`, { token })).body.data;
    expect([shares[0].viewCount, shares[0].status]).to.deep.equal([0, 'active']);

    const whole = await content(of);

    expect(sha256Of(new Uint8Array(await whole.arrayBuffer()))).to.equal(sha256Of(bytes));
    expect(await codeOf(await content(of))).to.deep.equal([410, 'link.gone', 'exhausted']);
  });

  it('SHR-4: asks for the passcode in a header, and the grant replaces it', async () => {
    const { of } = await shared({ passcode: 'harbour-42' });
    const locked = await jsonOf(await open(of));
    expect(locked.data).to.include({ locked: true, document: null, contentUrl: null });
    expect(JSON.stringify(locked)).to.not.include('Annual');
    expect(await codeOf(await open(of, { 'X-Share-Passcode': 'wrong-one' }))).to.deep.equal([
      403,
      'share.passcode_incorrect',
    ]);
    expect(await codeOf(await content(of))).to.deep.equal([403, 'share.passcode_required']);
    expect(await codeOf(await content(of, `?grant=${'A'.repeat(86)}`))).to.deep.equal([
      403,
      'share.grant_expired',
    ]);
    const query = await granted(of, { 'X-Share-Passcode': 'harbour-42' });
    const byGrant = await content(of, query);
    expect(byGrant.status).to.equal(200);
    await byGrant.arrayBuffer();
    const byPasscode = await content(of, '', { 'X-Share-Passcode': 'harbour-42' });
    expect(byPasscode.status).to.equal(200);
    await byPasscode.arrayBuffer();
  });

  it('is shown and not saved where it may not be downloaded', async () => {
    const { of } = await shared({ allowDownload: false });
    const answer = await content(of);
    expect(answer.headers.get('content-disposition')).to.match(/^inline;/);
    await answer.arrayBuffer();
  });

  it('SHR-9: a download under way ends with the next MiB once the share is revoked, and later ones are gone', async () => {
    const { of, documentId, shareId } = await shared({}, aPdf(40 * 1024 * 1024));
    const answer = await content(of, await granted(of));
    const reader = answer.body?.getReader();
    let received = (await reader?.read())?.value?.byteLength ?? 0;
    const revoked = await api.call(`POST ${root}/${documentId}/shares/${shareId}/revoke`, { token });
    expect([revoked.status, revoked.body.data.share.status]).to.deep.equal([201, 'revoked']);
    let isCut = false;
    try {
      for (;;) {
        const next = await reader?.read();
        if (next === undefined || next.done) break;
        received += next.value.byteLength;
      }
    } catch {
      isCut = true;
    }
    expect(isCut).to.equal(true);
    // What was on its way when it happened arrives all the same: the buffers of two sockets, and the MiB that was begun.
    expect(received).to.be.lessThan(20 * 1024 * 1024);
    expect(await codeOf(await content(of))).to.deep.equal([410, 'link.gone', 'revoked']);
  });

  it('LIB-4: answers 404 to who may not see the document, to another workspace, and to a link that never was', async () => {
    const { id } = await uploaded(aPdf(1000), 'secret.pdf', { visibility: 'restricted' });
    const { share } = (await api.call(`POST ${root}/${id}/shares`, { token, body: {} })).body.data;
    const [bo, stranger] = [await api.person('member', 'Bo'), await api.stranger()];
    for (const { session } of [bo, stranger])
      for (const line of [
        `POST ${root}/${id}/shares`,
        `POST ${root}/${id}/shares/${share.id}/revoke`,
      ] as const) {
        const answer = await api.call(line, { token: session.credential, body: {} });
        expect([answer.status, answer.body.error.code], line).to.deep.equal([404, 'document.not_found']);
      }
    const unknown = 'A'.repeat(43);
    expect(await codeOf(await open(unknown))).to.deep.equal([404, 'link.not_found']);
    expect(await codeOf(await content(unknown))).to.deep.equal([404, 'link.not_found']);
    expect((await open('short')).status).to.equal(400);
  });
});
