import { failureOf, faultsOf, library } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { builtInDocumentTypes } from './built-in-types.ts';

async function office() {
  const here = await library();
  const bo = await here.person('member', 'Bo');
  const { lifecycle } = here.chancery;
  const create = (input: object, as = here.owner) =>
    lifecycle.createDocumentType({ name: 'Certificate', ...input }, as.session);
  const types = async (input: object = {}, as = here.owner) =>
    (await lifecycle.listDocumentTypes(input, as.session)).types;
  const builtIn = async (key: string) => {
    const found = (await types()).find((type) => type.key === key);
    if (found === undefined) throw new Error(`There is no type ${key}`);
    return found;
  };
  return { ...here, lifecycle, bo, create, types, builtIn };
}

describe('document types', () => {
  it('are there from the beginning, by name', async () => {
    const { types } = await office();

    const found = await types();

    expect(found.map(({ key }) => key)).to.have.members(builtInDocumentTypes.map(({ key }) => key));
    expect(found.map(({ name }) => name)).to.deep.equal(found.map(({ name }) => name).sort());
    const formats = found
      .filter(({ governmentIdentity }) => governmentIdentity)
      .map(({ key, identityFormats }) => [key, identityFormats]);
    expect(Object.fromEntries(formats)).to.deep.equal({
      driving_licence: [],
      identity_card: ['TD1', 'TD2'],
      passport: ['TD3'],
      residence_permit: ['TD1', 'TD2'],
      visa: ['MRVA', 'MRVB'],
    });
  });

  it('are created with defaults and with a key of their name', async () => {
    const { create, happened, workspaceId } = await office();

    const { type } = await create({ name: ' Certificat d’Assurance ' });
    const second = await create({ name: 'Certificat d assurance' });
    const odd = await create({ name: '2. Vertrag' });

    const { id, createdAt: _, updatedAt: __, ...kept } = type;
    expect(kept).to.deep.equal({
      workspaceId,
      key: 'certificat_d_assurance',
      name: 'Certificat d’Assurance',
      description: null,
      category: 'other',
      builtIn: false,
      status: 'active',
      expirationExpected: true,
      ownerRequired: false,
      requiredDates: [],
      requiredIdentifiers: [],
      governmentIdentity: false,
      identityFormats: [],
      extractionLanguages: [],
      documentCount: 0,
      version: 1,
    });
    expect([second.type.key, odd.type.key]).to.deep.equal(['certificat_d_assurance_2', 'type_2_vertrag']);
    expect((await happened())[0]).to.deep.equal({
      type: 'document_type.created',
      facts: { key: 'certificat_d_assurance' },
      target: { kind: 'document_type', id },
    });
  });

  it('LIF-23: a name taken twice at once is given to one', async () => {
    const { create, types } = await office();

    const outcomes = await Promise.all(['Bond', 'bond', 'BOND'].map((name) => failureOf(create({ name }))));

    expect(outcomes.sort()).to.deep.equal(['none', 'type.duplicate', 'type.duplicate']);
    expect((await types()).filter(({ name }) => name.toLowerCase() === 'bond')).to.have.length(1);
    expect(await failureOf(create({ name: 'Other bond', key: 'bond' }))).to.equal('type.duplicate');
    expect(await faultsOf(create({ key: 'B' }))).to.deep.equal(['/key field.invalid']);
  });

  it('are replaced as a whole, and archived and restored by their status', async () => {
    const { create, lifecycle, owner, types, happened } = await office();
    const { type } = await create({
      description: 'Of insurers',
      ownerRequired: true,
      requiredDates: ['issuedOn'],
    });
    const put = (input: object) =>
      lifecycle.updateDocumentType({ typeId: type.id, name: 'Certificate', ...input }, owner.session);

    const renamed = await put({ name: 'Cover note', expectedVersion: 1 });
    expect(renamed.type).to.include({
      name: 'Cover note',
      description: null,
      ownerRequired: false,
      version: 2,
    });
    expect(renamed.type.requiredDates).to.deep.equal([]);
    expect(await failureOf(put({ expectedVersion: 1 }))).to.equal('version_conflict');
    expect((await put({ name: 'Cover note' })).type.version).to.equal(2);

    const archived = await put({ status: 'archived' });
    expect(archived.type.status).to.equal('archived');
    expect((await types()).map(({ id }) => id)).to.not.include(type.id);
    expect((await types({ status: 'archived' })).map(({ id }) => id)).to.deep.equal([type.id]);
    await create({ name: 'certificate' });
    expect(await failureOf(put({}))).to.equal('type.duplicate');
    expect((await put({ name: 'Certificate II' })).type.status).to.equal('active');
    expect(
      (await happened()).filter(({ target }) => target.id === type.id).map((one) => one.type),
    ).to.deep.equal([
      'document_type.created',
      'document_type.updated',
      'document_type.archived',
      'document_type.updated',
    ]);
  });

  it('keep what a built-in type is, which may be left out', async () => {
    const { builtIn, lifecycle, owner } = await office();
    const passport = await builtIn('passport');
    const put = (input: object) =>
      lifecycle.updateDocumentType({ typeId: passport.id, name: 'Passport', ...input }, owner.session);

    const { type } = await put({ ownerRequired: true });

    expect(type).to.include({ ownerRequired: true, governmentIdentity: true, key: 'passport' });
    expect(type.identityFormats).to.deep.equal(['TD3']);
    expect((await put({ identityFormats: ['TD3'], governmentIdentity: true })).type.version).to.equal(3);
    expect(await failureOf(put({ governmentIdentity: false }))).to.equal('type.built_in');
    expect(await failureOf(put({ identityFormats: [] }))).to.equal('type.built_in');
  });

  it('LIF-24: count the active documents that the caller sees', async () => {
    const { builtIn, upload, bo, types, owner, documents } = await office();
    const { id: documentTypeId } = await builtIn('lease');
    await upload({ documentTypeId });
    await upload({ documentTypeId, visibility: 'restricted' });
    const trashed = await upload({ documentTypeId });
    await documents.trashDocument({ documentId: trashed.id }, owner.session);

    const counted = async (as = owner) =>
      (await types({}, as)).find(({ key }) => key === 'lease')?.documentCount;
    expect(await counted()).to.equal(2);
    expect(await counted(bo)).to.equal(1);
  });

  it('are given to documents while they are active', async () => {
    const { builtIn, create, upload, lifecycle, owner, stranger } = await office();
    const { id: documentTypeId } = await builtIn('contract');
    const { type } = await create({});
    await lifecycle.updateDocumentType(
      { typeId: type.id, name: 'Certificate', status: 'archived' },
      owner.session,
    );
    const other = await stranger();

    expect((await upload({ documentTypeId })).documentTypeId).to.equal(documentTypeId);
    expect(await failureOf(upload({ documentTypeId: type.id }))).to.equal('type.archived');
    const [foreign] = (await lifecycle.listDocumentTypes({}, other.session)).types;
    expect(await failureOf(upload({ documentTypeId: foreign?.id ?? '' }))).to.equal('type.not_found');
  });

  it('LIF-29: are at most 500 that are not archived', async () => {
    const { create, sql, workspaceId } = await office();
    await sql(
      `insert into document_types select gen_random_uuid(), workspace_id, 'copy_' || n, 'Copy ' || n, 'copy ' || n, description,
         category, false, status, expiration_expected, owner_required, required_dates, required_identifiers,
         government_identity, identity_formats, extraction_languages, created_at, updated_at, version
       from document_types, generate_series(1, $2::integer) n where workspace_id = $1 and key = 'other'`,
      [workspaceId, 500 - builtInDocumentTypes.length - 1],
    );

    expect((await create({ name: 'The last' })).type.name).to.equal('The last');
    expect(await failureOf(create({ name: 'One more' }))).to.equal('type.too_many');
  });

  it('are listed page by page', async () => {
    const { lifecycle, owner, types } = await office();
    const walked: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Awaited<ReturnType<typeof lifecycle.listDocumentTypes>> = await lifecycle.listDocumentTypes(
        { limit: 4, ...(cursor === '' ? {} : { cursor }) },
        owner.session,
      );
      walked.push(...page.types.map(({ id }) => id));
      cursor = page.nextCursor;
    }

    expect(walked).to.deep.equal((await types()).map(({ id }) => id));
  });
});
