import { delivered, faultsOf, lifecycleOffice, type Person } from '@chancery/adapters-persistence/testing';
import { textOfFile } from '@chancery/core/testing';
import { expect } from 'chai';

async function exporting() {
  const here = await lifecycleOffice();
  const { lifecycle, owner, upload, put } = here;
  const file = (input: object = {}, as: Person = owner) =>
    delivered(lifecycle.exportLifecycles(input, as.session));
  return {
    ...here,
    dated: async (name: string, statedExpiresOn: string, input: object = {}) => {
      const { id } = await upload({ name, ...input });
      await put(id, { statedExpiresOn, ownerUserId: owner.id });
      return id;
    },
    file,
    text: async (input: object = {}, as?: Person) => textOfFile(await file(input, as)),
    /** Copies of a document, which differ in nothing but their ids. */
    copies: (id: string, count: number) =>
      here.sql(
        `insert into documents (id, workspace_id, name, file_name, owner_user_id, tags, visibility, status, signature_status,
           mime_type, size_bytes, sha256, original_sha256, content_flags, scan, share_count, created_at, updated_at, version)
         select gen_random_uuid(), workspace_id, name, file_name, owner_user_id, tags, visibility, status, signature_status,
           mime_type, size_bytes, sha256, original_sha256, content_flags, scan, share_count, created_at, updated_at, version
         from documents, generate_series(1, $2::integer) where id = $1`,
        [id, count],
      ),
  };
}
const columns = 'documentName,status,expiresOn,ownerName';

describe('exportLifecycles', () => {
  it('LIF-21: writes what spreadsheets would take for a formula behind an apostrophe, and doubles quotes', async () => {
    const { dated, text, owner } = await exporting();
    await dated('=SUM(A1)', '2026-12-01');
    await dated('+1', '2026-12-02');
    await dated('-1', '2026-12-03');
    await dated('@x', '2026-12-04');
    await dated('A "lease", long', '2026-12-05');

    const lines = (await text({ columns })).split('\r\n');

    expect(lines[0]).to.equal(`\uFEFF${columns}`);
    expect(lines.slice(1)).to.deep.equal([
      `'=SUM(A1),expiring_soon,2026-12-01,${owner.displayName}`,
      `'+1,expiring_soon,2026-12-02,${owner.displayName}`,
      `'-1,expiring_soon,2026-12-03,${owner.displayName}`,
      `'@x,expiring_soon,2026-12-04,${owner.displayName}`,
      `"A ""lease"", long",expiring_soon,2026-12-05,${owner.displayName}`,
      '',
    ]);
  });

  it('LIF-21: is noted with its filters once it is delivered, and not while nobody gets it', async () => {
    const { dated, lifecycle, owner, happened } = await exporting();
    await dated('Soon', '2026-12-01');
    const exports = async () => (await happened()).filter(({ type }) => type === 'lifecycle.exported');

    const answer = await lifecycle.exportLifecycles({ status: 'expiring_soon' }, owner.session);
    expect(await exports()).to.deep.equal([]);
    await delivered(Promise.resolve(answer));

    expect((await exports()).map(({ facts }) => facts)).to.deep.equal([{ format: 'csv', rows: 1 }]);
  });

  it('LIF-24: has what the caller sees of what the filters and a saved view find, also as JSON', async () => {
    const { dated, text, lifecycle, owner, bo } = await exporting();
    await dated('Soon', '2026-12-01');
    await dated('Far away', '2028-12-01');
    await dated('Secret', '2026-12-02', { visibility: 'restricted' });
    const { savedView } = await lifecycle.saveLifecycleView(
      {
        name: 'Soon',
        filters: { status: 'expiring_soon' },
        columns: ['documentName', 'confirmed'],
        visibility: 'workspace',
      },
      owner.session,
    );
    const input = { viewId: savedView.id, format: 'json' };

    expect(JSON.parse(await text(input))).to.deep.equal([
      { documentName: 'Soon', confirmed: false },
      { documentName: 'Secret', confirmed: false },
    ]);
    expect(JSON.parse(await text(input, bo))).to.deep.equal([{ documentName: 'Soon', confirmed: false }]);
    expect(JSON.parse(await text({ ...input, search: 'nothing' }))).to.deep.equal([]);
  });

  it('takes names of columns that there are', async () => {
    const { file } = await exporting();

    expect(await faultsOf(file({ columns: 'documentName,colour' }))).to.deep.equal([
      '/columns field.not_an_option',
    ]);
  });

  it('LIF-21: is read piece by piece, five hundred documents at once', async () => {
    const { dated, file, copies } = await exporting();
    await copies(await dated('Lease', '2026-12-01'), 1200);

    const { content } = await file({ columns: 'documentId' });
    const pieces: string[] = [];
    for await (const piece of content as AsyncIterable<string>) pieces.push(piece);

    const rows = pieces.join('').trimEnd().split('\r\n').slice(1);
    expect(new Set(rows).size).to.equal(1201);
    expect(Math.max(...pieces.map((piece) => piece.split('\r\n').length - 1))).to.equal(500);
  });
});
