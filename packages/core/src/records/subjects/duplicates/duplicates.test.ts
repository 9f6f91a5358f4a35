import { failureOf, onBothDatabases, recordOffice } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import type { Failure } from '../../../kernel/errors.ts';
import { maskOf } from '../../access/labels.ts';

const smith = {
  displayName: 'Ann Smith',
  birthDate: '1980-04-02',
  contacts: [{ system: 'email' as const, value: 'ann@example.org' }],
};

onBothDatabases('duplicates of subjects', (database) => {
  const office = async () => {
    const here = await recordOffice({ database: database() });
    const check = (input: object = {}, as = here.bo) =>
      here.records.checkSubjectDuplicates({ ...smith, ...input }, as.session);
    return { ...here, check };
  };

  it('REC-9: are found with their reasons, the likeliest first, and nothing is written', async () => {
    const { create, check, happened } = await office();
    const same = await create(smith);
    const alike = await create({ displayName: 'Anne Smith', birthDate: '1980-02-04' });
    await create({ displayName: 'Paul Weber', birthDate: '1980-04-02' });
    const before = (await happened()).length;

    const { candidates, count } = await check();

    expect(candidates.map(({ subjectId, score, band }) => [subjectId, score, band])).to.deep.equal([
      [same.id, 100, 'certain'],
      [alike.id, 64, 'possible'],
    ]);
    expect(candidates[0]).to.deep.equal({
      subjectId: same.id,
      subjectNumber: 'S-000001',
      displayName: 'Ann Smith',
      birthDate: '1980-04-02',
      status: 'active',
      score: 100,
      band: 'certain',
      reasons: [
        { field: 'name', kind: 'exact', points: 40 },
        { field: 'familyName', kind: 'phonetic', points: 10 },
        { field: 'birthDate', kind: 'exact', points: 30 },
        { field: 'email', kind: 'exact', points: 20 },
      ],
      dismissed: false,
    });
    expect([count, (await happened()).length]).to.deep.equal([2, before]);
  });

  it('REC-10: a certain one refuses a new subject, unless somebody says why it is another', async () => {
    const { create, check, list, happened, bo } = await office();
    const first = await create(smith);

    expect(await failureOf(create(smith))).to.equal('subject.duplicate');
    expect((await list()).count).to.equal(1);
    const second = await create({ ...smith, duplicateOverride: { reason: 'Mother and daughter' } });

    expect((await happened()).slice(-2)).to.deep.equal([
      {
        type: 'subject.created',
        facts: { confidentiality: 'standard', kind: 'person' },
        target: { kind: 'subject', id: second.id },
      },
      {
        type: 'subject.duplicate_overridden',
        facts: { candidateIds: [first.id] },
        target: { kind: 'subject', id: second.id },
      },
    ]);
    expect(
      (await check()).candidates.map(({ subjectId, dismissed }) => [subjectId, dismissed]),
    ).to.deep.equal([
      [first.id, true],
      [second.id, false],
    ]);
    // The second is itself a subject that a third would repeat, and it alone stands in the way.
    const refused: Failure = await create(smith, bo).catch((error) => error);
    expect(refused.code).to.equal('subject.duplicate');
    expect(refused.details?.map(({ message }) => message)).to.deep.equal([
      `Look at ${second.subjectNumber}, whose id is ${second.id}: the score is 100.`,
    ]);
  });

  it('REC-11: an identifier that is taken is found before duplicates, and no override lifts it', async () => {
    const { create } = await office();
    const identifiers = [{ type: 'national_id', system: 'urn:de:steuer', value: '12 345' }];
    await create({ ...smith, identifiers });

    const again = { ...smith, identifiers, duplicateOverride: { reason: 'Another person' } };
    expect(await failureOf(create(again))).to.equal('subject.identifier_taken');
  });

  it('REC-98: one that is hidden from the caller is no candidate, and refuses nothing', async () => {
    const { create, check, label, bo, cy } = await office();
    const hidden = await create(smith);
    await label(hidden.id, maskOf(['restricted']));

    expect((await check({}, cy)).count).to.equal(0);
    expect((await check({}, bo)).count).to.equal(0);
    expect((await check({ purposeOfUse: 'treatment' }, bo)).count).to.equal(1);
    expect(await failureOf(create(smith, cy))).to.equal('none');
  });

  it('are found by what a change made of them', async () => {
    const { create, change, check } = await office();
    const { id } = await create({ displayName: 'Bea Miller' });
    expect((await check()).count).to.equal(0);

    await change(id, { displayName: 'Ann Smyth', birthDate: '1980-04-02' });

    const [found] = (await check()).candidates;
    expect([found?.subjectId, found?.score]).to.deep.equal([id, 78]);
  });
});
