import { grace, type SigningWorld, signatureOf, signingWorld } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { type Served, served } from '../testing/served.ts';

describe('signing over HTTP, as its senders see it', () => {
  let here: SigningWorld;
  let api: Served;
  let token: string;
  before(async () => {
    here = await signingWorld();
    api = await served({ world: here });
    token = here.owner.session.credential ?? '';
  });
  after(() => api.close());

  const call = (line: `${string} /${string}`, body?: object, headers: Record<string, string> = {}) =>
    api.call(line, { token, headers, ...(body === undefined ? {} : { body }) });

  it('prepares, sends, reminds, hands over, corrects and voids, and the detail says so', async () => {
    const { id } = await here.upload();
    const root = `/api/v1/documents/${id}` as const;

    const set = await call(`PUT ${root}/signers`, { signers: [grace] });
    expect([set.status, set.body.data.signature.status]).to.deep.equal([200, 'preparing']);
    const fields = await call(
      `PUT ${root}/fields`,
      { fields: [signatureOf('grace')] },
      { 'If-Match': `"${set.body.data.signature.version}"` },
    );
    expect([fields.status, fields.body.data.fields.length]).to.deep.equal([200, 1]);
    const stale = await call(`PUT ${root}/fields`, { fields: [] }, { 'If-Match': '"1"' });
    expect([stale.status, stale.body.error.code]).to.deep.equal([412, 'version_conflict']);

    const sent = await call(`POST ${root}/send`, {});
    expect([sent.status, sent.body.data.document.signatureStatus]).to.deep.equal([201, 'sent']);
    const signer = `${root}/signers/${String(sent.body.data.signers[0].id)}` as const;

    const reminded = await call(`POST ${signer}/remind`, {});
    expect([reminded.status, reminded.body.data.sentTo]).to.deep.equal([201, grace.email]);
    const again = await call(`POST ${signer}/remind`, {});
    expect([again.status, again.body.error.code, again.headers.get('retry-after')]).to.deep.equal([
      429,
      'signer.reminded_recently',
      '300',
    ]);
    const link = await call(`POST ${signer}/link`, {});
    expect([link.status, link.headers.get('cache-control'), link.body.data.linkVersion]).to.deep.equal([
      201,
      'no-store',
      3,
    ]);
    expect(link.body.data.url).to.match(/\/sign#token=[\w-]{43}$/);
    const corrected = await call(`PATCH ${signer}`, { email: 'hopper@example.org' });
    expect([corrected.status, corrected.body.data.signer.email]).to.deep.equal([200, 'hopper@example.org']);

    const voided = await call(`POST ${root}/void`, { reason: 'Wrong annex' });
    expect([voided.status, voided.body.data.signature.endReason]).to.deep.equal([201, 'Wrong annex']);
    const { data } = (await call(`GET ${root}`)).body;
    expect(data.signature.status).to.equal('voided');
    expect(data.signers.map(({ status }: { status: string }) => status)).to.deep.equal(['cancelled']);
    expect(
      data.rounds.map(({ round, status }: { round: number; status: string }) => [round, status]),
    ).to.deep.equal([[1, 'voided']]);
    expect(JSON.stringify(data)).not.to.contain(link.body.data.url.split('=')[1]);
  });

  it('LIB-1: scope signing lists what is or was out for signature, and nothing else', async () => {
    await here.upload({ name: 'Never sent' });
    const { documentId } = await here.sent();
    const { body } = await call('GET /api/v1/documents?scope=signing&signatureStatus=sent');
    expect(body.data.documents.map((document: { id: string }) => document.id)).to.deep.equal([documentId]);
  });

  it('SIG-2: names each faulty field with its pointer', async () => {
    const { documentId } = await here.prepared();
    const { status, body } = await call(`PUT /api/v1/documents/${documentId}/fields`, {
      fields: [signatureOf('grace', { x: 0.9 }), signatureOf('grace', { page: 3 })],
    });
    expect(status).to.equal(400);
    expect(
      body.error.details.map(({ path, code }: { path: string; code: string }) => [path, code]),
    ).to.deep.equal([
      ['/body/fields/0/x', 'field.out_of_page'],
      ['/body/fields/1/page', 'field.page_out_of_range'],
    ]);
  });

  it('CNT-12: says when to ask again while a PDF is still being looked into', async () => {
    const { documentId } = await here.prepared();
    await here.sql(`update documents set content_flags = '{uninspected}', page_count = null where id = $1`, [
      documentId,
    ]);
    const answer = await call(`POST /api/v1/documents/${documentId}/send`, {});
    expect([answer.status, answer.body.error.code, answer.headers.get('retry-after')]).to.deep.equal([
      409,
      'document.not_inspected',
      '5',
    ]);
  });
});
