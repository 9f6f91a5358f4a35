import { expect } from 'chai';
import { roles } from '../../kernel/access.ts';
import {
  accessToCase,
  accessToSubject,
  type CaseStanding,
  caseRoles,
  type RecordCaller,
} from './decision.ts';
import {
  allLabels,
  confidentialities,
  type Label,
  labels,
  labelsOf,
  maskOf,
  purposes,
  statedLabels,
  statedMask,
} from './labels.ts';
import { masksOpenedBy, purposesFor, purposeVerdict } from './purposes.ts';

const outside: CaseStanding = {
  caseRole: null,
  isBlocked: false,
  isVisibleToWorkspace: false,
  isAuthor: false,
  grants: [],
};
const caller = (role: RecordCaller['role'], cleared: boolean): RecordCaller => ({
  userId: 'usr_caller',
  role,
  clearance: cleared ? allLabels : 0,
});
const maskOfLabel = (label: (typeof confidentialities)[number]) =>
  label === 'standard' ? 0 : maskOf([label]);

/** Columns: standard, then the labels by rank. Who is cleared stands behind who is not. */
const table: Readonly<Record<string, { readonly not: string; readonly cleared: string }>> = {
  'owner without a case role': { not: 'YY-------', cleared: 'YY-------' },
  'admin without a case role': { not: 'YY-------', cleared: 'YY-------' },
  'member without a case role': { not: '---------', cleared: '---------' },
  'guest without a case role': { not: '---------', cleared: '---------' },
  'member as viewer': { not: 'YY-------', cleared: 'YYYYYYYY-' },
  'member as reviewer': { not: 'YY-------', cleared: 'YYYYYYYY-' },
  'member as contributor': { not: 'YY-------', cleared: 'YYYYYYYY-' },
  'member as lead': { not: 'YY-------', cleared: 'YYYYYYYYY' },
  'guest as viewer': { not: 'YY-------', cleared: 'YYYYYYYY-' },
  'guest as reviewer': { not: 'YY-------', cleared: 'YYYYYYYY-' },
  'guest as contributor': { not: '---------', cleared: '---------' },
  'guest as lead': { not: '---------', cleared: '---------' },
  'owner as lead': { not: 'YY-------', cleared: 'YYYYYYYYY' },
};

describe('the access decision of records', () => {
  for (const [who, expected] of Object.entries(table))
    for (const cleared of [false, true])
      it(`gives what is in a case to ${who}, ${cleared ? 'cleared' : 'not cleared'}, by the table of labels`, () => {
        const role = roles.find((known) => who.startsWith(known)) ?? 'guest';
        const caseRole = caseRoles.find((known) => who.endsWith(` as ${known}`)) ?? null;

        const marks = confidentialities.map((label) =>
          accessToCase(maskOfLabel(label), caller(role, cleared), { ...outside, caseRole }) === null
            ? '-'
            : 'Y',
        );

        expect(marks.join('')).to.equal(cleared ? expected.cleared : expected.not);
      });

  it('opens nothing behind an ethical wall, whatever else holds', () => {
    const grants = [
      {
        basis: 'break_glass',
        grantId: 'g',
        labels: allLabels,
        mayContribute: false,
        purposeOfUse: 'emergency',
      },
    ] as const;
    const everything = { caseRole: 'lead', isVisibleToWorkspace: true, isAuthor: true, grants } as const;

    for (const role of roles)
      expect(accessToCase(0, caller(role, true), { ...outside, ...everything, isBlocked: true })).to.equal(
        null,
      );
  });

  it('lets members read what a case shows to the workspace, and no label of it', () => {
    const standing = { ...outside, isVisibleToWorkspace: true };

    expect(accessToCase(0, caller('member', true), standing)).to.deep.equal({ basis: 'role', grantId: null });
    expect(accessToCase(maskOf(['confidential']), caller('member', true), standing)).to.equal(null);
    expect(accessToCase(0, caller('guest', true), standing)).to.equal(null);
  });

  it('opens to an author in the case all but what is sealed, and names the right that was used', () => {
    const author = { ...outside, caseRole: 'contributor', isAuthor: true } as const;
    const one = caller('member', false);

    expect(accessToCase(maskOf(['psychotherapy']), one, author)?.basis).to.equal('author');
    expect(accessToCase(maskOf(['confidential']), one, author)?.basis).to.equal('case_member');
    expect(accessToCase(maskOf(['sealed']), one, author)).to.equal(null);
    expect(accessToCase(maskOf(['psychotherapy']), one, { ...author, caseRole: null })).to.equal(null);
  });

  it('opens by a grant the labels that it holds', () => {
    const grant = {
      basis: 'temporary_access',
      grantId: 'g1',
      labels: maskOf(['sealed']),
      mayContribute: false,
      purposeOfUse: 'treatment' as const,
    } as const;
    const granted = { ...outside, grants: [grant] };

    expect(accessToCase(maskOf(['sealed']), caller('member', false), granted)).to.deep.equal({
      basis: 'temporary_access',
      grantId: 'g1',
    });
    expect(accessToCase(maskOf(['sealed', 'executive']), caller('member', false), granted)).to.equal(null);
  });

  it('gives a subject without a case to its creator whatever its labels, and to others by role', () => {
    const subject = { isCreator: false, cases: [], grants: [] };
    const marks = (role: RecordCaller['role'], isCreator: boolean) =>
      confidentialities
        .map((label) =>
          accessToSubject(maskOfLabel(label), caller(role, true), { ...subject, isCreator }, 'workspace') ===
          null
            ? '-'
            : 'Y',
        )
        .join('');

    expect(roles.map((role) => marks(role, false))).to.deep.equal([
      'YY-------',
      'YY-------',
      'Y--------',
      '---------',
    ]);
    expect(roles.map((role) => marks(role, true))).to.deep.equal([
      'YYYYYYYYY',
      'YYYYYYYYY',
      'YYYYYYYYY',
      '---------',
    ]);
  });

  it('gives a subject with cases through one of them, and not to its creator any more', () => {
    const lead = { ...outside, caseRole: 'lead' } as const;
    const sealed = maskOf(['sealed', 'restricted']);
    const reach = (cases: readonly CaseStanding[], cleared: boolean) =>
      accessToSubject(sealed, caller('member', cleared), { isCreator: true, cases, grants: [] }, 'workspace');

    expect(reach([outside], true)).to.equal(null);
    expect(reach([outside, lead], true)?.basis).to.equal('case_member');
    expect(reach([lead], false)).to.equal(null);
    expect(reach([{ ...lead, isBlocked: true }], true)).to.equal(null);
  });

  it('shows members the subjects of their own cases alone where the workspace says so', () => {
    const reach = (cases: readonly CaseStanding[], role: RecordCaller['role'] = 'member') =>
      accessToSubject(0, caller(role, false), { isCreator: false, cases, grants: [] }, 'case_team')?.basis ??
      null;

    expect(reach([outside])).to.equal(null);
    expect(reach([{ ...outside, caseRole: 'viewer' }])).to.equal('case_member');
    expect(reach([{ ...outside, caseRole: 'viewer' }], 'guest')).to.equal('case_member');
    expect(reach([], 'admin')).to.equal('role');
  });
});

describe('the labels of records', () => {
  it('have one form, the highest ranked first, however they are stated', () => {
    expect(
      statedLabels(
        statedMask({ confidentiality: 'restricted', additionalLabels: ['sealed', 'confidential'] }),
      ),
    ).to.deep.equal({ confidentiality: 'sealed', additionalLabels: ['restricted', 'confidential'] });
    expect(statedLabels(statedMask({ confidentiality: 'standard', additionalLabels: [] }))).to.deep.equal({
      confidentiality: 'standard',
      additionalLabels: [],
    });
    for (let mask = 0; mask < 256; mask += 1) expect(maskOf(labelsOf(mask))).to.equal(mask);
  });

  const allowed: Readonly<Record<Label, string>> = {
    confidential: 'YYYY',
    restricted: 'YYYY',
    executive: 'Y-Y-',
    safeguarding: 'YYYY',
    substance_use: 'YY-Y',
    psychotherapy: '-Y-Y',
    legal_privileged: 'Y-Y-',
    sealed: 'Y-Y-',
  };
  for (const label of labels)
    it(`open what is ${label} for the purposes of the table`, () => {
      const mask = maskOf([label]);

      expect(
        purposes.map((purpose) => (purposeVerdict(mask, purpose) === 'passes' ? 'Y' : '-')).join(''),
      ).to.equal(allowed[label]);
      expect(purposeVerdict(mask, null)).to.equal(label === 'confidential' ? 'passes' : 'required');
    });

  it('allow a purpose that fits all of them, and else those of the highest ranked', () => {
    expect(purposesFor(maskOf(['substance_use', 'psychotherapy']))).to.deep.equal(['treatment', 'emergency']);
    expect(purposesFor(maskOf(['psychotherapy', 'legal_privileged']))).to.have.members([
      'legal_proceedings',
      'professional_operations',
    ]);
  });

  it('are opened in lists by the same rule as alone', () => {
    for (const purpose of [null, ...purposes]) {
      const opened = new Set(masksOpenedBy(purpose));
      for (let mask = 0; mask < 256; mask += 1)
        expect(opened.has(mask)).to.equal(purposeVerdict(mask, purpose) === 'passes');
    }
  });
});
