import {
  aFile,
  failureOf,
  faultsOf,
  type Library,
  library,
  type Person,
  webhookTestContext,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

type ListInput = Parameters<Library['documents']['listDocuments']>[0];

/** A library with a member and a guest, and questions about what they see. */
async function shelves() {
  const here = await library({ settings: { accessTokenSeconds: 7 * 24 * 3600 } });
  const bo = await here.person('member', 'Bo');
  const gil = await here.person('guest', 'Gil');
  const list = (input: ListInput = {}, as: Person = here.owner) =>
    here.documents.listDocuments(input, as.session);
  const names = async (input: ListInput = {}, as: Person = here.owner) => {
    const page = await list(input, as);
    return [...page.folders, ...page.documents].map(({ name }) => name);
  };
  /** All pages of a list, with the names of what is on each. */
  const walk = async (input: ListInput, as: Person = here.owner, between = async () => {}) => {
    const pages: string[][] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof list>> = await list(
        { ...input, ...(cursor === null ? {} : { cursor }) },
        as,
      );
      pages.push([...page.folders, ...page.documents].map(({ name }) => name));
      expect(page.count).to.equal(pages.at(-1)?.length);
      cursor = page.nextCursor;
      await between();
    } while (cursor !== null);
    return pages;
  };
  return { ...here, bo, gil, list, names, walk };
}

describe('browsing the library', () => {
  it('LIB-1: shows the root of the workspace whether scope, folderId and search are empty, absent or both', async () => {
    const { list, upload, folder } = await shelves();
    const { id } = await folder('Contracts');
    await upload();
    await upload({ name: 'inside', folderId: id });

    const plain = await list();
    const mixed: ListInput[] = [
      { scope: '', folderId: '', search: '' },
      { scope: '' },
      { folderId: '', search: '' },
      { scope: 'workspace', folderId: 'root' },
      { search: '   ' },
    ];
    for (const input of mixed) expect(await list(input)).to.deep.equal(plain);
    expect(plain).to.include({ scope: 'workspace', folder: null, count: 2, nextCursor: null });
    expect(plain.folders.map(({ name }) => name)).to.deep.equal(['Contracts']);
    expect(plain.documents.map(({ name }) => name)).to.deep.equal(['letter.pdf']);
  });

  it('LIB-1: shows by its scope what is active, mine, out for signature, shared, or in the trash', async () => {
    const { documents, sql, upload, names, bo, gil, owner } = await shelves();
    await upload({ name: 'of the owner' });
    const mine = await upload({ name: 'of Bo' }, bo);
    const shared = await upload({ name: 'shared' }, bo);
    const signed = await upload({ name: 'signing' });
    const gone = await upload({ name: 'trashed' }, bo);
    await documents.trashDocument({ documentId: gone.id }, bo.session);
    await sql('update documents set share_count = 1 where id = $1', [shared.id]);
    await sql(`update documents set signature_status = 'sent' where id = $1`, [signed.id]);
    await documents.updateDocument(
      { documentId: mine.id, accessList: [{ userId: gil.id, level: 'view' }] },
      bo.session,
    );

    expect(await names({ scope: 'workspace', sort: 'name' }, bo)).to.deep.equal([
      'of Bo',
      'of the owner',
      'shared',
      'signing',
    ]);
    expect(await names({ scope: 'mine', sort: 'name' }, bo)).to.deep.equal(['of Bo', 'shared']);
    expect(await names({ scope: 'shared' }, bo)).to.deep.equal(['shared']);
    expect(await names({ scope: 'shared' }, owner)).to.deep.equal(['shared']);
    expect(await names({ scope: 'signing' }, bo)).to.deep.equal(['signing']);
    expect(await names({ scope: 'trash' }, bo)).to.deep.equal(['trashed']);
    expect(await names({ scope: 'trash' }, owner)).to.deep.equal(['trashed']);
    for (const scope of ['mine', 'shared', 'signing', 'trash', 'quarantine'] as const)
      expect(await names({ scope }, gil), scope).to.deep.equal([]);
    expect(await names({}, gil)).to.deep.equal(['of Bo']);
  });

  it('LIB-1: a member who manages nothing of it sees no shared or trashed document of others', async () => {
    const { documents, sql, upload, names, bo, owner } = await shelves();
    const shared = await upload({ name: 'shared' });
    const gone = await upload({ name: 'trashed' });
    await sql('update documents set share_count = 1 where id = $1', [shared.id]);
    await documents.trashDocument({ documentId: gone.id }, owner.session);

    expect(await names({ scope: 'shared' }, bo)).to.deep.equal([]);
    expect(await names({ scope: 'trash' }, bo)).to.deep.equal([]);
  });

  it('LIB-2: finds every word in name, description, file name or tags, whatever its case and accents', async () => {
    const { upload, names } = await shelves();
    await upload({
      name: 'Vertrag Müller',
      description: 'über die Miete',
      tags: ['Köln', '2026'],
      file: aFile('Scan_0815.pdf'),
    });
    await upload({ name: 'other' });

    for (const search of ['muller', 'MÜLLER', 'miete koln', 'scan_0815', 'vert 2026', 'ller ber iet'])
      expect(await names({ search }), search).to.deep.equal(['Vertrag Müller']);
    for (const search of ['muller other', 'scan%0815', 'mullers'])
      expect(await names({ search }), search).to.deep.equal([]);
  });

  it('LIB-2: a search looks everywhere, or in the folder that is named and below it', async () => {
    const { upload, folder, names } = await shelves();
    const { id: clients } = await folder('Clients');
    const { id: letters } = await folder('Letters', clients);
    const { id: others } = await folder('Others');
    for (const [name, folderId] of [
      ['a letter', null],
      ['b letter', clients],
      ['c letter', letters],
      ['d letter', others],
    ] as const)
      await upload({ name, folderId });

    const search = { search: 'letter', sort: 'name' } as const;
    expect(await names(search)).to.deep.equal(['Letters', 'a letter', 'b letter', 'c letter', 'd letter']);
    expect(await names({ ...search, folderId: 'root' })).to.deep.equal(await names(search));
    expect(await names({ ...search, folderId: clients })).to.deep.equal(['Letters', 'b letter', 'c letter']);
    expect(await names({ ...search, scope: 'mine' })).to.deep.equal([
      'a letter',
      'b letter',
      'c letter',
      'd letter',
    ]);
    expect(await names({ folderId: clients })).to.deep.equal(['Letters', 'b letter']);
  });

  it('LIB-2: finds in the trash too', async () => {
    const { documents, owner, upload, names } = await shelves();
    for (const name of ['old letter', 'old invoice'])
      await documents.trashDocument(
        { documentId: (await upload({ name, file: aFile('scan.pdf') })).id },
        owner.session,
      );

    expect(await names({ scope: 'trash', search: 'LETTER' })).to.deep.equal(['old letter']);
  });

  it('LIB-3: gives every folder before the first document, with the limit over both', async () => {
    const { upload, folder, walk } = await shelves();
    for (const name of ['Ärzte', 'banks', 'Courts']) await folder(name);
    for (const name of ['x', 'y', 'z']) await upload({ name });

    expect(await walk({ limit: 2, sort: 'name' })).to.deep.equal([
      ['Ärzte', 'banks'],
      ['Courts', 'x'],
      ['y', 'z'],
    ]);
    expect(await walk({ limit: 3, sort: 'name' })).to.deep.equal([
      ['Ärzte', 'banks', 'Courts'],
      ['x', 'y', 'z'],
    ]);
  });

  it('LIB-3: walks each order to its end, both ways, for whoever sees all and for whoever sees some', async () => {
    const { clock, sql, upload, walk, documents, bo, gil, owner } = await shelves();
    for (const [at, name] of ['e', 'b', 'd', 'a', 'c'].entries()) {
      clock.advance({ minutes: 1 });
      const { id } = await upload({
        name,
        file: aFile('f.pdf', `%PDF-${'x'.repeat((at * 7) % 5)}`),
        visibility: at % 2 === 0 ? 'workspace' : 'restricted',
      });
      if (at % 2 === 1)
        await documents.updateDocument(
          {
            documentId: id,
            accessList: [bo, gil].map(({ id: userId }) => ({ userId, level: 'view' as const })),
          },
          owner.session,
        );
      if (at > 1) await sql('update documents set expires_on = $2 where id = $1', [id, `2027-01-0${at}`]);
    }
    const keys = {
      name: 'sort_name',
      updatedAt: 'updated_at',
      createdAt: 'created_at',
      sizeBytes: 'size_bytes',
      expiresOn: 'expires_on',
    } as const;
    for (const [sort, column] of Object.entries(keys) as [keyof typeof keys, string][])
      for (const direction of ['asc', 'desc'] as const)
        for (const as of [owner, bo, gil]) {
          const rows = await sql<{ name: string }>(
            `select name from documents where workspace_id = $1 and ($2 or visibility = 'restricted')
             order by ${column} ${direction} nulls last, id ${direction}`,
            [owner.workspaceId, as !== gil],
          );
          const walked = (await walk({ sort, direction, limit: 2 }, as)).flat();
          expect(walked, `${sort} ${direction}`).to.deep.equal(rows.map(({ name }) => name));
          const searched = (await walk({ sort, direction, limit: 2, search: 'f.pdf' }, as)).flat();
          expect(searched, `search by ${sort} ${direction}`).to.deep.equal(walked);
        }
  });

  it('LIB-3: shows no document twice and misses none while others come in', async () => {
    const { clock, upload, walk } = await shelves();
    const before = ['a', 'b', 'c', 'd', 'e', 'f'];
    for (const name of before) {
      clock.advance({ minutes: 1 });
      await upload({ name });
    }
    let come = 0;
    for (const sort of ['updatedAt', 'name', 'sizeBytes', 'createdAt'] as const) {
      const seen = (
        await walk({ sort, limit: 2 }, undefined, async () => {
          come += 1;
          clock.advance({ minutes: 1 });
          if (come % 4 !== 0) await upload({ name: `${'abcdef'[come % 6]} new ${come}` });
        })
      ).flat();
      expect(new Set(seen).size, sort).to.equal(seen.length);
      expect(seen, sort).to.include.members(before);
    }
  });

  it('LIB-3: a cursor of another scope, folder, search, filter or order is refused', async () => {
    const { upload, folder, list, owner, documents } = await shelves();
    const { id } = await folder('Contracts');
    await upload();
    const { nextCursor } = await list({ limit: 1 });
    const cursor = nextCursor ?? '';

    const others: ListInput[] = [
      { scope: 'mine' },
      { folderId: id },
      { search: 'x' },
      { tag: 'x' },
      { signatureStatus: 'sent' },
      { typeId: id },
      { sort: 'name' },
      { direction: 'asc' },
      { archived: true },
    ];
    for (const other of others)
      expect(
        await faultsOf(documents.listDocuments({ ...other, cursor, limit: 1 }, owner.session)),
      ).to.deep.equal(['/cursor cursor.invalid']);
  });

  it('LIB-4: a restricted document is in no list, search, count or duplicate of who may not see it', async () => {
    const { documents, upload, folder, list, bo, gil, person, owner } = await shelves();
    const { id: folderId } = await folder('Contracts');
    const secret = await upload({ name: 'secret', folderId, visibility: 'restricted', tags: ['x'] });
    const cy = await person('member', 'Cy');
    await documents.updateDocument(
      { documentId: secret.id, accessList: [{ userId: cy.id, level: 'view' }] },
      owner.session,
    );

    for (const as of [bo, gil]) {
      for (const input of [
        { folderId },
        { search: 'secret' },
        { tag: 'x', folderId },
        { scope: 'signing' },
      ] as ListInput[])
        if (as !== gil || input.folderId === undefined)
          expect((await list(input, as)).documents).to.deep.equal([]);
      expect(await failureOf(documents.getDocument({ documentId: secret.id }, as.session))).to.equal(
        'document.not_found',
      );
      expect(await failureOf(documents.getDocumentContent({ documentId: secret.id }, as.session))).to.equal(
        'document.not_found',
      );
      expect(await failureOf(documents.trashDocument({ documentId: secret.id }, as.session))).to.equal(
        'document.not_found',
      );
      expect(
        await failureOf(documents.updateDocument({ documentId: secret.id, name: 'x' }, as.session)),
      ).to.equal('document.not_found');
      expect(await failureOf(documents.restoreDocument({ documentId: secret.id }, as.session))).to.equal(
        'document.not_found',
      );
    }
    expect((await list({}, bo)).folders[0]).to.include({ documentCount: 0 });
    expect((await list({}, cy)).folders[0]).to.include({ documentCount: 1 });
    expect((await list({}, owner)).folders[0]).to.include({ documentCount: 1 });
    const again = await documents.uploadDocument({ file: aFile('again.pdf') }, bo.session);
    expect(again.duplicates).to.deep.equal([]);
  });

  it('LIB-4: a guest sees the folders that lead to what names them, and no other', async () => {
    const { documents, upload, folder, list, names, gil, owner } = await shelves();
    const { id: clients } = await folder('Clients');
    const { id: letters } = await folder('Letters', clients);
    const { id: internal } = await folder('Internal');
    const letter = await upload({ name: 'letter', folderId: letters });
    await documents.updateDocument(
      { documentId: letter.id, accessList: [{ userId: gil.id, level: 'view' }] },
      owner.session,
    );

    expect(await names({}, gil)).to.deep.equal(['Clients']);
    expect((await list({}, gil)).folders[0]).to.include({ folderCount: 1, documentCount: 0 });
    expect(await names({ folderId: letters }, gil)).to.deep.equal(['letter']);
    expect(await failureOf(list({ folderId: internal }, gil))).to.equal('folder.not_found');
  });

  it('LIB-4: webhooks tell of a document that all members see, and say nothing of a restricted one', async () => {
    const here = await shelves();
    const { documents, upload, sql, owner } = here;
    await webhookTestContext(here).register();
    const told = async (id: string) =>
      (
        await sql<{ type: string }>(
          `select event_type "type" from webhook_deliveries where workspace_id = $1 and data::text like $2 order by id`,
          [owner.workspaceId, `%${id}%`],
        )
      ).map(({ type }) => type);
    const go = async (visibility: 'workspace' | 'restricted') => {
      const { id: documentId } = await upload({ visibility });
      await documents.trashDocument({ documentId }, owner.session);
      await documents.restoreDocument({ documentId }, owner.session);
      await documents.trashDocument({ documentId }, owner.session);
      await documents.purgeDocument({ documentId }, owner.session);
      return told(documentId);
    };

    expect(await go('workspace')).to.deep.equal([
      'document.created',
      'document.trashed',
      'document.restored',
      'document.trashed',
      'document.purged',
    ]);
    expect(await go('restricted')).to.deep.equal([]);
  });

  it('LIB-17: counts up to a thousand', async () => {
    const { sql, folder, list, upload, workspaceId, bo } = await shelves();
    const { id: folderId } = await folder('Full');
    await upload({ folderId, name: 'first' });
    await sql(
      `insert into documents (id, workspace_id, name, file_name, folder_id, owner_user_id, tags, visibility, status, signature_status,
         mime_type, size_bytes, sha256, original_sha256, content_flags, scan, share_count, created_at, updated_at, version)
       select gen_random_uuid(), workspace_id, 'copy ' || n, file_name, folder_id, owner_user_id, tags, case when n % 2 = 0 then 'workspace' else 'restricted' end,
         status, signature_status, mime_type, size_bytes, sha256, original_sha256, content_flags, scan, share_count, created_at, updated_at, version
       from documents, generate_series(1, 1500) n where workspace_id = $1`,
      [workspaceId],
    );

    expect((await list()).folders[0]?.documentCount).to.equal(1000);
    expect((await list({}, bo)).folders[0]?.documentCount).to.equal(751);
  });

  it('LIB-17: follows each document that comes, moves, becomes restricted, or goes to the trash, back or for good', async () => {
    const { documents, folder, list, upload, owner, bo } = await shelves();
    const [{ id: here }, { id: there }] = [await folder('Here'), await folder('There')];
    const { id: documentId } = await upload({ folderId: here });
    await upload({ folderId: here });
    const counted = async () => [
      (await list()).folders.map(({ documentCount }) => documentCount),
      (await list({}, bo)).folders.map(({ documentCount }) => documentCount),
    ];
    const counts = [await counted()];
    for (const change of [{ folderId: there }, { visibility: 'restricted' }, { name: 'Renamed' }] as const) {
      await documents.updateDocument({ documentId, ...change }, owner.session);
      counts.push(await counted());
    }
    await documents.trashDocument({ documentId }, owner.session);
    counts.push(await counted());
    await documents.restoreDocument({ documentId }, owner.session);
    counts.push(await counted());
    await documents.trashDocument({ documentId }, owner.session);
    await documents.purgeDocument({ documentId }, owner.session);
    counts.push(await counted());

    const [moved, restricted, gone] = [
      [
        [1, 1],
        [1, 1],
      ],
      [
        [1, 1],
        [1, 0],
      ],
      [
        [1, 0],
        [1, 0],
      ],
    ];
    expect(counts).to.deep.equal([
      [
        [2, 0],
        [2, 0],
      ],
      moved,
      restricted,
      restricted,
      gone,
      restricted,
      gone,
    ]);
  });

  it('LIB-20: refuses a folder of the trash, a folder that is not there, and what is no option', async () => {
    const { documents, folder, owner, upload } = await shelves();
    const { id } = await folder('Contracts');
    const list = (input: object) => documents.listDocuments(input as ListInput, owner.session);

    expect(await faultsOf(list({ scope: 'trash', folderId: id }))).to.deep.equal([
      '/folderId field.not_an_option',
    ]);
    for (const field of ['scope', 'sort', 'direction'])
      expect(await faultsOf(list({ [field]: 'sideways' }))).to.deep.equal([`/${field} field.not_an_option`]);
    expect(await failureOf(list({ folderId: (await upload()).id }))).to.equal('folder.not_found');
    for (const field of ['tag', 'search'])
      expect(await faultsOf(list({ [field]: 'a\u0000b' }))).to.deep.equal([`/${field} field.characters`]);
  });
});
