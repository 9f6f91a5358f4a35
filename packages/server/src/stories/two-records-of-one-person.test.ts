import { expect } from 'chai';
import { codeOf, type Installation, openInstallation } from './testing/installation.ts';
import { peopleOf } from './testing/people.ts';

const nationalId = { type: 'national_id', system: 'urn:de:id', value: 'L01X00T47' } as const;
const grace = {
  displayName: 'Grace Hopper',
  birthDate: '1986-12-09',
  contacts: [{ system: 'email' as const, value: 'grace@example.org' }],
};
const reason = 'Registered twice';

describe('records 13, walk-through 3: duplicate, merge, undo', () => {
  let installation: Installation;
  before(async () => {
    installation = await openInstallation();
  });
  after(() => installation?.close());

  it('somebody who was registered twice becomes one person, and two again, exactly as they were', async () => {
    const ada = await peopleOf(installation).registerVerified('ada@example.com', 'Ada');
    const { records } = ada;
    const { subject: first } = await records.createSubject({ ...grace, identifiers: [nationalId] });
    const other = { displayName: 'Somebody Else', identifiers: [nationalId] };
    expect(await codeOf(records.createSubject(other))).to.equal('subject.identifier_taken');
    expect(await codeOf(records.createSubject(grace))).to.equal('subject.duplicate');
    const passport = { type: 'passport', system: 'urn:passports', value: 'C01X00T47' } as const;
    const { subject: second } = await records.createSubject({
      ...grace,
      identifiers: [passport],
      duplicateOverride: { reason: 'She says that she was never here' },
    });
    const open = async (subjectId: string, title: string) =>
      (await records.createCase({ title, caseType: 'general', subjectId })).case.id;
    const cases = [await open(first.id, 'Hopper, custody'), await open(second.id, 'Hopper, estate')];
    // What an export of before would hold.
    const exported = async (subjectId: string) => {
      const { subject } = await records.getSubject({ subjectId });
      const { version: _v, updatedAt: _a, updatedBy: _b, merges: _m, ...kept } = subject;
      return JSON.stringify(kept);
    };
    const before = [await exported(first.id), await exported(second.id)];
    const merge = async (subjectId: string, mergedSubjectId: string) => {
      const { subject: survivor } = await records.getSubject({ subjectId });
      const { subject: merged } = await records.getSubject({ subjectId: mergedSubjectId });
      const versions = { expectedVersion: survivor.version, mergedExpectedVersion: merged.version };
      return records.mergeSubject({ subjectId, mergedSubjectId, reason, ...versions });
    };

    const { merge: one } = await merge(first.id, second.id);

    const { subject: survivor } = await records.getSubject({ subjectId: first.id });
    expect(survivor.identifiers.map(({ value }) => value)).to.have.members(['L01X00T47', 'C01X00T47']);
    expect(survivor.cases?.map(({ id }) => id)).to.have.members(cases);
    const { subject: gone } = await records.getSubject({ subjectId: second.id });
    expect([gone.status, gone.mergedIntoSubjectId]).to.deep.equal(['merged', first.id]);

    const { subject: third } = await records.createSubject({ displayName: 'G. M. Hopper' });
    const { merge: two } = await merge(first.id, third.id);
    const reverse = (mergeId: string) =>
      records.reverseSubjectMerge({ mergeId, reason: 'Two people after all' });
    expect(await codeOf(reverse(one.id))).to.equal('subject_merge.later_merge_exists');
    await reverse(two.id);
    await reverse(one.id);

    expect([await exported(first.id), await exported(second.id)]).to.deep.equal(before);
    const { workspace } = await ada.identity.getMe();
    const { actions, holds } = await installation.ledger(workspace?.id ?? '');
    expect(holds).to.equal(true);
    expect(actions.filter((action) => action.startsWith('subject.merge'))).to.deep.equal([
      'subject.merged',
      'subject.merged',
      'subject.merge_reversed',
      'subject.merge_reversed',
    ]);
  });
});
