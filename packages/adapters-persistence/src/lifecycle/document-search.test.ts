import { lifecycle as core } from '@chancery/core';
import { expect } from 'chai';
import type { Sql } from '../kernel/sql.ts';
import { onBothDatabases } from '../testing/both-databases.ts';
import { failureOf, faultsOf, lifecycleOffice, type Person } from '../testing/index.ts';
import { documentSearch } from './document-search.ts';

onBothDatabases('the search for documents', (database) => {
  async function archive() {
    const here = await lifecycleOffice({ database: database() });
    const { lifecycle, owner, worker, ports } = here;
    const search = (input: object = {}, as: Person = owner) => lifecycle.searchDocuments(input, as.session);
    const names = async (input: object | string, as: Person = owner) =>
      (await search(typeof input === 'string' ? { query: input } : input, as)).results.map(
        ({ document }) => document.name,
      );
    /** Has the text of all new documents read; they all say this. */
    const read = async (...pages: string[][]) => {
      ports.textExtractor.says(...pages);
      await worker.run('lifecycle.find_texts');
      await worker.drain();
    };
    return { ...here, search, names, read };
  }

  it('OPS-6: finds all words of names, descriptions, tags, file names, identifiers and text, without case and accents', async () => {
    const { upload, put, names, read } = await archive();
    const first = await upload({
      name: 'Haftpflicht Prüfung',
      description: 'Für die Straße',
      tags: ['Très important'],
    });
    await put(first.id, { identifiers: [{ kind: 'policy_number', value: 'PL-2026-00431' }] });
    await read(['Nothing here'], ['General terms', 'of the liability insurance']);
    await upload({ name: 'Liability draft' });

    for (const query of [
      'haftpflicht',
      'PRUFUNG strasse',
      'tres',
      'policy.pdf prüfung',
      'pl-2026-00431',
      'prüfung liability',
      '"liability insurance"',
      'liability -draft',
      'terms of',
    ])
      expect(await names(query), query).to.deep.equal(['Haftpflicht Prüfung']);
    for (const query of ['haftpflicht nowhere', '"insurance liability"', 'haftpflicht -liability', 'haft'])
      expect(await names(query), query).to.deep.equal([]);
    expect(await names('liability')).to.have.members(['Haftpflicht Prüfung', 'Liability draft']);
  });

  it('OPS-6: refuses a query without any word, and takes filters alone', async () => {
    const { upload, names } = await archive();
    await upload({ name: 'Lease' });

    for (const query of ['', ' ... ', '-draft', '"!"'])
      expect(await faultsOf(names(query)), query).to.deep.equal(['/query search.empty']);
    expect(await names({ filters: { held: false } })).to.deep.equal(['Lease']);
    expect(await names({ query: '-lease', filters: { held: false } })).to.deep.equal([]);
  });

  it('shows a document and its lifecycle as reading them does', async () => {
    const { upload, put, search, documents, lifecycle, owner, everywhere, policy } = await archive();
    await everywhere((await policy()).id);
    const { id: documentId } = await upload({ name: 'Certificate', tags: ['Blue'] });
    await put(documentId, { statedExpiresOn: '2026-12-01', ownerUserId: owner.id });
    await lifecycle.placeLegalHold({ documentId, matter: 'M', reason: 'Notice' }, owner.session);

    const { results } = await search({ query: 'certificate' });

    const { document } = await documents.getDocument({ documentId }, owner.session);
    const read = await lifecycle.getDocumentLifecycle({ documentId }, owner.session);
    expect(results.map((hit) => [hit.document, hit.lifecycle])).to.deep.equal([[document, read.lifecycle]]);
  });

  it('OPS-6: shows where words were found, and on which page', async () => {
    const { upload, search, read } = await archive();
    const { id } = await upload({ name: 'Certificate' });
    await read(['Cover'], ['This liability insurance covers', 'all of it']);

    const { results } = await search({ query: 'certificate "liability insurance"' });
    const [plain] = (await search({ query: 'certificate', highlight: false })).results;

    expect(results.map(({ document }) => document.id)).to.deep.equal([id]);
    expect(results[0]?.highlights).to.deep.equal([
      { field: 'name', snippet: 'Certificate', page: null },
      { field: 'text', snippet: 'This liability insurance covers all of it', page: 2 },
    ]);
    expect(results[0]?.score).to.be.greaterThan(0);
    expect(plain?.highlights).to.deep.equal([]);
  });

  it('OPS-7: counts by each facet within all other filters', async () => {
    const { upload, put, search, owner, bo } = await archive();
    const [one, two, three] = [await upload(), await upload(), await upload()];
    await put(one.id, { statedExpiresOn: '2030-01-01', ownerUserId: owner.id });
    await put(two.id, { statedExpiresOn: '2020-01-01', ownerUserId: owner.id });
    await put(three.id, { statedExpiresOn: '2020-01-01', ownerUserId: bo.id });

    const found = await search({
      query: 'policy',
      filters: { status: ['expired'], ownerUserIds: [owner.id] },
      facets: ['status', 'owner', 'risk', 'type', 'signatureStatus'],
    });

    expect(found.results.map(({ document }) => document.id)).to.deep.equal([two.id]);
    expect(found.total).to.deep.equal({ value: 1, relation: 'eq' });
    expect(found.facets.status).to.deep.equal([
      { value: 'current', count: 1 },
      { value: 'expired', count: 1 },
    ]);
    expect(found.facets.owner).to.have.deep.members([
      { value: owner.id, count: 1 },
      { value: bo.id, count: 1 },
    ]);
    expect(found.facets.risk).to.deep.include({ value: 'expired', count: 1 });
    expect(found.results[0]?.lifecycle.risks.map(({ code }) => code)).to.include('expired');
    expect(found.facets.type).to.deep.equal([{ value: null, count: 1 }]);
    expect(found.facets.signatureStatus).to.deep.equal([{ value: 'none', count: 1 }]);
  });

  it('says how many there are of a filter alone, as many as its pages have, to everybody by what they see', async () => {
    const { upload, put, search, owner, bo, admin, lifecycle, clock } = await archive();
    const day = (days: number) =>
      new Date(Date.parse(clock.now()) + days * 86_400_000).toISOString().slice(0, 10);
    const { types } = await lifecycle.listDocumentTypes({}, owner.session);
    const [typeId = '', otherId = ''] = types.map(({ id }) => id);
    const add = async (statedExpiresOn: string | null, more: object, visibility: string, as = owner) =>
      put((await upload({ visibility }, as)).id, { statedExpiresOn, ...more }, as);
    await add(day(-40), { typeId, ownerUserId: owner.id }, 'workspace');
    await add(day(-40), { typeId: otherId, ownerUserId: bo.id }, 'restricted');
    await add(day(5), { typeId, ownerUserId: bo.id }, 'restricted', bo);
    await add(day(400), {}, 'workspace');
    await add(null, { typeId }, 'workspace');
    const filters = [
      { status: ['expired', 'in_grace'] },
      { status: ['expiring_soon'] },
      { status: ['needs_date', 'current', 'needs_confirmation', 'no_expiration'] },
      { typeIds: [typeId] },
      { typeIds: [typeId, otherId] },
      { ownerUserIds: [bo.id] },
      { ownerUserIds: [bo.id], status: ['expired'] },
      { expiresFrom: day(0), expiresTo: day(30) },
    ];
    let some = 0;
    for (const person of [owner, admin, bo])
      for (const given of filters) {
        const { results, total } = await search({ filters: given, limit: 100 }, person);
        expect(total, JSON.stringify(given)).to.deep.equal({ value: results.length, relation: 'eq' });
        some += Math.sign(results.length);
      }
    expect(some).to.be.above(filters.length * 2);
  });

  it('LIF-24: neither finds nor counts what the person does not see, nor what another workspace has', async () => {
    const { upload, search, bo, stranger, admin, names, documents, owner } = await archive();
    const { id } = await upload({ name: 'Merger', visibility: 'restricted' });
    const foreign = await stranger();
    // With words the function of the database looks, and without any this statement.
    const searches = [{ query: 'merger' }, { filters: { held: false } }];

    for (const wanted of searches) {
      for (const person of [bo, foreign]) {
        const { results, total, facets } = await search(
          { ...wanted, facets: ['status', 'owner', 'risk'] },
          person,
        );
        expect([results, total.value, facets]).to.deep.equal([[], 0, { status: [], owner: [], risk: [] }]);
      }
      expect(await names(wanted, admin)).to.deep.equal(['Merger']);
    }
    const accessList = [{ userId: bo.id, level: 'view' as const }];
    await documents.updateDocument({ documentId: id, accessList }, owner.session);
    for (const wanted of searches) expect(await names(wanted, bo)).to.deep.equal(['Merger']);
  });

  it('filters by everything that is said of documents', async () => {
    const { upload, put, names, lifecycle, documents, owner, policy, everywhere } = await archive();
    const { folder } = await documents.createDocumentFolder({ name: 'Cars' }, owner.session);
    const { folder: below } = await documents.createDocumentFolder(
      { name: 'Old', parentId: folder.id },
      owner.session,
    );
    const { types } = await lifecycle.listDocumentTypes({}, owner.session);
    const typeId = types.find(({ key }) => key === 'insurance_certificate')?.id ?? '';
    const { id: policyId } = await policy();
    await everywhere(policyId);
    const { id } = await upload({ name: 'Car', folderId: below.id, documentTypeId: typeId, tags: ['Blue'] });
    await put(id, {
      typeId,
      statedExpiresOn: '2027-02-28',
      identifiers: [{ kind: 'policy_number', value: 'PL-77' }],
    });
    await lifecycle.placeLegalHold({ documentId: id, matter: 'M', reason: 'Notice' }, owner.session);
    await upload({ name: 'Other' });

    for (const filters of [
      { typeIds: [typeId] },
      { folderIds: [folder.id] },
      { tags: ['blue'] },
      { held: true },
      { risks: ['unconfirmed_date', 'identity_mismatch'] },
      { status: ['needs_confirmation'] },
      { expiresFrom: '2027-02-28', expiresTo: '2027-02-28' },
      { identifiers: [{ kind: 'policy_number', value: 'pl-77' }] },
      { policyIds: [policyId], createdFrom: '2026-11-23T00:00:00Z', held: true },
    ])
      expect(await names({ filters }), JSON.stringify(filters)).to.deep.equal(['Car']);
    for (const filters of [
      { createdTo: '2026-11-23T12:00:00.000Z' },
      { status: ['disposed'] },
      { risks: ['renewal_overdue'] },
      { signatureStatus: ['sealed'] },
      { identifiers: [{ kind: 'iban', value: 'pl-77' }] },
      { expiresFrom: '2027-03-01' },
    ])
      expect(await names({ filters }), JSON.stringify(filters)).to.deep.equal([]);
  });

  it('is walked through page by page in every order, each document once', async () => {
    const { upload, put, search } = await archive();
    for (const [at, name] of ['Delta', 'alpha', 'Bravo', 'charlie'].entries()) {
      const { id } = await upload({ name: `${name} lease` });
      if (at % 2 === 0) await put(id, { statedExpiresOn: `203${at}-01-01` });
    }

    for (const sort of core.searchSorts) {
      const all = (await search({ query: 'lease', sort })).results;
      const walked: typeof all = [];
      let cursor: string | null = null;
      do {
        const more: { cursor?: string } = cursor === null ? {} : { cursor };
        const page = await search({ query: 'lease', sort, limit: 1, ...more });
        walked.push(...page.results);
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect(walked, sort).to.deep.equal(all).and.have.length(4);
    }
    const byName = (await search({ query: 'lease', sort: 'name' })).results;
    expect(byName.map(({ document }) => document.name[0])).to.deep.equal(['a', 'B', 'c', 'D']);
    const byDate = (await search({ query: 'lease', sort: 'expiresOn' })).results;
    expect(byDate.map(({ lifecycle }) => lifecycle.expiresOn)).to.deep.equal([
      '2030-01-01',
      '2032-01-01',
      null,
      null,
    ]);
  });

  it('OPS-10: reads each text once, without recognizing any, and forgets it when the document is destroyed', async () => {
    const { upload, names, read, ports, documents, owner, worker, sql } = await archive();
    // What other tests have left in the database is read first.
    await read(['Nothing']);
    ports.textExtractor.asked.length = 0;
    const { id } = await upload({ name: 'Deed' });
    await read(['The garden wall']);
    await read(['Something else']);

    expect(ports.textExtractor.asked.map(({ ocr, pages }) => [ocr, pages.to])).to.deep.equal([
      ['never', 200],
    ]);
    expect(await names('garden')).to.deep.equal(['Deed']);

    await documents.trashDocument({ documentId: id }, owner.session);
    expect(await names('garden')).to.deep.equal([]);
    await documents.purgeDocument({ documentId: id }, owner.session);
    await worker.drain();
    expect(await sql('select 1 from document_texts where document_id = $1', [id])).to.deep.equal([]);
    expect(await names({ query: 'garden', filters: { status: ['disposed'] } })).to.deep.equal([]);
    expect(await names({ query: 'deed', filters: { status: ['disposed'] } })).to.deep.equal(['Deed']);
  });

  it('OPS-10: reads every kind of file that has text of its own, and none of pictures or tables', async () => {
    const { upload, read, ports } = await archive();
    await read(['Nothing']);
    ports.textExtractor.asked.length = 0;
    const withText = [
      'application/pdf',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.oasis.opendocument.text',
      'application/rtf',
      'text/plain',
      'text/csv',
    ];
    for (const type of [
      ...withText,
      'application/vnd.oasis.opendocument.spreadsheet',
      'image/tiff',
      'image/heic',
    ]) {
      ports.types.taken = type;
      await upload();
    }
    await read(['The garden wall']);

    expect(ports.textExtractor.asked.map(({ mimeType }) => mimeType)).to.have.members(withText);
  });

  it('OPS-10: finds a document by any text that a file can hold', async () => {
    const { upload, names, read, sql } = await archive();
    const { id } = await upload({ name: 'Odd' });
    // Half a character, a character that no text of a database has, and a long text without any blank.
    await read(['broken \ud83d pair \u0000 end'], [`x${'\ud83d\ude00'.repeat(15_000)} last`]);

    expect(await names('broken pair end last')).to.deep.equal(['Odd']);
    const kept = await sql<{ body: string }>(
      'select body from document_texts where document_id = $1 order by page, part',
      [id],
    );
    expect(kept.map(({ body }) => body).join('')).to.equal(
      `broken \ufffd pair  endx${'\ud83d\ude00'.repeat(15_000)} last`,
    );
  });

  it('OPS-10: adds what a run has recognized in pictures', async () => {
    const { upload, names, ports, lifecycle, owner, worker } = await archive();
    const { id } = await upload({ name: 'Scan' });
    ports.textExtractor.says(['A fence of iron']);
    ports.textExtractor.pages = ports.textExtractor.pages.map((page) => ({
      ...page,
      method: 'ocr' as const,
    }));
    await lifecycle.startDocumentExtraction({ documentId: id }, owner.session);
    await worker.drain();

    expect(await names('fence iron')).to.deep.equal(['Scan']);
  });

  it('IDV-7: keeps no line that may belong to a machine readable zone', async () => {
    const { upload, names, read, sql } = await archive();
    const { id } = await upload({ name: 'Passport' });
    await read([
      'Nationality Utopian',
      'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
      'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
      'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
      'L898902C36UTO7408122F1204159ZE184226B1234510',
    ]);

    expect(await names('utopian')).to.deep.equal(['Passport']);
    expect(await names('eriksson')).to.deep.equal([]);
    const kept = await sql<{ body: string }>('select body from document_texts where document_id = $1', [id]);
    expect(kept.map(({ body }) => body)).to.deep.equal(['Nationality Utopian']);
  });

  it('is for members, not for guests', async () => {
    const { person, search } = await archive();
    const guest = await person('guest', 'Gus');

    expect(await failureOf(search({ query: 'lease' }, guest))).to.equal('permission.denied');
  });
});

describe('a search that takes too long', () => {
  it('OPS-11: ends after two seconds with advice', async () => {
    const said: string[] = [];
    const slow = Object.assign(
      async (text: string) => {
        said.push(text.trim().slice(0, 38));
        if (text.startsWith('set')) return [];
        throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
      },
      { column: async () => [0] },
    );
    const viewer = { userId: 'usr_somebody', seesAll: true, isGuest: false };
    const searching = {
      viewer,
      terms: { wanted: ['the'], excluded: [] },
      filter: {},
      asOf: '2026-11-23T12:00:00.000Z',
      todays: new Map(),
      heldElsewhere: [],
    };

    // It asks for rows alone.
    const found = documentSearch(slow as unknown as Sql, 'workspace_any').find(searching, 'name', null, 1);

    expect(await failureOf(found)).to.equal('search.too_broad');
    expect(said[0]).to.equal('set local statement_timeout = 2000');
  });
});
