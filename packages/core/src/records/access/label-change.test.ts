import { expect } from 'chai';
import { Failure } from '../../kernel/errors.ts';
import { type Labeller, requireMayRemove, requireMaySet } from './label-change.ts';
import { type Label, labels, maskOf } from './labels.ts';

const nobody: Labeller = { clearance: 0, isManager: false, isPrivacyOfficer: false, caseRole: null };
const codeOf = (work: () => void) => {
  try {
    work();
    return 'none';
  } catch (error) {
    return error instanceof Failure ? error.code : error;
  }
};

describe('labels of a record', () => {
  const cleared = maskOf(['restricted', 'sealed']);

  it('are set by whoever is cleared for them, and confidential by anybody', () => {
    const set = (label: Label) => codeOf(() => requireMaySet(maskOf([label]), { clearance: cleared }));

    expect(labels.filter((label) => set(label) === 'none')).to.deep.equal([
      'confidential',
      'restricted',
      'sealed',
    ]);
    expect(set('executive')).to.equal('records.label_not_cleared');
  });

  it('are removed by the lead of the case who is cleared, and sealed by one who is privacy officer too', () => {
    const removable = (labeller: Partial<Labeller>) =>
      labels.filter(
        (label) => codeOf(() => requireMayRemove(maskOf([label]), { ...nobody, ...labeller })) === 'none',
      );

    expect(removable({ clearance: cleared, caseRole: 'contributor', isPrivacyOfficer: true })).to.deep.equal(
      [],
    );
    expect(removable({ clearance: cleared, isManager: true })).to.deep.equal(['confidential']);
    expect(removable({ caseRole: 'lead' })).to.deep.equal(['confidential']);
    expect(removable({ clearance: cleared, caseRole: 'lead' })).to.deep.equal(['confidential', 'restricted']);
    expect(removable({ clearance: cleared, caseRole: 'lead', isPrivacyOfficer: true })).to.deep.equal([
      'confidential',
      'restricted',
      'sealed',
    ]);
  });

  it('are not removed together with one that stays', () => {
    const lead: Labeller = { ...nobody, caseRole: 'lead', clearance: maskOf(['restricted']) };
    const both = maskOf(['restricted', 'executive']);

    expect(codeOf(() => requireMayRemove(both, lead))).to.equal('records.label_lowering_not_allowed');
  });
});
