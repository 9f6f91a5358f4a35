import { noteOffice } from '@chancery/adapters-persistence/testing';
import { aPdf } from '@chancery/core/testing';
import { expect } from 'chai';
import { type Served, served } from '../testing/served.ts';

describe('attachments over HTTP', () => {
  let office: Awaited<ReturnType<typeof noteOffice>>;
  let api: Served;
  let token: string;
  before(async () => {
    office = await noteOffice();
    api = await served({ world: office });
    token = office.cy.session.credential ?? '';
  });
  after(() => api.close());

  const send = async (artifactId: string, file: Uint8Array, fields: Record<string, string> = {}) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('file', new Blob([Buffer.from(file)]), 'Plan.pdf');
    const answer = await fetch(`${api.baseUrl}/api/v1/records/entries/${artifactId}/attachments/upload`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: form,
    });
    return { status: answer.status, body: await answer.json() };
  };
  const attachmentIn = (body: unknown) =>
    (body as { data: { attachment: { id: string; sha256: string; caption: string; contentType: string } } })
      .data.attachment;
  const read = (artifactId: string, attachmentId: string, headers: Record<string, string> = {}) =>
    fetch(`${api.baseUrl}/api/v1/records/entries/${artifactId}/attachments/${attachmentId}/content`, {
      headers: { Authorization: `Bearer ${token}`, ...headers },
    });

  it('REC-99: are sent whole or in part, as they were before they were sealed', async () => {
    const { id } = await office.begin();
    const bytes = aPdf(1_500_000);
    const { status, body } = await send(id, bytes, { caption: 'The plan' });
    const attachment = attachmentIn(body);
    expect([status, attachment.caption, attachment.contentType]).to.deep.equal([
      201,
      'The plan',
      'application/pdf',
    ]);

    const whole = await read(id, attachment.id);
    const part = await read(id, attachment.id, { Range: 'bytes=1048570-1048585' });
    const behind = await read(id, attachment.id, { Range: 'bytes=1500000-' });
    const known = await read(id, attachment.id, { 'If-None-Match': `"sha256-${attachment.sha256}"` });

    expect([
      whole.status,
      whole.headers.get('content-length'),
      whole.headers.get('content-disposition'),
    ]).to.deep.equal([200, '1500000', 'attachment; filename=Plan.pdf']);
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).to.equal(true);
    expect([part.status, part.headers.get('content-range')]).to.deep.equal([
      206,
      'bytes 1048570-1048585/1500000',
    ]);
    expect(Buffer.from(await part.arrayBuffer())).to.deep.equal(bytes.subarray(1_048_570, 1_048_586));
    expect([behind.status, known.status]).to.deep.equal([416, 304]);
  });

  it('are noted in the ledger when bytes of them are sent, and not when none is', async () => {
    const { id } = await office.begin();
    const { body } = await send(id, Buffer.from('%PDF-1.7 noted'));
    const attachment = attachmentIn(body);
    const readings = async () =>
      (await office.happened()).filter(
        ({ type, facts }) => type === 'entry.attachment_read' && facts.attachmentId === attachment.id,
      ).length;

    for (const [headers, status] of [
      [{ 'If-Match': '"of-another"' }, 412],
      [{ 'If-None-Match': `"sha256-${attachment.sha256}"` }, 304],
      [{ Range: 'bytes=900-' }, 416],
    ] as const) {
      expect((await read(id, attachment.id, headers)).status).to.equal(status);
      expect(await readings()).to.equal(0);
    }
    await (await read(id, attachment.id)).arrayBuffer();
    expect(await readings()).to.equal(1);
  });

  it('REC-96: that cannot be opened are away, and not empty', async () => {
    const { id } = await office.begin();
    const { body } = await send(id, Buffer.from('%PDF-1.7 first'));
    const attachment = attachmentIn(body);
    const key = `ws/${office.workspaceId}/rec/${attachment.id}`;
    const parts: Uint8Array[] = [];
    for await (const each of (await office.ports.blobs.get(key)) ?? []) parts.push(each);
    const sealed = Buffer.concat(parts);
    sealed.writeUInt8(sealed.readUInt8(sealed.length - 1) ^ 1, sealed.length - 1);
    await office.ports.blobs.put(key, sealed);

    const answer = await read(id, attachment.id);

    expect([answer.status, ((await answer.json()) as { error: { code: string } }).error.code]).to.deep.equal([
      503,
      'dependency.unavailable',
    ]);
  });
});
