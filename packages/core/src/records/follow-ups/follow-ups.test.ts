import { failureOf, faultsOf, onBothDatabases, recordOffice } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { maskOf } from '../access/labels.ts';
import { followUpStates } from './follow-up.ts';

const minutes = (clock: { now(): string }, count: number) =>
  new Date(Date.parse(clock.now()) + count * 60_000).toISOString();

onBothDatabases('follow-ups', (database) => {
  /** An office with an open case of Bo, on which Cy contributes. */
  const office = async () => {
    const here = await recordOffice({ database: database(), settings: { accessTokenSeconds: 100 * 86_400 } });
    const { records, bo, cy, guest, worker, ports, clock } = here;
    const recordCase = await here.open({
      members: [
        { userId: cy.id, role: 'contributor' },
        { userId: guest.id, role: 'viewer' },
      ],
    });
    const caseId = recordCase.id;
    const note = async (input: object = {}, as = bo) =>
      (await records.createFollowUp({ caseId, title: 'Call back', ...input } as never, as.session)).followUp;
    const change = async (followUpId: string, input: object, as = bo) =>
      (await records.updateFollowUp({ followUpId, ...input }, as.session)).followUp;
    const list = (input: object = {}, as = bo) => records.listFollowUps(input, as.session);
    /** Lets time pass, minute by minute as the worker sees it, and says which mails were sent since. */
    const mails = async (after = 0) => {
      clock.advance({ minutes: after });
      const before = ports.mail.sent.length;
      await worker.run('records.follow_up_reminders');
      await worker.drain();
      // Other tests of this database left mails behind.
      const ours = [bo.email, cy.email, guest.email];
      const isOurs = ({ to, subject }: (typeof ports.mail.sent)[number]) =>
        ours.includes(to.address) && subject.includes(recordCase.caseNumber);
      return ports.mail.sent
        .slice(before)
        .filter(isOurs)
        .map(({ to, subject }) => `${to.address} ${subject}`);
    };
    return { ...here, recordCase, caseId, note, change, list, mails };
  };

  it('are noted for whoever writes, or for somebody else of the case, who gets a mail', async () => {
    const { note, mails, caseId, recordCase, bo, cy, person, workspaceId, happened } = await office();
    const { id, createdAt, updatedAt, ...kept } = await note();

    expect(createdAt).to.equal(updatedAt);
    expect(kept).to.deep.equal({
      ...{
        workspaceId,
        caseId,
        subjectId: null,
        artifactId: null,
        encounterId: null,
        title: 'Call back',
        description: null,
      },
      ...{ status: 'open', priority: 'medium', owner: { userId: bo.id, displayName: 'Bo' }, dueAt: null },
      ...{ overdue: false, reminders: [1440], outcome: null, cancelReason: null },
      ...{
        source: { kind: 'manual', sourceId: null },
        completedAt: null,
        completedBy: null,
        effectiveLabels: [],
      },
      createdBy: { userId: bo.id, displayName: 'Bo' },
      updatedBy: { userId: bo.id, displayName: 'Bo' },
      version: 1,
    });
    expect((await happened()).at(-1)).to.deep.equal({
      type: 'follow_up.created',
      facts: {},
      target: { kind: 'follow_up', id },
    });
    expect(await mails()).to.deep.equal([]);
    await note({ ownerUserId: cy.id });
    expect(await mails()).to.deep.equal([`${cy.email} Something to do in ${recordCase.caseNumber}`]);
    const dee = await person('member', 'Dee');
    expect(await failureOf(note({ ownerUserId: dee.id }))).to.equal('follow_up.owner_not_member');
    expect(await failureOf(note({}, dee))).to.equal('case.not_found');
  });

  it('say which fields are wrong', async () => {
    const { note, change, create } = await office();
    const stranger = await create({ displayName: 'Nobody of the case' });
    const missing = 'ffffffff-ffff-7fff-8fff-ffffffffffff';

    expect(await faultsOf(note({ subjectId: stranger.id }))).to.deep.equal(['/subjectId field.invalid']);
    expect(await faultsOf(note({ encounterId: missing }))).to.deep.equal(['/encounterId field.invalid']);
    expect(await faultsOf(note({ reminders: [60, 60] }))).to.deep.equal(['/reminders field.duplicate']);
    for (const reminders of [[4], [43_201], [10, 20, 30, 40, 50, 60]])
      expect(await faultsOf(note({ reminders }))).to.have.length(1);
    const critical = await note({ priority: 'critical' });
    expect(await faultsOf(change(critical.id, { status: 'completed' }))).to.deep.equal([
      '/outcome field.required',
    ]);
    expect(await faultsOf(change(critical.id, { status: 'cancelled' }))).to.deep.equal([
      '/cancelReason field.required',
    ]);
  });

  it('are done, dropped and taken up again, by their owner and by who writes in the case', async () => {
    const { note, change, guest, clock, cy, happened } = await office();
    const { id } = await note({ priority: 'critical' });

    expect(await failureOf(change(id, { status: 'in_progress' }, guest))).to.equal('permission.denied');
    expect((await change(id, { status: 'in_progress' }, cy)).status).to.equal('in_progress');
    const done = await change(id, { status: 'completed', outcome: 'Reached them' }, cy);
    expect([done.completedAt, done.completedBy?.userId]).to.deep.equal([clock.now(), cy.id]);
    const again = await change(id, { status: 'open' });
    expect([again.completedAt, again.completedBy]).to.deep.equal([null, null]);
    const dropped = await change(id, { status: 'cancelled', cancelReason: 'Not needed' });
    expect(dropped.cancelReason).to.equal('Not needed');
    const types = (await happened()).map(({ type }) => type).filter((type) => type.startsWith('follow_up.'));
    expect(types).to.deep.equal([
      'follow_up.created',
      'follow_up.updated',
      'follow_up.updated',
      'follow_up.completed',
      'follow_up.reopened',
      'follow_up.cancelled',
    ]);
    for (const status of followUpStates.states.filter((to) => !['open', 'cancelled'].includes(to)))
      expect(await failureOf(change(id, { status, outcome: 'x' }))).to.equal('follow_up.invalid_state');
  });

  it('REC-24: a closed case takes no new ones, and what is left in it is done or dropped', async () => {
    const { note, change, sql, caseId } = await office();
    const { id } = await note();
    await sql("update record_cases set status = 'closed' where id = $1", [caseId]);

    expect(await failureOf(note())).to.equal('case.invalid_state');
    expect(await failureOf(change(id, { title: 'Other' }))).to.equal('case.invalid_state');
    expect((await change(id, { status: 'completed' })).status).to.equal('completed');
    expect(await failureOf(change(id, { status: 'open' }))).to.equal('case.invalid_state');
  });

  it('REC-32: are overdue by the clock at the moment of reading, and listed by when they are due', async () => {
    const { note, change, list, clock, bo, cy } = await office();
    const never = await note({ title: 'Some day', priority: 'low' });
    const second = await note({ title: 'Second call', dueAt: minutes(clock, 120), ownerUserId: cy.id });
    const first = await note({
      title: 'First call',
      dueAt: minutes(clock, 60),
      description: 'About the estate',
    });
    const done = await note({ title: 'Done call', dueAt: minutes(clock, 30) });
    await change(done.id, { status: 'completed' });

    clock.advance({ minutes: 60 });
    const ids = async (input: object = {}) => (await list(input)).followUps.map(({ id }) => id);
    expect(await ids()).to.deep.equal([done.id, first.id, second.id, never.id]);
    expect(await ids({ overdue: true })).to.deep.equal([]);
    clock.advance({ seconds: 1 });
    expect(await ids({ overdue: true })).to.deep.equal([first.id]);
    expect((await list()).followUps.map(({ overdue }) => overdue)).to.deep.equal([false, true, false, false]);
    expect(await ids({ overdue: false })).to.deep.equal([done.id, second.id, never.id]);
    expect(await ids({ ownerUserId: 'me' })).to.deep.equal([done.id, first.id, never.id]);
    expect(await failureOf(ids({ ownerUserId: '\u0000' }))).to.equal('request.invalid');
    expect(await ids({ ownerUserId: cy.id, status: 'open' })).to.deep.equal([second.id]);
    expect(await ids({ priority: 'low' })).to.deep.equal([never.id]);
    expect(await ids({ search: 'CALL est' })).to.deep.equal([first.id]);
    expect(await ids({ dueBefore: minutes(clock, 0) })).to.deep.equal([done.id, first.id]);
    expect(await ids({ caseId: 'ffffffff-ffff-7fff-8fff-ffffffffffff' })).to.deep.equal([]);

    const walked: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ limit: 1, ...(cursor === undefined ? {} : { cursor }) }, bo);
      walked.push(...page.followUps.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(walked).to.deep.equal([done.id, first.id, second.id, never.id]);
  });

  it('REC-4: those of hidden cases change nothing in a list, and those that a purpose would open are counted', async () => {
    const { note, list, sql, caseId, clear, owner, bo, cy, person, label, recordCase, lines } =
      await office();
    await note();
    await clear(bo, maskOf(['restricted']));
    await label(recordCase.primarySubjectId, maskOf(['restricted']));
    await sql('update record_cases set effective_mask = 2 where id = $1', [caseId]);

    for (const reader of [owner, cy, await person('member', 'Dee')])
      expect(await list({}, reader)).to.deep.equal({
        ...{ followUps: [], count: 0, nextCursor: null, withheldForPurpose: 0 },
      });
    expect(await list()).to.include({ count: 0, withheldForPurpose: 1 });
    const seen = await list({ purposeOfUse: 'treatment' });
    expect([seen.count, seen.withheldForPurpose, seen.followUps[0]?.effectiveLabels]).to.deep.equal([
      ...[1, 0, ['restricted']],
    ]);
    const [line] = (await lines()).filter(({ action }) => action === 'records.list_read');
    expect(JSON.parse(line?.payload ?? '{}').facts).to.deep.include({ resource: 'follow_ups', count: 1 });
  });

  it('REC-33: a reminder is sent once for its time, again for another due date, and not once it is done', async () => {
    const { note, change, mails, clock, bo, recordCase } = await office();
    const due = `${bo.email} Due soon in ${recordCase.caseNumber}`;
    const { id } = await note({ dueAt: minutes(clock, 300), reminders: [120, 60] });

    expect(await mails(179)).to.deep.equal([]);
    expect(await mails(1)).to.deep.equal([due]);
    expect(await mails(5)).to.deep.equal([]);
    expect(await mails(55)).to.deep.equal([due]);
    await change(id, { dueAt: minutes(clock, 200) });
    expect(await mails(1)).to.deep.equal([]);
    expect(await mails(79)).to.deep.equal([due]);
    await change(id, { status: 'completed' });
    expect(await mails(60)).to.deep.equal([]);
  });

  it('REC-33: no reminder is sent of a case that is on hold, and it is made up for when work goes on', async () => {
    const { note, mails, sql, caseId, clock, recordCase, bo } = await office();
    await note({ dueAt: minutes(clock, 300), reminders: [120] });
    await sql("update record_cases set status = 'on_hold' where id = $1", [caseId]);

    expect(await mails(200)).to.deep.equal([]);
    await sql("update record_cases set status = 'active' where id = $1", [caseId]);
    expect(await mails(1)).to.deep.equal([`${bo.email} Due soon in ${recordCase.caseNumber}`]);
  });

  it('REC-33: a mail about a labelled case names neither subject nor title', async () => {
    const { note, mails, sql, caseId, clock, cy, ports } = await office();
    await sql('update record_cases set own_mask = 1, effective_mask = 1 where id = $1', [caseId]);
    await note({ title: 'Secret matter', dueAt: minutes(clock, 300), reminders: [120], ownerUserId: cy.id });

    expect(await mails(180)).to.have.length(2);
    const sent = JSON.stringify(ports.mail.sent.filter(({ subject }) => subject.includes('C-')));
    expect(sent).to.include('Due soon');
    expect(sent).to.not.include('Secret').and.not.include('Smith');
  });

  it('REC-103: a reminder that was handed on when a process ended is sent once, under one message id', async () => {
    const { note, mails, clock, sql, workspaceId, ports, bo } = await office();
    const isReminder = ({ to, subject }: { to: { address: string }; subject: string }) =>
      to.address === bo.email && subject.startsWith('Due soon');
    await note({ dueAt: minutes(clock, 300), reminders: [120] });
    clock.advance({ minutes: 180 });
    const send = ports.mail.send.bind(ports.mail);
    let losses = 1;
    ports.mail.send = async (message) => {
      await send(message);
      if (!isReminder(message)) return;
      losses -= 1;
      if (losses >= 0) throw new Error('The process ended after the mail server had taken it');
    };
    const first = await mails();
    const again = await mails(60);

    const keys = ports.mail.sent.filter(isReminder).map(({ messageId }) => messageId);
    expect([first.length, again.length]).to.deep.equal([1, 1]);
    expect(new Set(keys).size).to.equal(1);
    const marks = await sql('select from follow_up_reminders where workspace_id = $1', [workspaceId]);
    expect(marks).to.have.length(1);
  });
});
