import { expect } from 'chai';
import { onBothDatabases } from '../testing/both-databases.ts';
import { recordOffice } from '../testing/index.ts';

onBothDatabases('what a subject knows of its cases', (database) => {
  it('REC-93: follows links, what is open to all, and merges', async () => {
    const office = await recordOffice({ database: database() });
    const { sql, create, open, owner, records } = office;
    const [ann, ben] = [await create({ displayName: 'Ann' }), await create({ displayName: 'Ben' })];
    const known = async (subjectId: string) =>
      (
        await sql('select has_case "hasCase", has_open_case "hasOpenCase" from subjects where id = $1', [
          subjectId,
        ])
      )[0];
    const [none, closed, both] = [
      { hasCase: false, hasOpenCase: false },
      { hasCase: true, hasOpenCase: false },
      { hasCase: true, hasOpenCase: true },
    ];

    expect(await known(ann.id)).to.deep.equal(none);
    const { id: caseId } = await open({ subjectId: ann.id });
    expect(await known(ann.id)).to.deep.equal(closed);
    const { caseSubject } = await records.addCaseSubject(
      { caseId, subjectId: ben.id, role: 'witness' },
      owner.session,
    );
    await records.updateCase({ caseId, visibility: 'workspace' }, owner.session);
    expect([await known(ann.id), await known(ben.id)]).to.deep.equal([both, both]);
    await records.endCaseSubject(
      { caseId, caseSubjectId: caseSubject.id, reason: 'By mistake' },
      owner.session,
    );
    expect([await known(ann.id), await known(ben.id)]).to.deep.equal([both, none]);

    await records.mergeSubject(
      {
        ...{ subjectId: ben.id, mergedSubjectId: ann.id, reason: 'The same' },
        ...{ expectedVersion: ben.version, mergedExpectedVersion: ann.version },
      },
      owner.session,
    );
    expect(await known(ben.id)).to.deep.equal({ hasCase: false, hasOpenCase: true });
    await records.updateCase({ caseId, visibility: 'team' }, owner.session);
    expect([await known(ann.id), await known(ben.id)]).to.deep.equal([closed, none]);
  });
});
