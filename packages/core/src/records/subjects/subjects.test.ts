import { failureOf, faultsOf, recordOffice } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { labelRules, maskOf, purposes } from '../access/labels.ts';

const passport = { type: 'passport', system: 'urn:passports', value: 'C01 X00-T47' } as const;

describe('subjects', () => {
  it('are created with a number, defaults and a name made of its parts', async () => {
    const { create, bo, workspaceId, happened } = await recordOffice();

    const subject = await create({
      displayName: undefined,
      name: { prefix: 'Dr', given: 'Ann', family: 'Smith' },
      identifiers: [passport],
      contacts: [
        { system: 'phone', value: '+49 30 123456' },
        { system: 'email', value: 'ann@example.org' },
      ],
    });

    const { id, createdAt, updatedAt, contacts, identifiers, canonicalSubjectId, ...kept } = subject;
    expect(canonicalSubjectId).to.equal(id);
    expect(createdAt).to.equal(updatedAt);
    expect(kept).to.deep.equal({
      workspaceId,
      subjectNumber: 'S-000001',
      kind: 'person',
      name: { prefix: 'Dr', given: 'Ann', middle: null, family: 'Smith', suffix: null, preferred: null },
      displayName: 'Dr Ann Smith',
      aliases: [],
      birthDate: null,
      birthDateEstimated: false,
      deceasedOn: null,
      gender: null,
      pronouns: null,
      language: null,
      interpreterNeeded: false,
      addresses: [],
      externalReference: null,
      tags: [],
      customFields: {},
      status: 'active',
      mergedIntoSubjectId: null,
      mergedSubjectIds: [],
      onLegalHold: false,
      disposedAt: null,
      confidentiality: 'standard',
      additionalLabels: [],
      effectiveLabels: [],
      createdBy: { userId: bo.id, displayName: 'Bo' },
      updatedBy: { userId: bo.id, displayName: 'Bo' },
      version: 1,
    });
    expect(contacts.map(({ value }) => value)).to.deep.equal(['+4930123456', 'ann@example.org']);
    expect(identifiers.map(({ value, status }) => [value, status])).to.deep.equal([
      ['C01 X00-T47', 'active'],
    ]);
    expect((await happened()).at(-1)).to.deep.equal({
      type: 'subject.created',
      facts: { confidentiality: 'standard', kind: 'person' },
      target: { kind: 'subject', id },
    });
  });

  it('say which fields are wrong', async () => {
    const { create } = await recordOffice();
    const faults = (input: object) => faultsOf(create(input));

    expect(await faults({ displayName: undefined })).to.deep.equal(['/displayName field.required']);
    expect(
      await faults({ displayName: undefined, name: { prefix: 'Dr', preferred: 'Annie' } }),
    ).to.deep.equal(['/displayName field.required']);
    expect(await faults({ birthDate: '1980-02-30' })).to.deep.equal(['/birthDate field.invalid']);
    expect(await faults({ birthDate: '1849' })).to.deep.equal(['/birthDate field.invalid']);
    expect(await faults({ birthDate: '2027' })).to.deep.equal(['/birthDate field.out_of_range']);
    expect(await faults({ birthDate: '1980-04', deceasedOn: '1979' })).to.deep.equal([
      '/deceasedOn field.out_of_range',
    ]);
    expect(await faults({ tags: ['a', 'a'] })).to.deep.equal(['/tags field.duplicate']);
    expect(await faults({ customFields: { Big: 1 } })).to.have.length(1);
    expect(await faults({ identifiers: [passport, passport] })).to.deep.equal([
      '/identifiers field.duplicate',
    ]);
    expect(
      await faults({
        identifiers: [
          { ...passport, primary: true },
          { ...passport, value: 'other', primary: true },
        ],
      }),
    ).to.deep.equal(['/identifiers field.duplicate']);
    expect(await faults({ additionalLabels: ['sealed', 'sealed'] })).to.deep.equal([
      '/additionalLabels field.duplicate',
    ]);
  });

  it('REC-23: have numbers that are unique and grow, under twenty creations at once', async () => {
    const { create } = await recordOffice();

    const created = await Promise.all(
      Array.from({ length: 20 }, (_, at) => create({ displayName: `Person ${at}` })),
    );

    const numbers = created.map(({ subjectNumber }) => subjectNumber).sort();
    expect(numbers).to.deep.equal(
      Array.from({ length: 20 }, (_, at) => `S-${String(at + 1).padStart(6, '0')}`),
    );
  });

  it('are changed by whoever made them, by owners and by admins, each field by itself', async () => {
    const { create, change, bo, cy, admin, happened } = await recordOffice();
    const { id } = await create({ name: { given: 'Ann', family: 'Smith' }, displayName: undefined });

    const after = await change(id, { name: { given: 'Ann', family: 'Jones' }, pronouns: 'she/her' });
    const emptied = await change(id, { pronouns: null, tags: ['vip'] }, admin, 2);
    const same = await change(id, { tags: ['vip'] }, bo, 3);

    expect([after.displayName, after.pronouns, after.version]).to.deep.equal(['Ann Jones', 'she/her', 2]);
    expect([emptied.pronouns, emptied.tags, emptied.updatedBy.displayName]).to.deep.equal([
      null,
      ['vip'],
      'Ann',
    ]);
    expect(same.version).to.equal(3);
    expect((await change(id, { name: { given: 'Ann', family: 'Jones' } }, bo, 3)).version).to.equal(3);
    expect(await failureOf(change(id, { pronouns: 'x' }, cy, 3))).to.equal('permission.denied');
    expect(await failureOf(change(id, { pronouns: 'x' }, bo, 1))).to.equal('version_conflict');
    expect(
      (await happened()).filter(({ type }) => type === 'subject.updated').map(({ facts }) => facts),
    ).to.deep.equal([{ changed: ['displayName', 'name', 'pronouns'] }, { changed: ['pronouns', 'tags'] }]);
  });

  it('keep personal values out of the chain of the ledger', async () => {
    const { create, change, lines } = await recordOffice();
    const { id } = await create({ displayName: 'Zoe Unusual', identifiers: [passport] });
    await change(id, { displayName: 'Zoe Seldom', birthDate: '1980-04-02' });

    const written = (await lines()).map(({ payload }) => payload).join('\n');

    expect(written).to.include('"changed":["birthDate","displayName"]');
    for (const personal of ['Unusual', 'Seldom', '1980-04-02', 'C01'])
      expect(written).to.not.include(personal);
  });

  it('are put aside and taken back by their status, into the archive by owners and admins', async () => {
    const { create, change, admin, bo, happened } = await recordOffice();
    const { id } = await create();

    expect((await change(id, { status: 'inactive' })).status).to.equal('inactive');
    expect(await failureOf(change(id, { status: 'archived' }, bo, 2))).to.equal('permission.denied');
    expect((await change(id, { status: 'archived' }, admin, 2)).status).to.equal('archived');
    expect(await failureOf(change(id, { status: 'inactive' }, admin, 3))).to.equal('subject.invalid_state');
    expect((await change(id, { status: 'active' }, admin, 3)).status).to.equal('active');
    expect(
      (await happened()).filter(({ type }) => type === 'subject.status_changed').map(({ facts }) => facts),
    ).to.deep.equal([
      { from: 'active', to: 'inactive' },
      { from: 'inactive', to: 'archived' },
      { from: 'archived', to: 'active' },
    ]);
  });

  it('have an external reference that no other has', async () => {
    const { create, change } = await recordOffice();
    await create({ externalReference: 'crm-1' });
    const { id } = await create({ displayName: 'Bob Jones' });

    expect(await failureOf(create({ displayName: 'Cleo Patra', externalReference: 'crm-1' }))).to.equal(
      'subject.reference_taken',
    );
    expect(await failureOf(change(id, { externalReference: 'crm-1' }))).to.equal('subject.reference_taken');
    expect((await change(id, { externalReference: 'crm-2' })).externalReference).to.equal('crm-2');
  });

  it('REC-1: one of another workspace, one that there is not and one that is hidden look the same', async () => {
    const { create, get, label, cy, guest, stranger } = await recordOffice();
    const other = await stranger();
    const { id } = await create();
    const hidden = await create({ displayName: 'Bob Jones' });
    await label(hidden.id, maskOf(['restricted']));
    const nobody = '01900000-0000-7000-8000-00000000000a';

    const outcomes = await Promise.all(
      [get(id, other), get(nobody), get(hidden.id, cy), get(hidden.id, cy, 'emergency'), get(id, guest)].map(
        failureOf,
      ),
    );

    expect(outcomes).to.deep.equal(outcomes.map(() => 'subject.not_found'));
  });

  it('without a case are seen by their creator whatever their labels, for a purpose', async () => {
    const { create, get, label, bo, owner } = await recordOffice();
    const { id } = await create();
    await label(id, maskOf(['psychotherapy']));

    expect(await failureOf(get(id))).to.equal('records.purpose_required');
    expect(await failureOf(get(id, bo, 'legal_proceedings'))).to.equal('records.purpose_not_allowed');
    expect((await get(id, bo, 'treatment')).effectiveLabels).to.deep.equal(['psychotherapy']);
    expect(await failureOf(get(id, owner, 'treatment'))).to.equal('subject.not_found');
  });

  it('REC-6: a read of what is labelled beyond confidential leaves a line with purpose and right', async () => {
    const { create, get, list, label, bo, lines } = await recordOffice();
    const plain = await create({ confidentiality: 'confidential' });
    const { id } = await create({ displayName: 'Bob Jones' });
    await label(id, maskOf(['safeguarding']));
    const before = (await lines()).length;

    await get(plain.id);
    await list();
    await get(id, bo, 'treatment');
    await list({ purposeOfUse: 'emergency' });

    const said = (await lines()).slice(before).map(({ action, payload }) => {
      const { labels, access, purposeOfUse, facts } = JSON.parse(payload);
      return { action, labels, basis: access.basis, purposeOfUse, facts };
    });
    expect(said).to.deep.equal([
      {
        action: 'subject.read',
        labels: ['safeguarding'],
        basis: 'author',
        purposeOfUse: 'treatment',
        facts: {},
      },
      {
        action: 'records.list_read',
        labels: ['safeguarding'],
        basis: 'author',
        purposeOfUse: 'emergency',
        facts: { resource: 'subjects', count: 1, ids: [id] },
      },
    ]);
  });

  it('REC-7: a refusal about a subject that there is stands in the ledger once a minute', async () => {
    const { create, get, change, label, cy, lines, clock } = await recordOffice();
    const { id } = await create();
    const open = await create({ displayName: 'Bob Jones' });
    await label(id, maskOf(['restricted']));
    const denied = async () => (await lines()).filter(({ outcome }) => outcome === 'denied');

    await failureOf(get(id, cy));
    await failureOf(get(id, cy));
    await failureOf(get('01900000-0000-7000-8000-00000000000a', cy));
    await failureOf(change(open.id, { tags: ['mine'] }, cy));
    const first = await denied();
    clock.advance({ seconds: 61 });
    await failureOf(get(id, cy));

    expect(
      first.map(({ payload }) => {
        const { facts, refs } = JSON.parse(payload);
        return [refs.subjectId, facts];
      }),
    ).to.deep.equal([
      [id, { code: 'subject.not_found' }],
      [open.id, { code: 'permission.denied' }],
    ]);
    expect(await denied()).to.have.length(3);
  });

  it('REC-92: are not given a label that the caller is not cleared for, nor a purpose that is none', async () => {
    const { create, change, bo } = await recordOffice();
    const { id } = await create();

    for (const confidentiality of Object.keys(labelRules).filter((label) => label !== 'confidential')) {
      expect(await failureOf(create({ confidentiality, purposeOfUse: 'treatment' }))).to.equal(
        'records.label_not_cleared',
      );
      expect(await failureOf(change(id, { additionalLabels: [confidentiality] }))).to.equal(
        'records.label_not_cleared',
      );
    }
    expect(
      (await create({ displayName: 'Cleo Patra', confidentiality: 'confidential' }, bo)).effectiveLabels,
    ).to.deep.equal(['confidential']);
    expect(await faultsOf(create({ purposeOfUse: 'curiosity' }))).to.deep.equal([
      '/purposeOfUse field.not_an_option',
    ]);
  });

  it('lose a label for a reason alone, and leave a line for it', async () => {
    const { create, change, owner, cy, happened, get } = await recordOffice();
    const { id } = await create({ confidentiality: 'confidential' });
    const lower = (input: object, as = owner) => change(id, { confidentiality: 'standard', ...input }, as);

    expect(await failureOf(get(id, cy))).to.equal('subject.not_found');
    expect(await faultsOf(lower({}))).to.deep.equal(['/confidentialityReason field.required']);
    expect((await lower({ confidentialityReason: 'Published since' })).effectiveLabels).to.deep.equal([]);
    expect((await get(id, cy)).id).to.equal(id);
    await change(id, { confidentiality: 'confidential' }, owner, 2);
    expect((await happened()).slice(-2).map(({ type, facts }) => [type, facts])).to.deep.equal([
      ['confidentiality.lowered', { removed: ['confidential'] }],
      ['confidentiality.raised', { added: ['confidential'] }],
    ]);
  });

  it('are beyond every label gone for whoever neither made them nor works on them', async () => {
    const { create, get, label, owner, admin, cy } = await recordOffice();
    const { id } = await create();

    for (const [name, { bit }] of Object.entries(labelRules)) {
      await label(id, bit);
      for (const purpose of purposes)
        for (const someone of [owner, admin, cy]) {
          const outcome = await failureOf(get(id, someone, purpose));
          const passes = name === 'confidential' && someone !== cy;
          expect([name, purpose, outcome]).to.deep.equal([
            name,
            purpose,
            passes ? 'none' : 'subject.not_found',
          ]);
        }
    }
  });
});
