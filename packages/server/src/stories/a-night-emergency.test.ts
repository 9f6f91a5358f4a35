import type { Chancery } from '@chancery/sdk';
import { expect } from 'chai';
import { type Installation, openInstallation, refusalOf, storyPassword } from './testing/installation.ts';
import { peopleOf } from './testing/people.ts';

const day = 86_400;
const nationalId = { identifierSystem: 'urn:de:kv', identifierValue: 'A123456789' };

/** Ada owns a clinic, Pia answers for privacy, Lea leads a case of Ann's, and Nia is on call and on no case. */
async function openClinic(installation: Installation) {
  const people = peopleOf(installation);
  const ada = await people.registerVerified('ada@example.com', 'Ada Lovelace');
  const join = (email: string, displayName: string) =>
    people.joinByInvitation(ada, { email, displayName, role: 'member' });
  const pia = await join('pia@example.com', 'Pia Privacy');
  const lea = await join('lea@example.com', 'Lea Seydoux');
  const nia = await join('nia@example.com', 'Nia Night');
  const idOf = async (person: Chancery) => (await person.identity.getMe()).user.id;
  const clear = async (
    person: Chancery,
    clearances: ('restricted' | 'legal_privileged')[],
    duties: 'privacy_officer'[] = [],
  ) =>
    ada.governance.setMemberRecordAccess({
      ...{ userId: await idOf(person), clearances, duties, reason: 'As agreed with the board' },
    });
  await clear(pia, [], ['privacy_officer']);
  await clear(lea, ['restricted', 'legal_privileged']);
  const { subject } = await lea.records.createSubject({
    displayName: 'Ann Smith',
    birthDate: '1970-02-03',
    identifiers: [{ type: 'national_id', system: 'urn:de:kv', value: 'A123456789' }],
  });
  const { case: recordCase } = await lea.records.createCase({
    ...{ title: 'Smith, treatment', caseType: 'general', subjectId: subject.id, status: 'active' },
  });
  const note = async (
    title: string,
    confidentiality: 'standard' | 'restricted' | 'legal_privileged',
    purposeOfUse: 'treatment' | 'legal_proceedings',
  ) => {
    const { entry } = await lea.records.createEntry({
      ...{
        caseId: recordCase.id,
        entryType: 'note',
        title,
        body: `${title}.`,
        confidentiality,
        purposeOfUse,
      },
    });
    return entry.id;
  };
  return { ...{ people, ada, pia, lea, nia, subject, recordCase, note, idOf, clear } };
}

describe('governance 15, walk-throughs 5 and 6: access that somebody does not have every day', () => {
  let installation: Installation;
  let clinic: Awaited<ReturnType<typeof openClinic>>;
  before(async () => {
    installation = await openInstallation();
    clinic = await openClinic(installation);
  });
  after(() => installation?.close());

  const mailsTo = async (address: string) =>
    (await installation.mails()).filter((mail) => mail.to.includes(address)).map(({ subject }) => subject);
  const lookUp = () =>
    clinic.nia.governance.startBreakGlass({
      lookup: nationalId,
      reasonCode: 'emergency_treatment',
      reason: 'Unconscious after a fall, and nobody else knows of allergies',
      reauthentication: { method: 'password', value: storyPassword },
    });
  const read = (
    person: Chancery,
    artifactId: string,
    purposeOfUse: 'treatment' | 'emergency' | 'legal_proceedings',
  ) => refusalOf(person.records.getEntry({ artifactId, purposeOfUse }));
  const opened = [null, 'none'];
  const hidden = [404, 'entry.not_found'];

  it('governance 15, walk-through 5: a night emergency opens for an hour what it may, and somebody else reviews it', async () => {
    const { pia, nia, subject, note } = clinic;
    const restricted = await note('Allergic to penicillin', 'restricted', 'treatment');
    const privileged = await note('Advice of the lawyer', 'legal_privileged', 'legal_proceedings');
    expect(await read(nia, restricted, 'emergency')).to.deep.equal(hidden);

    const { session, subject: found, cases } = await lookUp();

    expect(found.id).to.equal(subject.id);
    expect(cases.map(({ title }) => title)).to.deep.equal(['Smith, treatment']);
    expect(Date.parse(session.expiresAt) - Date.parse(session.startedAt)).to.equal(60 * 60_000);
    expect(await mailsTo('pia@example.com')).to.include('Emergency access: Nia Night opened records');
    expect(await mailsTo('lea@example.com')).to.include('Emergency access: Nia Night opened records');
    expect(await read(nia, restricted, 'emergency')).to.deep.equal(opened);
    expect(await read(nia, privileged, 'emergency')).to.deep.equal(hidden);

    installation.advance(61 * 60);
    expect(await read(nia, restricted, 'emergency')).to.deep.equal(hidden);
    const review = (person: Chancery, sessionId: string) =>
      person.governance.reviewBreakGlass({
        sessionId,
        decision: 'unjustified',
        notes: 'The patient was awake and could have been asked.',
      });
    expect((await refusalOf(review(nia, session.id)))[0]).to.equal(403);
    const { session: seen } = await pia.governance.getBreakGlass({ sessionId: session.id });
    expect(seen.accesses?.map(({ action }) => action)).to.include('entry.read');
    expect((await review(pia, session.id)).session.status).to.equal('unjustified');
    expect(await mailsTo('nia@example.com')).to.include('Your emergency access was reviewed');
  });

  it('governance 15, walk-through 5: a review that nobody has made in three days is a risk, and is asked for every day', async () => {
    const { ada } = clinic;
    const { session } = await lookUp();
    const overdue = async () =>
      (await mailsTo('pia@example.com')).filter((subject) => subject.startsWith('Overdue:')).length;
    const risks = async () =>
      (await ada.governance.getGovernanceOverview()).overview.risks.map(({ code }) => code);

    installation.advance(3600 + 71 * 3600);
    await installation.run('break_glass.review_due');
    expect(await overdue()).to.equal(0);
    expect(await risks()).not.to.include('break_glass_review_overdue');
    installation.advance(2 * 3600);
    await installation.run('break_glass.review_due');
    await installation.run('break_glass.review_due');
    expect(await overdue()).to.equal(1);
    expect(await risks()).to.include('break_glass_review_overdue');
    installation.advance(day);
    await installation.run('break_glass.review_due');
    expect(await overdue()).to.equal(2);
    expect((await clinic.pia.governance.getBreakGlass({ sessionId: session.id })).session.status).to.equal(
      'expired',
    );
  });

  it('governance 15, walk-through 6: who covers for a colleague reads one case for two days and for one purpose', async () => {
    const { lea, people, ada, recordCase, note, idOf, clear } = clinic;
    const cover = await people.joinByInvitation(ada, {
      ...{ email: 'cora@example.com', displayName: 'Cora Cover', role: 'member' },
    });
    await clear(cover, ['restricted']);
    const artifactId = await note('Seen at home', 'restricted', 'treatment');
    expect(await read(cover, artifactId, 'treatment')).to.deep.equal(hidden);
    const given = {
      granteeUserId: await idOf(cover),
      scope: { kind: 'case' as const, id: recordCase.id },
      labels: ['restricted' as const],
      purposeOfUse: 'treatment' as const,
      reason: 'I am away until Friday',
      expiresAt: new Date(Date.parse(installation.now()) + 2 * day * 1000).toISOString(),
    };
    const toMyself = { ...given, granteeUserId: await idOf(lea) };
    expect(await refusalOf(lea.governance.createTemporaryAccess(toMyself))).to.deep.equal([
      403,
      'temporary_access.self',
    ]);

    const { grant } = await lea.governance.createTemporaryAccess(given);

    expect(grant.status).to.equal('active');
    expect(await read(cover, artifactId, 'treatment')).to.deep.equal(opened);
    expect(await read(cover, artifactId, 'legal_proceedings')).to.deep.equal([
      403,
      'records.purpose_not_allowed',
    ]);
    // No job runs here: the clock alone decides.
    installation.advance(2 * day + 1);
    expect(await read(cover, artifactId, 'treatment')).to.deep.equal(hidden);
  });
});
