import { failureOf, onBothDatabases, recordOffice } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { maskOf } from '../access/labels.ts';
import { maskedValue, normalisedIdentifier } from './identifiers.ts';

const insurance = { type: 'client_number', system: 'urn:de:kv', value: 'A 12-34.5' } as const;

describe('the values of identifiers', () => {
  it('show their end alone, and none of it if they are short', () => {
    expect(['123456', '12345', '€é🙂bcdef'].map(maskedValue)).to.deep.equal(['••••3456', '••••', '••••cdef']);
  });

  it('are compared however they are written', () => {
    expect(['A 12-34.5', 'a12345', 'Ａ１２３４５'].map(normalisedIdentifier)).to.deep.equal([
      'A12345',
      'A12345',
      'A12345',
    ]);
  });
});

onBothDatabases('identifiers of subjects', (database) => {
  const office = async () => {
    const here = await recordOffice({ database: database() });
    const add = (subjectId: string, input: object = {}, as = here.bo) =>
      here.records.addSubjectIdentifier({ subjectId, ...insurance, ...input }, as.session);
    const drop = (subjectId: string, identifierId: string, as = here.bo) =>
      here.records.voidSubjectIdentifier({ subjectId, identifierId, reason: 'Misread' }, as.session);
    return { ...here, add, drop };
  };

  it('REC-11: one belongs to one subject, however it is written, until it is voided', async () => {
    const { create, add, drop, happened } = await office();
    const { id, identifiers } = await create({ identifiers: [insurance] });
    const other = await create({ displayName: 'Bob Jones' });
    const same = { ...insurance, value: 'a12345' };

    expect(await failureOf(add(other.id, same))).to.equal('subject.identifier_taken');
    expect(await failureOf(create({ displayName: 'Cleo Patra', identifiers: [same] }))).to.equal(
      'subject.identifier_taken',
    );
    expect(await failureOf(add(other.id, { ...same, system: 'urn:at:kv' }))).to.equal('none');
    const { subject } = await drop(id, identifiers[0]?.id ?? '');
    expect(subject.identifiers.map(({ status }) => status)).to.deep.equal(['entered_in_error']);
    expect(await failureOf(drop(id, identifiers[0]?.id ?? ''))).to.equal('subject_identifier.not_found');
    // Nobody was kept from anything.
    expect((await happened()).map(({ type }) => type)).to.not.include('access.denied');
    expect(await failureOf(add(other.id, same))).to.equal('none');
  });

  it('REC-11: of two creations at once with the same identifier one succeeds', async () => {
    const { create } = await office();
    const at = (displayName: string) => failureOf(create({ displayName, identifiers: [insurance] }));

    for (let round = 0; round < 5; round += 1) {
      const outcomes = await Promise.all(['Ada', 'Bea'].map(at));
      expect(outcomes.sort()).to.deep.equal(
        round === 0
          ? ['none', 'subject.identifier_taken']
          : ['subject.identifier_taken', 'subject.identifier_taken'],
      );
    }
  });

  it('REC-11: where the holder is hidden nothing tells of it, and both are marked as a conflict', async () => {
    const { create, label, cy, sql, workspaceId } = await office();
    const hidden = await create({ identifiers: [insurance] });
    await label(hidden.id, maskOf(['restricted']));

    const second = await create({ displayName: 'Bob Jones', identifiers: [insurance] }, cy);

    const kept = await sql<{ subject: string; group: string }>(
      'select subject_id subject, conflict_group "group" from subject_identifiers where workspace_id = $1 order by id',
      [workspaceId],
    );
    expect(kept.map(({ subject }) => subject)).to.deep.equal([hidden.id, second.id]);
    expect(new Set(kept.map(({ group }) => group)).size).to.equal(1);
    expect(kept[0]?.group).to.be.a('string');
    expect(second.identifiers).to.have.length(1);
  });

  it('REC-11: each value that is in conflict has a group of its own', async () => {
    const { create, label, cy, sql, workspaceId } = await office();
    const passport = { type: 'passport', system: 'urn:passports', value: 'C01' } as const;
    for (const [displayName, identifier] of [
      ['Ann Smith', insurance],
      ['Bob Jones', passport],
    ] as const) {
      const { id } = await create({ displayName, identifiers: [identifier] });
      await label(id, maskOf(['restricted']));
    }

    await create({ displayName: 'Cleo Patra', identifiers: [insurance, passport] }, cy);

    const groups = await sql<{ holders: number }>(
      `select count(*)::integer holders from subject_identifiers where workspace_id = $1 and conflict_group is not null
       group by conflict_group, value_mac`,
      [workspaceId],
    );
    expect(groups).to.deep.equal([{ holders: 2 }, { holders: 2 }]);
    const all = await sql('select distinct conflict_group from subject_identifiers where workspace_id = $1', [
      workspaceId,
    ]);
    expect(all).to.have.length(2);
  });

  it('are whole for whoever may change the subject, and sealed in the database', async () => {
    const { create, get, add, cy, owner, sql, workspaceId, happened } = await office();
    const { id } = await create();
    const { identifier, subject } = await add(id, { primary: true });
    await add(id, { value: 'B 99-88.7', primary: true });

    expect([identifier.value, subject.version]).to.deep.equal(['A 12-34.5', 2]);
    const values = async (as: typeof cy) =>
      (await get(id, as)).identifiers.map(({ value, primary }) => [value, primary]);
    expect(await values(owner)).to.deep.equal([
      ['A 12-34.5', false],
      ['B 99-88.7', true],
    ]);
    expect(await values(cy)).to.deep.equal([
      ['••••34.5', false],
      ['••••88.7', true],
    ]);
    expect(await failureOf(add(id, { value: 'x' }, cy))).to.equal('permission.denied');
    const [row] = await sql<{ row: string }>(
      'select row_to_json(i)::text "row" from subject_identifiers i where workspace_id = $1',
      [workspaceId],
    );
    expect(row?.row).to.not.include('34.5').and.not.include('A12345');
    const added = (await happened()).filter(({ type }) => type === 'subject.identifier_added');
    expect(added.map(({ facts }) => facts)).to.deep.equal([
      { type: 'client_number' },
      { type: 'client_number' },
    ]);
  });

  it('are at most fifty of one subject', async () => {
    const { create, add } = await office();
    const { id } = await create();
    for (let number = 1; number <= 50; number += 1) await add(id, { value: `N${number}` });

    expect(await failureOf(add(id, { value: 'N51' }))).to.equal('subject.identifier_limit');
  });
});
