import { recordOffice } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { type Answer, type Call, type Served, served } from '../testing/served.ts';

const root = '/api/v1/records/subjects';
const restricted = 2;

describe('subjects over HTTP', () => {
  let office: Awaited<ReturnType<typeof recordOffice>>;
  let api: Served;
  let token: string;
  before(async () => {
    office = await recordOffice();
    api = await served({ world: office });
    token = office.bo.session.credential ?? '';
  });
  after(() => api.close());

  const post = (body: object, options: Call = {}) => api.call(`POST ${root}`, { token, body, ...options });
  const codes = ({ status, body }: Answer) => [
    status,
    body.error.code,
    ...(body.error.details ?? []).map(({ path }: { path: string }) => path),
  ];
  const given = async (displayName: string) => (await post({ displayName })).body.data.subject;

  it('are created once for one idempotency key, read with their version, and changed by it', async () => {
    const headers = { 'X-Idempotency-Key': 'subject-1' };
    const first = await post({ displayName: 'Ada Byron', externalReference: 'crm-1' }, { headers });
    const again = await post({ displayName: 'Ada Byron', externalReference: 'crm-1' }, { headers });
    const { id } = first.body.data.subject;
    const read = await api.call(`GET ${root}/${id}`, { token });
    const changed = await api.call(`PATCH ${root}/${id}`, {
      token,
      body: { pronouns: 'she/her' },
      headers: { 'If-Match': read.headers.get('etag') ?? '' },
    });
    const stale = await api.call(`PATCH ${root}/${id}`, {
      token,
      body: { pronouns: null, expectedVersion: 1 },
    });

    expect([first.status, again.status, again.headers.get('idempotency-replayed')]).to.deep.equal([
      201,
      201,
      'true',
    ]);
    expect(again.body.data).to.deep.equal(first.body.data);
    expect([read.status, read.headers.get('etag')]).to.deep.equal([200, '"1"']);
    expect([changed.status, changed.body.data.subject.version]).to.deep.equal([200, 2]);
    expect(codes(stale).slice(0, 2)).to.deep.equal([412, 'version_conflict']);
    expect(codes(await api.call(`PATCH ${root}/${id}`, { token, body: { pronouns: null } }))).to.deep.equal([
      400,
      'request.invalid',
      '/body/expectedVersion',
    ]);
  });

  it('REC-92: a purpose that is none of the four is wrong in its header, whatever the labels', async () => {
    const { id } = await given('Charles Babbage');
    const headers = { 'X-Purpose-Of-Use': 'curiosity' };
    const wrong = [400, 'request.invalid', '/header/x-purpose-of-use'];

    expect(codes(await api.call(`GET ${root}/${id}`, { token, headers }))).to.deep.equal(wrong);
    expect(codes(await api.call(`GET ${root}`, { token, headers }))).to.deep.equal(wrong);
    expect(codes(await post({ displayName: 'Mary Somerville' }, { headers }))).to.deep.equal(wrong);
  });

  it('open what is labelled for a purpose in the header, and count what is withheld without one', async () => {
    const { id } = await given('George Boole');
    await office.label(id, restricted);
    const headers = { 'X-Purpose-Of-Use': 'treatment' };
    const found = async (options: Call = {}) =>
      (await api.call(`GET ${root}?search=boole`, { token, ...options })).body.data;

    expect(codes(await api.call(`GET ${root}/${id}`, { token }))).to.deep.equal([
      403,
      'records.purpose_required',
    ]);
    expect((await api.call(`GET ${root}/${id}`, { token, headers })).status).to.equal(200);
    expect(await found()).to.deep.equal({ subjects: [], count: 0, nextCursor: null, withheldForPurpose: 1 });
    const opened = await found({ headers });
    expect([opened.count, opened.withheldForPurpose]).to.deep.equal([1, 0]);
  });

  it('REC-1: what is hidden, what there is not and what is of another workspace answer alike', async () => {
    const { id } = await given('Augustus De Morgan');
    await office.label(id, restricted);
    const other = await office.stranger();
    const nobody = '01900000-0000-7000-8000-00000000000a';
    const ask = async (subjectId: string, credential: string | null) => {
      const { status, body } = await api.call(`GET ${root}/${subjectId}`, { token: credential });
      return [status, body.error];
    };
    const { cy } = office;

    const answers = await Promise.all([
      ask(id, cy.session.credential),
      ask(nobody, cy.session.credential),
      ask(id, other.session.credential),
    ]);

    expect(answers[0]?.[0]).to.equal(404);
    expect(answers).to.deep.equal(answers.map(() => answers[0]));
  });

  it('say which subject is there already, and lose an identifier for a reason', async () => {
    const identifiers = [{ type: 'passport', system: 'urn:passports', value: 'C01X00T47' }];
    const twin = { displayName: 'Sofia Kovalevskaya', birthDate: '1850-01-15' };
    const contacts = [{ system: 'email', value: 'sofia@example.org' }];
    const { subject } = (await post({ ...twin, contacts, identifiers })).body.data;

    const refused = await post({ ...twin, contacts });
    expect([refused.status, refused.body.error.code]).to.deep.equal([409, 'subject.duplicate']);
    expect(refused.body.error.details[0].message).to.include(subject.subjectNumber).and.not.include('Sofia');
    const check = await api.call(`POST ${root}/duplicate-check`, { token, body: twin });
    expect([check.status, check.body.data.candidates[0].band]).to.deep.equal([200, 'probable']);
    const path = `${subject.id}/identifiers/${subject.identifiers[0].id}`;
    expect(codes(await api.call(`DELETE ${root}/${path}`, { token, body: {} }))).to.deep.equal([
      400,
      'request.invalid',
      '/body/reason',
    ]);
    const gone = await api.call(`DELETE ${root}/${path}`, { token, body: { reason: 'Misread' } });
    expect([gone.status, gone.body.data.subject.identifiers[0].status]).to.deep.equal([
      200,
      'entered_in_error',
    ]);
  });

  it('REC-14: are merged once for one idempotency key, and the merge is reversed', async () => {
    const owner = office.owner.session.credential ?? '';
    const [survivor, twin] = [await given('Ann Merged'), await given('Bea Twin')];
    const headers = { 'X-Idempotency-Key': 'merge-1' };
    const body = {
      ...{ mergedSubjectId: twin.id, reason: 'Registered twice' },
      ...{ expectedVersion: 1, mergedExpectedVersion: 1 },
    };
    const call = `POST ${root}/${survivor.id}/merge` as const;
    const first = await api.call(call, { token: owner, body, headers });
    const again = await api.call(call, { token: owner, body, headers });
    const { merge } = first.body.data;

    expect([first.status, again.status]).to.deep.equal([200, 200]);
    expect(again.body.data).to.deep.equal(first.body.data);
    expect(first.body.data.subject.mergedSubjectIds).to.deep.equal([twin.id]);
    expect(codes(await api.call(call, { token, body })).slice(0, 2)).to.deep.equal([
      403,
      'permission.denied',
    ]);
    const reversal = `POST /api/v1/records/subject-merges/${merge.id}/reverse` as const;
    const reversed = await api.call(reversal, { token: owner, body: { reason: 'Two people' } });
    const { restoredSubject, survivingSubject, conflicts } = reversed.body.data;
    expect([
      reversed.status,
      restoredSubject.status,
      survivingSubject.mergedSubjectIds,
      conflicts,
    ]).to.deep.equal([200, 'active', [], []]);
    expect(
      codes(await api.call(reversal, { token: owner, body: { reason: 'Two people' } })).slice(0, 2),
    ).to.deep.equal([409, 'subject_merge.not_reversible']);
  });
});
