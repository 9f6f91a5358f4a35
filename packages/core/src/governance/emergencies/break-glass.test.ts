import {
  failureOf,
  faultsOf,
  longSessions,
  noteOffice,
  type Person,
  statementsOf,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { type Label, maskOf, type Purpose } from '../../records/index.ts';

const password = 'correct horse battery staple';
const reason = 'Unconscious after a fall, and nobody else knows of allergies';

/** Bo leads a case with entries of several labels; Di works elsewhere and is on call. */
async function onCall() {
  const here = await noteOffice(longSessions);
  const { governance } = here.chancery;
  const { owner, admin, sql, clear, aCase } = here;
  const di = await here.person('member', 'Di');
  await clear(admin, 0, ['privacy_officer']);
  await clear(owner, 0, []);
  const labelled = (table: 'record_entries' | 'record_cases', id: string, labels: Label[]) =>
    sql(`update ${table} set own_mask = $2, effective_mask = $2 where id = $1`, [id, maskOf(labels)]);
  const note = async (...labels: Label[]) => {
    const { id } = await here.begin();
    await labelled('record_entries', id, labels);
    return id;
  };
  const start = (input: object = {}, as: Person = di) =>
    governance.startBreakGlass(
      {
        subjectId: aCase.primarySubjectId,
        reasonCode: 'emergency_treatment',
        reason,
        reauthentication: { method: 'password', value: password },
        ...input,
      },
      as.session,
    );
  const sees = (artifactId: string, purposeOfUse: Purpose = 'emergency', as: Person = di) =>
    failureOf(here.read(artifactId, as, { purposeOfUse }));
  const review = (sessionId: string, input: object = {}, as: Person = admin) =>
    governance.reviewBreakGlass(
      { sessionId, decision: 'justified', notes: 'The patient was unconscious.', ...input },
      as.session,
    );
  const happening = async () => (await here.happened()).filter(({ type }) => type.startsWith('break_glass.'));
  /** By what right somebody did what the pattern names, as the ledger tells it. */
  const rights = (pattern: string, as: Person) =>
    sql<{ action: string; access: object }>(
      `select action, convert_from(payload, 'utf8')::jsonb -> 'access' access from audit_event
       where ledger_id = $1 and actor_id = $2 and action ~ $3 order by seq`,
      [here.workspaceId, as.id, pattern],
    );
  return { ...here, governance, di, labelled, note, start, sees, review, happening, rights };
}

describe('emergency access', () => {
  it('GOV-15: opens for a time what its reason opens, and nothing else', async () => {
    const { note, start, sees, aCase, getCase, di, clock, open } = await onCall();
    const [plain, restricted, therapy, privileged, sealed] = [
      await note(),
      await note('restricted', 'safeguarding'),
      await note('psychotherapy'),
      await note('legal_privileged'),
      await note('sealed'),
    ];
    const other = await open({ status: 'active' });
    const answers = async () => [
      await failureOf(getCase(aCase.id, di, 'emergency')),
      ...[await sees(plain), await sees(restricted), await sees(therapy)],
      ...[await sees(privileged), await sees(sealed), await failureOf(getCase(other.id, di, 'emergency'))],
    ];
    const hidden = ['case.not_found', ...Array(5).fill('entry.not_found'), 'case.not_found'];
    expect(await answers()).to.deep.equal(hidden);

    const { session, subject, cases } = await start();

    expect(session).to.deep.include({ status: 'active', purposeOfUse: 'emergency', accessCount: 0 });
    expect(subject.id).to.equal(aCase.primarySubjectId);
    expect(cases.map(({ id }) => id)).to.deep.equal([aCase.id]);
    expect(await answers()).to.deep.equal([
      ...['none', 'none', 'none', 'none'],
      ...['entry.not_found', 'entry.not_found', 'case.not_found'],
    ]);
    expect(await sees(restricted, 'treatment')).to.equal('records.purpose_not_allowed');
    clock.advance({ minutes: 60, seconds: -0.001 });
    expect(await sees(restricted)).to.equal('none');
    clock.advance({ seconds: 0.001 });
    expect(await answers()).to.deep.equal(hidden);
  });

  it('GOV-15: another reason opens other labels', async () => {
    const { note, start, sees, governance, di } = await onCall();
    const [therapy, substances] = [await note('psychotherapy'), await note('substance_use')];
    const under = async (reasonCode: string) => {
      const { session } = await start({ reasonCode });
      const answers = [await sees(therapy), await sees(substances)];
      await governance.endBreakGlass({ sessionId: session.id }, di.session);
      return answers;
    };

    expect(await under('emergency_treatment')).to.deep.equal(['none', 'none']);
    expect(await under('risk_to_life')).to.deep.equal(['none', 'entry.not_found']);
    expect(await under('court_deadline')).to.deep.equal(['entry.not_found', 'entry.not_found']);
  });

  it('GOV-15: tells privacy officers, owners and leads at once, whoever took it not, and says whose records nowhere', async () => {
    const { start, worker, ports, owner, admin, bo, di, cy, chancery, happening, aCase } = await onCall();
    await chancery.governance.updateRecordSettings({ breakGlassNotify: [cy.id] }, owner.session);

    const { session } = await start();
    expect(session.notified.map(({ userId }) => userId)).to.deep.equal([admin.id, owner.id, bo.id, cy.id]);
    expect((await happening()).map(({ type, facts }) => [type, facts])).to.deep.equal([
      [
        'break_glass.started',
        {
          minutes: 60,
          reasonCode: 'emergency_treatment',
          scopeId: aCase.primarySubjectId,
          scopeKind: 'subject',
        },
      ],
    ]);
    await worker.drain();

    const mails = ports.mail.sent.filter(({ subject }) => subject.startsWith('Emergency access'));
    expect(mails.map(({ to }) => to.name)).to.have.members(['Ann', owner.displayName, 'Bo', 'Cy']);
    for (const { text, html, subject } of mails)
      for (const body of [text, html, subject]) {
        expect(body).not.to.contain('Smith');
        expect(body).not.to.contain(aCase.caseNumber);
        expect(body).not.to.contain(reason);
      }
    expect(mails[0]?.subject).to.contain('Di');
    expect(di.id).to.equal(session.user.userId);
  });

  it('GOV-16: every access in its scope stands in the ledger under it, also to what was open anyway', async () => {
    const { note, start, sees, sql, rights, di, records, aCase, governance, getCase } = await onCall();
    const plain = await note();
    await sql("update record_cases set visibility = 'workspace' where id = $1", [aCase.id]);
    expect(await failureOf(getCase(aCase.id, di))).to.equal('none');
    const { session } = await start();
    await sees(plain, 'professional_operations');
    await getCase(aCase.id, di);
    await records.listSubjects({ purposeOfUse: 'emergency' }, di.session);

    const access = { basis: 'break_glass', grantId: session.id };
    expect(await rights('read$|started', di)).to.deep.equal(
      ['break_glass.started', 'entry.read', 'case.read', 'records.list_read'].map((action) => ({
        action,
        access,
      })),
    );
    const shown = (await governance.getBreakGlass({ sessionId: session.id }, di.session)).session;
    expect(shown.accesses?.map(({ action }) => action)).to.deep.equal([
      ...['records.list_read', 'case.read', 'entry.read', 'break_glass.started'],
    ]);
    expect((await governance.listRecordAccess({}, di.session)).breakGlass).to.deep.equal([
      { ...shown, accesses: null },
    ]);
  });

  it('GOV-16: a change of a follow-up stands under it too, by whoever works on the case anyway', async () => {
    const { start, rights, records, aCase, bo } = await onCall();
    const { followUp } = await records.createFollowUp({ caseId: aCase.id, title: 'Call back' }, bo.session);
    const followUpId = followUp.id;
    await records.updateFollowUp({ followUpId, title: 'Call at nine' }, bo.session);
    const { session } = await start({}, bo);

    await records.updateFollowUp({ followUpId, title: 'Call at ten' }, bo.session);
    await records.updateFollowUp(
      { followUpId, title: 'Call at noon', purposeOfUse: 'emergency' },
      bo.session,
    );

    const anyway = { basis: 'case_member', grantId: null };
    const emergency = { basis: 'break_glass', grantId: session.id };
    expect((await rights('^follow_up.updated$', bo)).map(({ access }) => access)).to.deep.equal([
      ...[anyway, emergency, emergency],
    ]);
  });

  it('GOV-17: is reviewed by a privacy officer who did not take it; whoever took it is told', async () => {
    const { start, review, admin, owner, di, bo, clock, worker, ports, happening } = await onCall();
    const { session } = await start();
    expect(await failureOf(review(session.id))).to.equal('break_glass.invalid_state');
    clock.advance({ minutes: 61 });

    expect(await failureOf(review(session.id, {}, di))).to.equal('second_person.required');
    expect(await failureOf(review(session.id, {}, owner))).to.equal('permission.denied');
    expect(await failureOf(review(session.id, {}, bo))).to.equal('permission.denied');
    expect(await faultsOf(review(session.id, { decision: 'needs_follow_up' }))).to.deep.equal([
      '/followUp field.invalid',
    ]);
    const open = await review(session.id, { decision: 'needs_follow_up', followUp: 'Ask the ward' });
    expect(open.session.status).to.equal('needs_follow_up');
    await worker.drain();
    expect(await failureOf(review(session.id, { decision: 'needs_follow_up', followUp: 'Again' }))).to.equal(
      'break_glass.invalid_state',
    );
    const done = await review(session.id, { decision: 'unjustified' });
    expect(done.session.review).to.deep.include({ decision: 'unjustified', singlePerson: false });
    expect(done.session.review?.reviewer.userId).to.equal(admin.id);
    expect(await failureOf(review(session.id))).to.equal('break_glass.invalid_state');

    await worker.drain();
    expect(
      ports.mail.sent
        .filter(({ to, subject }) => to.name === 'Di' && subject.startsWith('Your'))
        .map(({ subject }) => subject),
    ).to.deep.equal(['Your emergency access needs something more', 'Your emergency access was reviewed']);
    expect((await happening()).map(({ type, facts }) => [type, facts.decision ?? null])).to.deep.equal([
      ['break_glass.started', null],
      ['break_glass.reviewed', 'needs_follow_up'],
      ['break_glass.reviewed', 'unjustified'],
    ]);
  });

  it('GOV-17: without another privacy officer an owner reviews, and an admin where the owner took it', async () => {
    const { start, review, clear, admin, owner, clock } = await onCall();
    await clear(admin, 0, []);
    const [taken, byOwner] = [await start(), await start({}, owner)];
    clock.advance({ minutes: 61 });

    expect(await failureOf(review(taken.session.id, {}, admin))).to.equal('permission.denied');
    expect(await failureOf(review(taken.session.id, {}, owner))).to.equal('none');
    expect(await failureOf(review(byOwner.session.id, {}, owner))).to.equal('second_person.required');
    expect(await failureOf(review(byOwner.session.id, {}, admin))).to.equal('none');
  });

  it('SPR-3: somebody who is alone reviews their own after the time that the workspace set, and it says so for ever', async () => {
    const { start, review, owner, chancery, sql, workspaceId, clock } = await onCall();
    await sql("update memberships set status = 'removed' where workspace_id = $1 and user_id <> $2", [
      workspaceId,
      owner.id,
    ]);
    const stepUp = () => chancery.identity.reauthenticate({ password }, owner.session);
    await stepUp();
    await chancery.workspace.updateSettings({ secondPerson: 'cooling_off' }, owner.session);
    const { session } = await start({}, owner);
    clock.advance({ minutes: 61 });
    await stepUp();
    const alone = { singlePersonReason: 'There is nobody else in this practice.' };

    expect(await failureOf(review(session.id, {}, owner))).to.equal('second_person.required');
    expect(await failureOf(review(session.id, alone, owner))).to.equal('second_person.cooling_off');
    clock.advance({ hours: 24 });
    await stepUp();
    expect((await review(session.id, alone, owner)).session.review?.singlePerson).to.equal(true);
  });

  it('GOV-18: finds the one person who has the identifier, or the name and the day of birth', async () => {
    const { start, create, bo, governance, di } = await onCall();
    const identified = await create(
      {
        displayName: 'Jörg Müller',
        birthDate: '1970-02-03',
        identifiers: [{ type: 'national_id', system: 'urn:de:kv', value: 'A123 456-789' }],
      },
      bo,
    );
    const found = async (lookup: object) => {
      const { session, subject } = await start({ subjectId: undefined, lookup });
      await governance.endBreakGlass({ sessionId: session.id }, di.session);
      return subject.id;
    };

    expect(await found({ identifierSystem: 'urn:de:kv', identifierValue: 'a123456789' })).to.equal(
      identified.id,
    );
    expect(await found({ displayName: 'jorg muller', birthDate: '1970-02-03' })).to.equal(identified.id);
  });

  it('GOV-18: answers alike whether there is nobody, more than one, or one who stays closed', async () => {
    const { start, create, label, bo, sql, workspaceId } = await onCall();
    const twin = { displayName: 'Eva Stein', birthDate: '1980-05-06' };
    await create(twin, bo);
    await create({ ...twin, duplicateOverride: { reason: 'A twin sister', candidateIds: [] } }, bo).catch(
      () => undefined,
    );
    await sql("update subjects set status = 'active' where workspace_id = $1", [workspaceId]);
    const closed = await create({ displayName: 'Ida Berg', birthDate: '1990-07-08' }, bo);
    await label(closed.id, maskOf(['legal_privileged']));
    const asked = async (displayName: string, birthDate: string) => {
      const error = await start({ subjectId: undefined, lookup: { displayName, birthDate } }).then(
        () => null,
        (refused: { code: string; message: string; details?: unknown }) => refused,
      );
      return error && [error.code, error.message, error.details ?? null];
    };

    const nobody = await asked('Nobody Known', '1991-01-01');
    expect(nobody?.[0]).to.equal('break_glass.no_match');
    expect(await asked('Ida Berg', '1990-07-08')).to.deep.equal(nobody);
    const twins = await sql<{ n: number }>(
      "select count(*)::integer n from subjects where workspace_id = $1 and display_name = 'Eva Stein'",
      [workspaceId],
    );
    if (twins[0]?.n === 1)
      await sql(
        `insert into subject_match_keys (workspace_id, subject_id, key)
         select k.workspace_id, $2, k.key from subject_match_keys k join subjects s on s.id = k.subject_id
         where s.workspace_id = $1 and s.display_name = 'Eva Stein' on conflict do nothing`,
        [workspaceId, (await create({ displayName: 'Eva Stein' }, bo)).id],
      );
    expect(await asked('Eva Stein', '1980-05-06')).to.deep.equal(nobody);
  });

  it('GOV-18: asks the database the same, whether there is nobody, more than one, or one who stays closed', async () => {
    const { start, create, label, bo, sql, workspaceId, database } = await onCall();
    const born = { birthDate: '1980-05-06' };
    const named = async (displayName: string) => (await create({ displayName, ...born }, bo)).id;
    for (const name of ['Ann Only', 'Eva Stein', 'Eva Steinert']) await named(name);
    // Two who bear one name and have one day of birth.
    await sql(
      "update subjects set display_name = 'Eva Stein' where workspace_id = $1 and display_name = 'Eva Steinert'",
      [workspaceId],
    );
    await sql(
      `insert into subject_match_keys (workspace_id, subject_id, key)
       select $1, s.id, k.key from subjects s, subject_match_keys k join subjects o on o.id = k.subject_id
       where s.workspace_id = $1 and o.workspace_id = $1 and s.display_name = 'Eva Stein' and o.display_name = 'Eva Stein'
       on conflict do nothing`,
      [workspaceId],
    );
    await label(await named('Ida Berg'), maskOf(['legal_privileged']));
    const look = (displayName: string) =>
      failureOf(start({ subjectId: undefined, lookup: { displayName, ...born } }));
    const asked = async (displayName: string) => {
      let outcome = '';
      const statements = await statementsOf(database, async () => {
        outcome = await look(displayName);
      });
      return { outcome, statements };
    };
    // The first one is asked for what is remembered from then on, and its connection is not watched from its beginning.
    await asked('Nobody At All');

    const nobody = await asked('Nobody Known');
    expect([nobody.outcome, nobody.statements.length > 5]).to.deep.equal(['break_glass.no_match', true]);
    expect(await asked('Eva Stein')).to.deep.equal(nobody);
    expect(await asked('Ida Berg')).to.deep.equal(nobody);
    expect(await look('Ann Only')).to.equal('none');
  });

  it('GOV-18: after ten look-ups in a day that found nobody there are no more, and privacy officers are told once', async () => {
    const { start, worker, ports, clock, di, happening, admin } = await onCall();
    const lookup = { identifierSystem: 'urn:de:kv', identifierValue: 'Z1' };
    const missed = () => failureOf(start({ subjectId: undefined, lookup }));
    for (let tries = 0; tries < 10; tries += 1) expect(await missed()).to.equal('break_glass.no_match');

    expect(await missed()).to.equal('rate_limited');
    expect(await failureOf(start())).to.equal('none');
    await worker.drain();
    expect(
      ports.mail.sent.filter(({ subject }) => subject.includes('looks up people')).map(({ to }) => to.name),
    ).to.deep.equal(['Ann']);
    clock.advance({ hours: 24, seconds: 1 });
    expect(await missed()).to.equal('break_glass.no_match');
    const failed = (await happening()).filter(({ type }) => type === 'break_glass.lookup_failed');
    expect(failed.map(({ facts }) => facts.failedToday)).to.deep.equal([
      ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1],
    ]);
    expect([di.displayName, admin.displayName]).to.deep.equal(['Di', 'Ann']);
  });

  it('GOV-15: takes a proof that it is they, and opens nothing without one', async () => {
    const { start, happening, di, aCase, getCase, governance } = await onCall();
    const wrong = { method: 'password', value: 'not my password' };

    expect(await failureOf(start({ reauthentication: wrong }))).to.equal(
      'attestation.reauthentication_failed',
    );
    expect(await failureOf(getCase(aCase.id, di, 'emergency'))).to.equal('case.not_found');
    expect(await happening()).to.deep.equal([]);
    expect((await governance.listRecordAccess({}, di.session)).count).to.equal(0);
  });

  it('GOV-15: is one for each scope and three at a time, and opens no walled case', async () => {
    const { start, open, aCase, bo, di, governance, sql } = await onCall();
    const first = await start();
    const opened = [await open(), await open(), await open()];
    const take = (at: number) => failureOf(start({ subjectId: undefined, caseId: opened[at]?.id }));

    expect(await failureOf(start())).to.equal('break_glass.already_active');
    expect([await take(0), await take(1), await take(2)]).to.deep.equal([
      ...['none', 'none', 'break_glass.limit'],
    ]);
    await governance.endBreakGlass({ sessionId: first.session.id, reason: 'The ward took over' }, di.session);
    await sql('update record_cases set blocked_user_ids = $2 where id = $1', [opened[2]?.id, [di.id]]);
    expect(await take(2)).to.equal('break_glass.no_match');
    expect(await faultsOf(start({ caseId: aCase.id }))).to.deep.equal(['/lookup field.invalid']);
    expect(bo.id).to.not.equal(di.id);
  });

  it('5.6: reminds privacy officers every day that a review is overdue, and after a week owners too', async () => {
    const { start, clock, worker, ports, review, happening, governance, admin, owner } = await onCall();
    const { session } = await start();
    const reminded = async (over: { days?: number; hours?: number; minutes?: number }) => {
      const before = ports.mail.sent.length;
      clock.advance(over);
      await worker.run('governance.expire_access');
      await worker.run('break_glass.review_due');
      await worker.drain();
      // The sweep is over all workspaces, those of other tests too.
      const ours = [admin.email, owner.email];
      const mails = ports.mail.sent
        .slice(before)
        .filter(({ to, subject }) => subject.startsWith('Overdue') && ours.includes(to.address));
      return mails.map(({ to }) => to.name).sort();
    };

    expect(await reminded({ hours: 72 })).to.deep.equal([]);
    expect(await reminded({ hours: 2 })).to.deep.equal(['Ann']);
    expect(await reminded({ hours: 3 })).to.deep.equal([]);
    expect(await reminded({ hours: 22 })).to.deep.equal(['Ann']);
    expect((await reminded({ days: 7 })).length).to.equal(2);
    const { overview } = await governance.getGovernanceOverview({}, admin.session);
    expect(overview.access).to.deep.include({ breakGlassAwaitingReview: 1, breakGlassReviewOverdue: 1 });
    expect(overview.risks.map(({ code }) => code)).to.include('break_glass_review_overdue');
    await review(session.id);
    expect(await reminded({ days: 2 })).to.deep.equal([]);
    expect((await happening()).map(({ type }) => type)).to.deep.equal([
      ...['break_glass.started', 'break_glass.expired', 'break_glass.review_overdue', 'break_glass.reviewed'],
    ]);
  });

  it('5.6: keeps its holder in the workspace until it is ended', async () => {
    const { start, chancery, owner, di, governance } = await onCall();
    const { session } = await start();
    const remove = () => failureOf(chancery.workspace.removeMember({ userId: di.id }, owner.session));

    expect(await remove()).to.equal('member.open_responsibilities');
    await governance.endBreakGlass({ sessionId: session.id }, di.session);
    expect(await remove()).to.equal('none');
  });

  it('can be tried: who would be told, without anybody being told', async () => {
    const { governance, owner, admin, bo, aCase, worker, ports, happening } = await onCall();
    await worker.drain();
    ports.mail.sent.length = 0;
    const { drill } = await governance.drillBreakGlass({ caseId: aCase.id }, owner.session);
    await worker.drain();

    expect(drill.told.map(({ person, because }) => [person.userId, because])).to.deep.equal([
      [admin.id, 'privacy_officer'],
      [bo.id, 'lead'],
    ]);
    expect(drill.reviewers.map(({ userId }) => userId)).to.deep.equal([admin.id]);
    expect(ports.mail.sent).to.deep.equal([]);
    expect(await happening()).to.deep.equal([]);
    expect(await failureOf(governance.drillBreakGlass({}, bo.session))).to.equal('permission.denied');
  });
});
