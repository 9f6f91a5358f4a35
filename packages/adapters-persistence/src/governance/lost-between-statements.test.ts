import { expect } from 'chai';
import { onBothDatabases } from '../testing/both-databases.ts';
import { disclosingOffice } from '../testing/disclosing-office.ts';
import { lostAfter } from '../testing/lost-statements.ts';
import { failureOf } from '../testing/world.ts';

onBothDatabases('what is all done or not at all', (database) => {
  type Office = Awaited<ReturnType<typeof disclosingOffice>>;
  type State = Readonly<Record<string, unknown>>;
  interface Attempt {
    readonly work: () => Promise<unknown>;
    readonly state: () => Promise<State>;
  }

  /**
   * Loses the process behind each statement of the work in turn, each time with something new to do, and does it once more in
   * the next process. Gives how often it was lost, and how often with all done already.
   */
  async function lostEverywhere(next: () => Promise<Attempt>, repeated: string, after: State) {
    let [lost, done] = [0, 0];
    for (let statements = 0; ; statements += 1) {
      const { work, state } = await next();
      const before = await state();
      const isLost = await lostAfter(database(), statements, work);
      const left = await state();
      if (!isLost) {
        expect(left).to.deep.equal(after);
        return { lost, done };
      }
      lost += 1;
      const isDone = JSON.stringify(left) === JSON.stringify(after);
      done += isDone ? 1 : 0;
      if (!isDone) expect(left, `lost behind ${statements} statements`).to.deep.equal(before);
      expect(await failureOf(work()), `repeated after ${statements}`).to.equal(isDone ? repeated : 'none');
      expect(await state(), `repeated after ${statements}`).to.deep.equal(after);
    }
  }

  /** What there is of a package. */
  const ofPackage =
    ({ sql, workspaceId }: Office, packageId: string) =>
    async () => {
      const [row] = await sql<State>(
        `select p.status, a.releases_used used,
         (select count(*)::int from portal_tokens t where t.package_id = p.id) links,
         (select count(*)::int from portal_tokens t where t.package_id = p.id and t.status = 'live') live,
         (select count(*)::int from disclosure_accounting d where d.package_id = p.id) accounted,
         (select count(*)::int from jobs j where j.workspace_id = $1 and j.payload::text like '%' || $2 || '%'
           and j.topic in ('governance.mail_portal_release', 'governance.mail_portal_revoked') and j.status <> 'cancelled') mails,
         (select count(*)::int from audit_event e where e.ledger_id = $1 and e.target_id = $2
           and e.action in ('disclosure.package_released', 'disclosure.package_revoked')) lines
       from release_packages p join disclosure_authorizations a on a.id = p.authorization_id where p.id = $2::uuid`,
        [workspaceId, packageId],
      );
      return row ?? {};
    };
  const counted = (lost: number, done: number) => expect([lost > 15, done <= 1]).to.deep.equal([true, true]);

  it('GOV-6: a release is whole wherever its process is lost, with one link, one line of the accounting and one mail', async () => {
    const here = await disclosingOffice({ database: database() });
    const entry = await here.signed();
    let recipients = 0;
    const next = async () => {
      recipients += 1;
      const recipient = { ...here.recipient, email: `claims${recipients}@example.org` };
      const { id } = await here.authorized({ recipient });
      const { id: packageId } = await here.approvedWith(id, {}, entry);
      return { work: () => here.release(packageId), state: ofPackage(here, packageId) };
    };
    const whole = { status: 'released', used: 1, links: 1, live: 1, accounted: 1, mails: 1, lines: 1 };

    const { lost, done } = await lostEverywhere(next, 'release_package.invalid_state', whole);

    counted(lost, done);
  });

  it('PORT-4: a revocation is whole wherever its process is lost, and leaves no link', async () => {
    const here = await disclosingOffice({ database: database() });
    const { own, cy } = here;
    const entry = await here.signed();
    const next = async () => {
      const { id } = await here.authorized();
      const { id: packageId } = await here.approvedWith(id, { delivery: 'manual' }, entry);
      await here.release(packageId);
      const work = () => own.revokeReleasePackage({ packageId, reason: 'Wrong person' }, cy.session);
      return { work, state: ofPackage(here, packageId) };
    };
    const whole = { status: 'revoked', used: 1, links: 1, live: 0, accounted: 1, mails: 1, lines: 2 };

    const { lost, done } = await lostEverywhere(next, 'release_package.invalid_state', whole);

    counted(lost, done);
  });

  /** Di, who is on call, and what there is of an emergency that she began over one case after another. */
  async function onCall() {
    const here = await disclosingOffice({ database: database() });
    const di = await here.person('member', 'Di');
    await here.clear(here.admin, 0, ['privacy_officer']);
    const start = (caseId: string) =>
      here.own.startBreakGlass(
        {
          ...{ caseId, reasonCode: 'emergency_treatment' },
          reason: 'Unconscious after a fall, and nobody else knows of allergies',
          reauthentication: { method: 'password', value: 'correct horse battery staple' },
        },
        di.session,
      );
    const state = (caseId: string) => async () => {
      const [row] = await here.sql<State>(
        `select
           (select count(*)::int from break_glass_sessions where workspace_id = $1 and scope_id = $2::uuid) sessions,
           (select count(*)::int from record_grants where workspace_id = $1 and scope_id = $2::uuid) grants,
           (select count(*)::int from jobs j join break_glass_sessions s on j.payload::text like '%' || s.id || '%'
             where j.workspace_id = $1 and j.topic = 'break_glass.notify' and s.scope_id = $2::uuid) notices,
           (select count(*)::int from jobs where workspace_id = $1 and topic = 'break_glass.notify') "allNotices",
           (select count(*)::int from audit_event where ledger_id = $1 and case_id = $2 and action = 'break_glass.started') lines`,
        [here.workspaceId, caseId],
      );
      const { allNotices, ...counts } = row ?? {};
      // Each emergency has three notices, and there is none without an emergency.
      expect(Number(allNotices) % 3).to.equal(0);
      return counts;
    };
    return { ...here, di, start, state };
  }
  const whole = { sessions: 1, grants: 1, notices: 3, lines: 1 };

  it('GOV-15: an emergency is whole wherever its process is lost, with its line and all of its notices', async () => {
    const here = await onCall();
    const { open, start, state, sql, workspaceId, clock } = here;
    const next = async () => {
      // Those before are over, so that they are not three.
      clock.advance({ minutes: 61 });
      const { id } = await open({ status: 'active' });
      return { work: () => start(id), state: state(id) };
    };

    const { lost, done } = await lostEverywhere(next, 'break_glass.already_active', whole);

    counted(lost, done);
    const [left] = await sql(
      `select count(*)::int n from jobs where workspace_id = $1 and topic = 'break_glass.notify'
       and not exists (select from break_glass_sessions s where jobs.payload::text like '%' || s.id || '%')`,
      [workspaceId],
    );
    expect(left).to.deep.equal({ n: 0 });
  });

  it('GOV-15: there is no emergency if one of its notices, or its line, cannot be written', async () => {
    const { open, start, state, sql, di, getCase } = await onCall();
    const failing = async (table: string, condition: string, work: () => Promise<unknown>) => {
      await sql(
        `create function fails_in_test() returns trigger language plpgsql as $$ begin raise exception 'cannot be written'; end $$`,
      );
      await sql(
        `create trigger fails_in_test before insert on ${table} for each row when (${condition}) execute function fails_in_test()`,
      );
      try {
        return await work().then(
          () => 'none',
          (error: Error) => error.message,
        );
      } finally {
        await sql(`drop trigger fails_in_test on ${table}`);
        await sql('drop function fails_in_test()');
      }
    };
    const { id } = await open({ status: 'active' });
    const nothing = { sessions: 0, grants: 0, notices: 0, lines: 0 };

    for (const [table, condition] of [
      ['jobs', "new.topic = 'break_glass.notify'"],
      ['audit_event', "new.action = 'break_glass.started'"],
    ] as const) {
      expect(await failing(table, condition, () => start(id)), table).to.include('cannot be written');
      expect(await state(id)(), table).to.deep.equal(nothing);
      expect(await failureOf(getCase(id, di, 'emergency')), table).to.equal('case.not_found');
    }
    await start(id);
    expect(await state(id)()).to.deep.equal(whole);
  });
});
