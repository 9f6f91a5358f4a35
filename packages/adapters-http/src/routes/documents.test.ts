import { library } from '@chancery/adapters-persistence/testing';
import { aPdf, sha256Of } from '@chancery/core/testing';
import { expect } from 'chai';
import { BlobsInParts } from '../testing/blobs-in-parts.ts';
import { bodyFor } from '../testing/requests.ts';
import { type Served, served } from '../testing/served.ts';
import { allRoutes } from './index.ts';

const root = '/api/v1/documents';
const bytes = aPdf(2_500_000);

/** What the endpoint answered. */
const jsonOf = async (response: Response) => JSON.parse(await response.text());

describe('documents over HTTP', () => {
  let api: Served;
  let token: string;
  before(async () => {
    api = await served({ world: await library({ ports: { blobs: new BlobsInParts() } }) });
    token = api.owner.session.credential ?? '';
  });
  after(() => api.close());

  /** Sends a form as a browser does. */
  async function upload(file: Uint8Array, name: string, fields: Record<string, string> = {}, as = token) {
    const form = new FormData();
    // The texts may come before and after the file.
    const [first, ...others] = Object.entries(fields);
    if (first !== undefined) form.set(...first);
    form.set('file', new Blob([Buffer.from(file)]), name);
    for (const [field, value] of others) form.set(field, value);
    const response = await fetch(`${api.baseUrl}${root}/upload`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${as}` },
      body: form,
    });
    return { status: response.status, body: await jsonOf(response) };
  }
  const uploaded = async (file: Uint8Array = bytes, name = 'Annual report.pdf') =>
    (await upload(file, name)).body.data.document;
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(api.baseUrl + path, { headers: { Authorization: `Bearer ${token}`, ...headers } });

  it('takes a file with texts in any order, and shows the document with its ETag', async () => {
    const { status, body } = await upload(bytes, 'Annual report.pdf', {
      name: 'Report',
      description: 'For the board',
      tags: '["board","2026"]',
      visibility: 'restricted',
    });
    expect(status).to.equal(201);
    const { document, duplicates } = body.data;
    expect(document).to.deep.include({
      name: 'Report',
      description: 'For the board',
      tags: ['board', '2026'],
      visibility: 'restricted',
      sizeBytes: bytes.length,
      sha256: sha256Of(bytes),
    });
    expect(duplicates).to.deep.equal([]);
    const shown = await api.call(`GET ${root}/${document.id}`, { token });
    expect(shown.headers.get('etag')).to.equal('"1"');
    expect(shown.body.data.document).to.deep.equal(document);
  });

  it('CNT-9: refuses a request without a file, with two, with an empty one, and with one that is too large', async () => {
    const none = await upload(new Uint8Array(), 'empty.pdf');
    expect([none.status, none.body.error.code]).to.deep.equal([400, 'upload.empty']);
    const form = new FormData();
    form.set('name', 'x');
    const send = (body: FormData) =>
      fetch(`${api.baseUrl}${root}/upload`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}` },
        body,
      });
    const missing = await send(form);
    expect([missing.status, (await jsonOf(missing)).error.code]).to.deep.equal([400, 'upload.file_missing']);
    form.append('file', new Blob(['%PDF-1']), 'a.pdf');
    form.append('file', new Blob(['%PDF-1']), 'b.pdf');
    const two = await send(form);
    expect([two.status, (await jsonOf(two)).error.code]).to.deep.equal([400, 'upload.too_many_files']);
  });

  it('CNT-9: cuts off a file at the limit, and keeps nothing of it', async () => {
    const small = await served({ world: await library({ settings: { directUploadMaxBytes: 100_000 } }) });
    const form = new FormData();
    form.set('file', new Blob([Buffer.from(bytes)]), 'a.pdf');
    const response = await fetch(`${small.baseUrl}${root}/upload`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${small.owner.session.credential}` },
      body: form,
    }).catch(() => null);
    if (response !== null)
      expect([response.status, (await jsonOf(response)).error.code]).to.deep.equal([413, 'upload.too_large']);
    const keys = [];
    for await (const key of small.ports.blobs.list(`ws/${small.workspaceId}/`)) keys.push(key);
    expect(keys).to.deep.equal([]);
    await small.close();
  });

  it('PLT-32: what is left of a form that was refused is taken in, and its connection serves the next request', async () => {
    const fields = Object.fromEntries(Array.from({ length: 9000 }, (_, at) => [`unknown${at}`, at]));
    const route = allRoutes.find(({ name }) => name === 'uploadDocument');
    if (route === undefined) throw new Error('There is no uploadDocument.');
    const refused = await api.call(`POST ${root}/upload`, { token, ...bodyFor(route, fields) });
    expect(refused.status).to.equal(400);
    for (const letters of [10, 700_000]) {
      const next = await api.call(`POST ${root}/folders`, { token, body: { name: 'x'.repeat(letters) } });
      expect(next.status).to.equal(letters === 10 ? 201 : 400);
    }
  });

  it('LIB-11: serves the content with headers that let a browser do nothing with it', async () => {
    const { id } = await uploaded(bytes, 'Bericht 2026 – Köln.pdf');
    const answer = await get(`${root}/${id}/content`);
    expect(answer.status).to.equal(200);
    const header = (name: string) => answer.headers.get(name);
    expect(header('content-disposition')).to.match(
      /^attachment; filename="Bericht 2026 \? K.ln\.pdf"; filename\*=UTF-8''Bericht%202026%20%E2%80%93%20K%C3%B6ln\.pdf$/,
    );
    expect(header('x-content-type-options')).to.equal('nosniff');
    expect(header('content-security-policy')).to.equal("sandbox; default-src 'none'");
    expect(header('cache-control')).to.equal('private, no-store');
    expect(header('etag')).to.equal(`"sha256-${sha256Of(bytes)}"`);
    expect(header('content-type')).to.equal('application/pdf');
    expect(sha256Of(new Uint8Array(await answer.arrayBuffer()))).to.equal(sha256Of(bytes));
    const inline = await get(`${root}/${id}/content?disposition=inline`);
    expect(inline.headers.get('content-disposition')).to.match(/^inline;/);
    await inline.arrayBuffer();
  });

  it('LIB-12: answers one range with 206, several or unsatisfiable ones with 416, and all of it to another If-Range', async () => {
    const { id } = await uploaded();
    const path = `${root}/${id}/content`;
    const etag = `"sha256-${sha256Of(bytes)}"`;
    const part = await get(path, { Range: 'bytes=1000-1999', 'If-Range': etag });
    expect([part.status, part.headers.get('content-range')]).to.deep.equal([
      206,
      `bytes 1000-1999/${bytes.length}`,
    ]);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(1000, 2000))).to.equal(true);
    for (const range of ['bytes=0-1,5-6', `bytes=${bytes.length}-`]) {
      const refused = await get(path, { Range: range });
      expect([refused.status, refused.headers.get('content-range')]).to.deep.equal([
        416,
        `bytes */${bytes.length}`,
      ]);
    }
    const whole = await get(path, { Range: 'bytes=0-9', 'If-Range': '"sha256-other"' });
    expect([whole.status, (await whole.arrayBuffer()).byteLength]).to.deep.equal([200, bytes.length]);
    const again = await get(path, { 'If-None-Match': etag });
    expect(again.status).to.equal(304);
  });

  it('LIB-14: a request that is refused, that asks for the head alone or finds the file unchanged reads nothing', async () => {
    const { id } = await uploaded();
    const path = `${root}/${id}/content`;
    const lines = async () =>
      (await api.happened()).filter(
        ({ type, target }) => type === 'document.content_read' && target?.id === id,
      ).length;
    const refused = await get(path, { 'If-Match': '"sha256-other"' });
    expect([refused.status, (await jsonOf(refused)).error.code]).to.deep.equal([412, 'version_conflict']);
    const answers = [
      await get(path, { Range: `bytes=${bytes.length}-` }),
      await get(path, { 'If-None-Match': `"sha256-${sha256Of(bytes)}"` }),
      await fetch(api.baseUrl + path, { method: 'HEAD', headers: { Authorization: `Bearer ${token}` } }),
    ];
    expect(answers.map(({ status }) => status)).to.deep.equal([416, 304, 200]);
    expect(await lines()).to.equal(0);

    const part = await get(path, { Range: 'bytes=5-9' });

    expect([part.status, (await part.text()).length]).to.deep.equal([206, 5]);
    expect(await lines()).to.equal(1);
  });

  it('LIB-21: an answer under way ends with the next MiB once the document is quarantined, and later ones are refused', async () => {
    const { id } = await uploaded(aPdf(40 * 1024 * 1024));
    const answer = await get(`${root}/${id}/content`);
    const reader = answer.body?.getReader();
    let received = (await reader?.read())?.value?.byteLength ?? 0;
    await api.sql(`update documents set status = 'quarantined' where id = $1`, [id]);
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
    const later = await get(`${root}/${id}/content`);
    expect([later.status, (await jsonOf(later)).error.code]).to.deep.equal([409, 'document.quarantined']);
  });

  it('LIB-4: answers 404 on every endpoint to who may not see the document, and to the owner of another workspace', async () => {
    const { id } = (await upload(bytes, 'secret.pdf', { visibility: 'restricted' })).body.data.document;
    const bo = await api.person('member', 'Bo');
    const stranger = await api.stranger();
    for (const { session } of [bo, stranger])
      for (const line of [
        `GET ${root}/${id}`,
        `GET ${root}/${id}/content`,
        `PATCH ${root}/${id}`,
        `POST ${root}/${id}/trash`,
        `POST ${root}/${id}/restore`,
      ] as const) {
        const answer = await api.call(line, {
          token: session.credential,
          ...(line.startsWith('GET') ? {} : { body: line.startsWith('PATCH') ? { name: 'x' } : {} }),
        });
        expect([answer.status, answer.body.error.code], line).to.deep.equal([404, 'document.not_found']);
      }
    const destroyed = await api.call(`DELETE ${root}/${id}`, { token: stranger.session.credential });
    expect([destroyed.status, destroyed.body.error.code]).to.deep.equal([404, 'document.not_found']);
  });
});
