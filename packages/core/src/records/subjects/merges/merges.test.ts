import {
  failureOf,
  faultsOf,
  onBothDatabases,
  recordOffice,
  webhookTestContext,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { maskOf } from '../../access/labels.ts';

const reason = 'Registered twice';
const passport = { type: 'passport', system: 'urn:passports' } as const;

onBothDatabases('merges of subjects', (database) => {
  const office = async () => {
    const here = await recordOffice({ database: database() });
    const { owner, records: own } = here;
    /** Merges the second subject into the first, at the versions that they have. */
    const merge = async (subjectId: string, mergedSubjectId: string, input: object = {}, as = owner) => {
      const [survivor, merged] = [await here.get(subjectId, owner), await here.get(mergedSubjectId, owner)];
      return own.mergeSubject(
        {
          ...{ subjectId, mergedSubjectId, reason },
          ...{ expectedVersion: survivor.version, mergedExpectedVersion: merged.version, ...input },
        },
        as.session,
      );
    };
    const reverse = (mergeId: string, input: object = {}, as = owner) =>
      own.reverseSubjectMerge({ mergeId, reason: 'Two people', ...input }, as.session);
    const see = (subjectId: string) => here.get(subjectId, owner);
    return { ...here, merge, reverse, see };
  };
  /** What a reversal gives back: everything but who changed it last, and when. */
  const lasting = ({ version: _v, updatedAt: _a, updatedBy: _b, merges: _m, ...subject }: Shown) => subject;

  it('REC-15: the survivor shows what both have, and the other one says where it went', async () => {
    const { create, merge, see, change, records, owner, list } = await office();
    const ann = await create({
      displayName: 'Ann Smith',
      aliases: [{ displayName: 'Annie', use: 'nickname' }],
      contacts: [{ system: 'email', value: 'ann@example.org' }],
      identifiers: [{ ...passport, value: 'C01X00T47', primary: true }],
    });
    const twin = await create({
      displayName: 'Anna Schmidt',
      aliases: [
        { displayName: 'ANNIE', use: 'nickname' },
        { displayName: 'Nan', use: 'nickname' },
      ],
      contacts: [
        { system: 'email', value: 'Ann@Example.org' },
        { system: 'phone', value: '+4930123456' },
      ],
      addresses: [{ line1: 'Ring 1', city: 'Bonn', postalCode: '53111', country: 'DE' }],
      identifiers: [{ ...passport, value: 'D02X00T48', primary: true }],
    });

    const { merge: made, subject } = await merge(ann.id, twin.id);

    expect(
      subject.aliases.map(({ displayName, use, viaSubjectId }) => [displayName, use, viaSubjectId]),
    ).to.deep.equal([
      ['Annie', 'nickname', null],
      ['Anna Schmidt', 'merged', twin.id],
      ['Nan', 'nickname', twin.id],
    ]);
    expect(subject.contacts.map(({ value }) => value)).to.deep.equal(['ann@example.org', '+4930123456']);
    expect(subject.addresses.map(({ city }) => city)).to.deep.equal(['Bonn']);
    expect(subject.mergedSubjectIds).to.deep.equal([twin.id]);
    expect(made.summary).to.deep.equal({
      ...{ aliases: 2, identifiers: 1, contacts: 1 },
      ...{ cases: 0, consents: 0, followUps: 0 },
    });
    const gone = await see(twin.id);
    expect([gone.status, gone.mergedIntoSubjectId, gone.canonicalSubjectId]).to.deep.equal([
      'merged',
      ann.id,
      ann.id,
    ]);
    for (const write of [
      () => change(twin.id, { pronouns: 'she/her' }, owner, gone.version),
      () => change(twin.id, { status: 'active' }, owner, gone.version),
      () => records.addSubjectIdentifier({ subjectId: twin.id, ...passport, value: 'E1' }, owner.session),
      () =>
        records.voidSubjectIdentifier(
          { subjectId: twin.id, identifierId: gone.identifiers[0]?.id ?? '', reason },
          owner.session,
        ),
    ])
      expect(await failureOf(write())).to.equal('subject.invalid_state');
    const found = async (input: object) => (await list(input)).subjects.map(({ id }) => id);
    expect(await found({})).to.deep.equal([ann.id]);
    expect(await found({ status: 'merged' })).to.deep.equal([twin.id]);
    for (const search of ['schmidt', 'nan', twin.subjectNumber, 'D02X00T48', '+4930123456'])
      expect(await found({ search }), search).to.deep.equal([ann.id]);
    expect(await found({ identifier: 'urn:passports|D02X00T48' })).to.deep.equal([ann.id]);
  });

  it('REC-97: the own first identifier of a type shows as first, and what one of the union has is taken for others', async () => {
    const { create, merge, reverse, see } = await office();
    const withPassport = (displayName: string, value: string) =>
      create({ displayName, identifiers: [{ ...passport, value, primary: true }] });
    const ann = await withPassport('Ann Smith', 'A1111111');
    const twin = await withPassport('Bea Jones', 'B2222222');
    const before = (await see(twin.id)).identifiers;

    const { merge: made, subject } = await merge(ann.id, twin.id);

    expect(
      subject.identifiers.map(({ value, primary, viaSubjectId }) => [value, primary, viaSubjectId]),
    ).to.deep.equal([
      ['A1111111', true, null],
      ['B2222222', false, twin.id],
    ]);
    const taken = { ...passport, value: 'b2222222' };
    expect(await failureOf(create({ displayName: 'Cleo Patra', identifiers: [taken] }))).to.equal(
      'subject.identifier_taken',
    );
    await reverse(made.id);
    expect((await see(twin.id)).identifiers).to.deep.equal(before);
  });

  it('REC-15, REC-98: a duplicate check finds the survivor by what was merged into it, and never the merged one', async () => {
    const { create, merge, records, bo } = await office();
    const ann = await create({ displayName: 'Ann Smith', birthDate: '1980-04-02' });
    const twin = await create({
      displayName: 'Wilhelmina Zeppelin',
      contacts: [{ system: 'email', value: 'w@example.org' }],
    });
    await merge(ann.id, twin.id);

    const { candidates } = await records.checkSubjectDuplicates(
      { displayName: 'Wilhelmina Zeppelin', contacts: [{ system: 'email', value: 'w@example.org' }] },
      bo.session,
    );

    expect(candidates.map(({ subjectId, score }) => [subjectId, score])).to.deep.equal([[ann.id, 60]]);
    expect(candidates[0]?.reasons).to.deep.equal([
      { field: 'name', kind: 'exact', points: 40 },
      { field: 'email', kind: 'exact', points: 20 },
    ]);
  });

  it('REC-10: a pair that was said to differ and then merged is remembered of others alone', async () => {
    const { create, merge, records, bo } = await office();
    const twin = {
      displayName: 'Ann Smith',
      birthDate: '1980-04-02',
      contacts: [{ system: 'email', value: 'a@b.co' }],
    };
    const ann = await create(twin);
    const other = await create({ ...twin, duplicateOverride: { reason: 'Her cousin' } });
    const dismissed = async () =>
      (await records.checkSubjectDuplicates(twin as never, bo.session)).candidates.map(
        (each) => each.dismissed,
      );
    expect(await dismissed()).to.include(true);

    await merge(ann.id, other.id);

    expect(await dismissed()).to.deep.equal([false]);
    expect(await failureOf(create(twin))).to.equal('subject.duplicate');
  });

  it('REC-13: neither itself, nor a merged, disposed or other kind of subject; and both versions are checked', async () => {
    const { create, merge, sql, owner, records } = await office();
    const ann = await create();
    const twin = await create({ displayName: 'Bea Jones' });
    const firm = await create({ displayName: 'Smith & Co', kind: 'organization' });
    const third = await create({ displayName: 'Cleo Patra' });
    const gone = await create({ displayName: 'Dora Gone' });
    await sql("update subjects set status = 'archived', disposed_at = now() where id = $1", [gone.id]);
    await merge(ann.id, twin.id);

    expect(await failureOf(merge(ann.id, ann.id))).to.equal('subject.merge_self');
    expect(await failureOf(merge(ann.id, twin.id))).to.equal('subject.invalid_state');
    expect(await failureOf(merge(twin.id, third.id))).to.equal('subject.invalid_state');
    expect(await failureOf(merge(ann.id, firm.id))).to.equal('subject.merge_kind_mismatch');
    expect(await failureOf(merge(ann.id, gone.id))).to.equal('subject.disposed');
    expect(await failureOf(merge(gone.id, ann.id))).to.equal('subject.disposed');
    expect(await failureOf(merge(ann.id, third.id, { expectedVersion: 9 }))).to.equal('version_conflict');
    expect(await faultsOf(merge(ann.id, third.id, { mergedExpectedVersion: 9 }))).to.deep.equal([
      '/mergedExpectedVersion version_conflict',
    ]);
    expect(await faultsOf(merge(ann.id, third.id, { fieldChoices: { tags: 'merged' } }))).to.have.length(1);
    const missing = { subjectId: ann.id, mergedSubjectId: 'ffffffff-ffff-7fff-8fff-ffffffffffff' };
    const input = { ...missing, expectedVersion: 2, mergedExpectedVersion: 1, reason };
    expect(await failureOf(records.mergeSubject(input, owner.session))).to.equal('subject.not_found');
  });

  it('REC-13: what was chosen has to be a life, and is not kept if it is none', async () => {
    const { create, merge, see } = await office();
    const ann = await create({ birthDate: '1980' });
    const twin = await create({ displayName: 'Bea Jones', birthDate: '1900', deceasedOn: '1950' });

    expect(await faultsOf(merge(ann.id, twin.id, { fieldChoices: { deceasedOn: 'merged' } }))).to.deep.equal([
      '/deceasedOn field.out_of_range',
    ]);
    expect((await see(twin.id)).status).to.equal('active');
  });

  it('REC-14: one merge makes one line in the ledger, also if two are tried at once', async () => {
    const { create, merge, see, happened, webhooks } = await withWebhooks(office);
    for (let round = 0; round < 5; round += 1) {
      const [ann, twin] = [
        await create({ displayName: `A ${round}` }),
        await create({ displayName: `B ${round}` }),
      ];

      const outcomes = await Promise.all([
        failureOf(merge(ann.id, twin.id)),
        failureOf(merge(ann.id, twin.id)),
        failureOf(merge(twin.id, ann.id)),
      ]);

      expect(outcomes.filter((outcome) => outcome === 'none')).to.have.length(1);
      for (const outcome of outcomes)
        expect(outcome).to.be.oneOf(['none', 'version_conflict', 'subject.invalid_state']);
      const [one, other] = [await see(ann.id), await see(twin.id)];
      expect([one.status, other.status].sort()).to.deep.equal(['active', 'merged']);
      expect(one.merges).to.have.length(1);
    }
    const merged = (await happened()).filter(({ type }) => type === 'subject.merged');
    expect(merged).to.have.length(5);
    expect(Object.keys(merged[0]?.facts ?? {}).sort()).to.deep.equal(['mergeId', 'mergedSubjectId']);
    expect(await webhooks('subject.merged')).to.equal(5);
  });

  it('REC-16: the survivor has the labels of both, and is as hard to read as either', async () => {
    const { create, merge, reverse, get, list, label, sql, owner, bo, cy } = await office();
    const ann = await create({}, owner);
    const twin = await create({ displayName: 'Bea Jones' }, owner);
    await sql('update subjects set own_mask = 1, effective_mask = 1 where id = $1', [twin.id]);

    const { merge: made, subject } = await merge(ann.id, twin.id);

    expect([subject.confidentiality, subject.effectiveLabels]).to.deep.equal(['standard', ['confidential']]);
    expect(made.log.at(-1)).to.deep.equal({
      ...{ seq: 3, kind: 'labels', subjectId: ann.id, field: 'effectiveLabels' },
      ...{ before: [], after: ['confidential'] },
    });
    expect(await failureOf(get(ann.id, bo))).to.equal('subject.not_found');
    expect((await list({}, cy)).count).to.equal(0);
    await reverse(made.id);
    expect((await get(ann.id, bo)).effectiveLabels).to.deep.equal([]);
    // What the survivor took over is told to nobody who does not see where it came from.
    expect((await get(ann.id, bo)).merges).to.deep.equal([]);
    expect((await get(ann.id, owner)).merges?.map(({ id, status }) => [id, status])).to.deep.equal([
      [made.id, 'reversed'],
    ]);
    await label(twin.id, maskOf(['sealed']));
  });

  it('REC-16: labels of its own that a survivor loses later leave those of what was merged into it', async () => {
    const { create, merge, change, sql, owner, see } = await office();
    const [ann, twin] = [await create({}, owner), await create({ displayName: 'Bea Jones' }, owner)];
    await sql('update subjects set own_mask = 1, effective_mask = 1 where id = any($1::uuid[])', [
      [ann.id, twin.id],
    ]);
    const { subject } = await merge(ann.id, twin.id);

    await change(
      ann.id,
      { confidentiality: 'standard', confidentialityReason: 'Not needed' },
      owner,
      subject.version,
    );

    const after = await see(ann.id);
    expect([after.confidentiality, after.effectiveLabels]).to.deep.equal(['standard', ['confidential']]);
  });

  it('REC-17: a line of merges has one end, and no circle arises', async () => {
    const { create, merge, see } = await office();
    const [a, b, c] = [
      await create(),
      await create({ displayName: 'B' }),
      await create({ displayName: 'C' }),
    ];
    await merge(b.id, a.id);
    const { subject } = await merge(c.id, b.id);

    expect([(await see(a.id)).canonicalSubjectId, (await see(b.id)).canonicalSubjectId]).to.deep.equal([
      c.id,
      c.id,
    ]);
    expect(subject.canonicalSubjectId).to.equal(c.id);
    expect([...subject.mergedSubjectIds].sort()).to.deep.equal([a.id, b.id].sort());
    expect((await see(a.id)).mergedIntoSubjectId).to.equal(b.id);
    for (const [survivor, merged] of [
      [a.id, c.id],
      [b.id, c.id],
      [a.id, b.id],
    ] as const)
      expect(await failureOf(merge(survivor, merged))).to.equal('subject.invalid_state');
  });

  it('REC-17: merges of three subjects in a circle at the same time leave a line', async () => {
    const { create, merge, see } = await office();
    for (let round = 0; round < 5; round += 1) {
      const all = [
        await create({ displayName: `A${round}` }),
        await create({ displayName: `B${round}` }),
        await create({ displayName: `C${round}` }),
      ];
      const ids = all.map(({ id }) => id);

      await Promise.all(ids.map((id, at) => failureOf(merge(id, ids[(at + 1) % 3] ?? ''))));

      const after = await Promise.all(ids.map(see));
      const ends = after.filter(({ status }) => status !== 'merged').map(({ id }) => id);
      expect(ends.length).to.be.greaterThan(0);
      for (const { canonicalSubjectId } of after) expect(canonicalSubjectId).to.be.oneOf(ends);
    }
  });

  it('REC-18: a reversal gives both back as they were, with the fields that were chosen', async () => {
    const { create, merge, reverse, see, happened, webhooks } = await withWebhooks(office);
    const ann = await create({ name: { given: 'Ann', family: 'Smith' }, birthDate: '1980' });
    const twin = await create({
      ...{ displayName: 'Bea Jones', birthDate: '1981-02-03', pronouns: 'she/her' },
      identifiers: [{ ...passport, value: 'D02X00T48' }],
    });
    const before = [lasting(await see(ann.id)), lasting(await see(twin.id))];
    const fieldChoices = { name: 'merged', displayName: 'merged', birthDate: 'merged', gender: 'merged' };
    const { merge: made, subject } = await merge(ann.id, twin.id, { fieldChoices });

    expect([subject.displayName, subject.name, subject.birthDate, subject.pronouns]).to.deep.equal([
      ...['Bea Jones', null, '1981-02-03', null],
    ]);
    expect(made.log.map(({ seq, kind, field }) => [seq, kind, field])).to.deep.equal([
      [1, 'canonical_id', 'canonicalSubjectId'],
      [2, 'status', 'status'],
      [3, 'field', 'name'],
      [4, 'field', 'displayName'],
      [5, 'field', 'birthDate'],
    ]);
    const undone = await reverse(made.id);

    expect([lasting(await see(ann.id)), lasting(await see(twin.id))]).to.deep.equal(before);
    expect(JSON.stringify([lasting(await see(ann.id)), lasting(await see(twin.id))])).to.equal(
      JSON.stringify(before),
    );
    expect([undone.merge.status, undone.merge.reversalReason, undone.conflicts]).to.deep.equal([
      ...['reversed', 'Two people', []],
    ]);
    expect([undone.merge.reversible, undone.merge.notReversibleReason]).to.deep.equal([
      false,
      'already_reversed',
    ]);
    expect(await failureOf(reverse(made.id))).to.equal('subject_merge.not_reversible');
    expect((await happened()).at(-1)).to.deep.equal({
      type: 'subject.merge_reversed',
      facts: { conflicts: [], mergeId: made.id },
      target: { kind: 'subject', id: ann.id },
    });
    expect(await webhooks('subject.merge_reversed')).to.equal(1);
  });

  it('REC-19: a field that was changed after the merge is a conflict, and the newer value stays if that is accepted', async () => {
    const { create, merge, reverse, change, see, owner, records } = await office();
    const ann = await create({ pronouns: 'they/them', language: 'de' });
    const twin = await create({ displayName: 'Bea Jones', pronouns: 'she/her', language: 'en' });
    const fieldChoices = { pronouns: 'merged', language: 'merged' };
    const { merge: made, subject } = await merge(ann.id, twin.id, { fieldChoices });
    await change(ann.id, { pronouns: 'she', tags: ['vip'] }, owner, subject.version);
    await records.addSubjectIdentifier({ subjectId: ann.id, ...passport, value: 'N1' }, owner.session);

    expect(await faultsOf(reverse(made.id))).to.deep.equal(['/pronouns subject_merge.reversal_conflict']);
    expect((await see(twin.id)).status).to.equal('merged');
    const { conflicts } = await reverse(made.id, { acceptConflicts: true });

    expect(conflicts).to.deep.equal([{ field: 'pronouns', before: 'they/them', current: 'she' }]);
    const after = await see(ann.id);
    expect([after.pronouns, after.language, after.tags, after.identifiers.length]).to.deep.equal([
      ...['she', 'de', ['vip'], 1],
    ]);
    expect((await see(twin.id)).pronouns).to.equal('she/her');
  });

  it('REC-20: merges of one subject are reversed from the last to the first, and not if one of them was destroyed', async () => {
    const { create, merge, reverse, see, sql, owner, records } = await office();
    const ann = await create();
    const [second, third] = [await create({ displayName: 'B' }), await create({ displayName: 'C' })];
    const { merge: first } = await merge(ann.id, second.id);
    const { merge: last } = await merge(ann.id, third.id);

    expect((await see(ann.id)).merges?.map(({ notReversibleReason }) => notReversibleReason)).to.deep.equal([
      ...[null, 'later_merge_exists'],
    ]);
    expect(await failureOf(reverse(first.id))).to.equal('subject_merge.later_merge_exists');
    expect(await failureOf(reverse(last.id, { expectedVersion: 7 }))).to.equal('version_conflict');
    await reverse(last.id, { expectedVersion: 1 });
    await sql('update subjects set disposed_at = now() where id = $1', [ann.id]);
    expect(await failureOf(reverse(first.id))).to.equal('subject_merge.not_reversible');
    expect((await see(ann.id)).merges?.map(({ notReversibleReason }) => notReversibleReason)).to.deep.equal([
      ...['already_reversed', 'disposed'],
    ]);
    await sql('update subjects set disposed_at = null where id = $1', [ann.id]);
    await reverse(first.id);
    const missing = { mergeId: 'ffffffff-ffff-7fff-8fff-ffffffffffff', reason };
    expect(await failureOf(records.reverseSubjectMerge(missing, owner.session))).to.equal(
      'subject_merge.not_found',
    );
  });

  it('REC-12, REC-15: the survivor has the cases of both, and a case that the caller does not see is told to its lead alone', async () => {
    const { open, create, merge, reverse, see, bo, cy, worker, ports, owner } = await office();
    const [ann, twin] = [await create(), await create({ displayName: 'Bea Jones' })];
    const mine = await open({ subjectId: ann.id, title: 'Smith, custody' });
    const shared = await open({ subjectId: twin.id, title: 'Jones, estate' });
    const hidden = await open({ subjectId: twin.id, title: 'Jones, hidden', leadUserId: cy.id }, cy);

    // The lead of one case is not that of the other one, as far as they see it.
    expect(await failureOf(merge(ann.id, twin.id, {}, cy))).to.equal('permission.denied');
    const { merge: made } = await merge(ann.id, twin.id, {}, bo);
    await worker.drain();

    expect(made.summary.cases).to.equal(1);
    const told = ports.mail.sent.filter(({ subject }) => subject.includes('was merged'));
    expect(told.map(({ to, subject }) => [to.address, subject])).to.deep.equal([
      [cy.email, `A subject of ${hidden.caseNumber} was merged`],
    ]);
    expect(JSON.stringify(told)).to.not.include('Jones').and.not.include('Smith');
    expect([mine.primarySubjectId, shared.primarySubjectId]).to.deep.equal([ann.id, twin.id]);
    const whole = await see(ann.id);
    expect(whole.mergedSubjectIds).to.deep.equal([twin.id]);
    expect(whole.cases?.map(({ id }) => id)).to.have.members([mine.id, shared.id, hidden.id]);
    await reverse(made.id, {}, owner);
    expect((await see(ann.id)).cases?.map(({ id }) => id)).to.deep.equal([mine.id]);
  });

  it('REC-15: whoever works on a case of what was merged sees the survivor, and writes of it', async () => {
    const { open, create, merge, get, change, keep, cy, owner, list } = await office();
    await keep({ subjectDirectory: 'case_team' });
    const [ann, twin] = [await create({}, owner), await create({ displayName: 'Bea Jones' }, owner)];
    await open({ subjectId: twin.id, members: [{ userId: cy.id, role: 'contributor' }] }, owner);
    expect(await failureOf(get(ann.id, cy))).to.equal('subject.not_found');

    const { subject } = await merge(ann.id, twin.id);

    expect((await get(ann.id, cy)).id).to.equal(ann.id);
    expect((await list({}, cy)).subjects.map(({ id }) => id)).to.deep.equal([ann.id]);
    const changed = await change(ann.id, { pronouns: 'she/her' }, cy, subject.version);
    expect(changed.pronouns).to.equal('she/her');
  });

  it('REC-16: no case is easier to read after a merge than before, and a reversal gives its labels back', async () => {
    const { open, create, merge, reverse, getCase, sql, owner } = await office();
    const [ann, twin] = [await create({}, owner), await create({ displayName: 'Bea Jones' }, owner)];
    const [ofAnn, ofTwin] = [
      await open({ subjectId: ann.id }, owner),
      await open({ subjectId: twin.id }, owner),
    ];
    await sql('update subjects set own_mask = 1, effective_mask = 1 where id = $1', [twin.id]);
    await sql('update record_cases set effective_mask = 1 where id = $1', [ofTwin.id]);
    const labels = () =>
      Promise.all([ofAnn, ofTwin].map(async ({ id }) => (await getCase(id, owner)).effectiveLabels));

    const { merge: made } = await merge(ann.id, twin.id);
    expect(await labels()).to.deep.equal([['confidential'], ['confidential']]);
    await reverse(made.id);
    expect(await labels()).to.deep.equal([[], ['confidential']]);
  });

  it('REC-15: no new case is about a subject that was merged', async () => {
    const { open, create, merge, owner } = await office();
    const [ann, twin] = [await create(), await create({ displayName: 'Bea Jones' })];
    await merge(ann.id, twin.id);

    expect(await failureOf(open({ subjectId: twin.id }, owner))).to.equal('subject.invalid_state');
    const others = [{ subjectId: twin.id, role: 'client' }];
    expect(await failureOf(open({ subjectId: ann.id, subjects: others }, owner))).to.equal(
      'subject.invalid_state',
    );
  });

  it('REC-1, REC-7: who does not see both merges nothing, and the refusal stands in the ledger', async () => {
    const { create, merge, reverse, label, lines, bo, admin } = await office();
    const [ann, hidden] = [await create(), await create({ displayName: 'Bea Jones' })];
    expect(await failureOf(merge(ann.id, hidden.id, {}, bo))).to.equal('permission.denied');
    const { merge: made } = await merge(ann.id, hidden.id);
    await label(hidden.id, maskOf(['restricted']));

    expect(await failureOf(reverse(made.id, {}, admin))).to.equal('subject_merge.not_found');

    const refused = (await lines()).filter(({ action }) => action === 'access.denied');
    const codes = refused.map(({ payload }) => JSON.parse(payload).facts.code);
    expect(codes).to.deep.equal(['permission.denied', 'subject_merge.not_found']);
  });
});

type Office = Awaited<ReturnType<typeof recordOffice>>;
type Shown = Awaited<ReturnType<Office['get']>>;

/** The office with an endpoint that wants everything of records; says how many deliveries of a type there are. */
async function withWebhooks<T extends Office>(open: () => Promise<T>) {
  const office = await open();
  await webhookTestContext(office).register({ context: 'records' });
  const webhooks = async (type: string) =>
    (
      await office.sql('select from webhook_deliveries where workspace_id = $1 and event_type = $2', [
        office.workspaceId,
        type,
      ])
    ).length;
  return { ...office, webhooks };
}
