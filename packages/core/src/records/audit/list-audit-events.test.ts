import { auditedOffice, failureOf } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import type { Role } from '../../kernel/access.ts';
import type { Duty } from '../access/record-reader.ts';
import { auditReader } from './reader.ts';

describe('the list of what stands in the ledger', () => {
  it('comes with names, details and the checkpoint that covers each, the newest first', async () => {
    const here = await auditedOffice();
    const { owner, records } = here;
    await here.projects(1);
    const { size } = await here.checkpoint();

    const { events, count } = await records.listAuditEvents({ limit: 2 }, owner.session);

    expect(count).to.equal(2);
    const [issued, created] = events;
    expect(issued).to.deep.include({ action: 'audit.checkpoint_issued', checkpointSize: null });
    expect(created).to.deep.include({
      seq: size,
      action: 'project.created',
      outcome: 'success',
      checkpointSize: size,
      detailState: 'present',
      actor: { kind: 'user', id: owner.id, displayName: 'Ada', email: owner.email },
    });
    expect(created?.detail).to.include({ name: 'Project 0' });
    expect(created?.prevHash).to.equal(
      (await records.listAuditEvents({ limit: 3 }, owner.session)).events[2]?.hash,
    );
  });

  it('is walked through page by page, by cursor and by offset', async () => {
    const here = await auditedOffice();
    const { owner, records } = here;
    await here.projects(4);
    const all = (await records.listAuditEvents({}, owner.session)).events.map(({ seq }) => seq);

    const first = await records.listAuditEvents({ limit: 3 }, owner.session);
    const second = await records.listAuditEvents(
      { limit: 500, cursor: first.nextCursor ?? '' },
      owner.session,
    );
    const passed = await records.listAuditEvents({ offset: 3 }, owner.session);

    expect([...first.events, ...second.events].map(({ seq }) => seq)).to.deep.equal(all);
    expect(second.nextCursor).to.equal(null);
    expect(passed.events.map(({ seq }) => seq)).to.deep.equal(all.slice(3));
  });

  it('REC-82: members see what they did themselves, and are refused every other question', async () => {
    const here = await auditedOffice();
    const { records, person, chancery } = here;
    const bo = await person('member', 'Bo');
    await here.projects(1);
    await chancery.workspace.createProject({ name: 'Own' }, bo.session);

    const { events } = await records.listAuditEvents({}, bo.session);

    expect(events.map(({ action, actor }) => [action, actor.id])).to.deep.equal([['project.created', bo.id]]);
    const refused = (input: object) => failureOf(records.listAuditEvents(input, bo.session));
    expect(await refused({ actor: 'Ada' })).to.equal('audit.not_allowed');
    expect(await refused({ caseId: '0190a000-0000-7000-8000-000000000000' })).to.equal('audit.not_allowed');
    expect(await refused({ actor: bo.id })).to.equal('none');
  });

  it('REC-82: an event with a label that an admin does not pass is left out, and an auditor sees it without its detail', async () => {
    const here = await auditedOffice();
    const { owner, records } = here;
    const admin = await here.person('admin', 'Grace');
    const { subject } = await records.createSubject({ displayName: 'Ann Smith' }, owner.session);
    const listed = async () =>
      (await records.listAuditEvents({ subjectId: subject.id }, admin.session)).events.map(
        ({ action }) => action,
      );
    expect(await listed()).to.deep.equal(['subject.created']);

    await here.sql('update subjects set own_mask = 2, effective_mask = 2 where id = $1', [subject.id]);
    await records.getSubject({ subjectId: subject.id, purposeOfUse: 'treatment' }, owner.session);
    expect(await listed()).to.deep.equal(['subject.created']);
    const reads = async (session: typeof owner.session) =>
      (await records.listAuditEvents({ action: 'subject.read' }, session)).events;
    expect(await reads(admin.session)).to.deep.equal([]);
    // Whoever founded the workspace has the duty of an auditor.
    const seen = await reads(owner.session);
    expect(seen.map(({ action, detail }) => [action, detail])).to.deep.equal([['subject.read', null]]);
  });

  it('REC-82: who reads what, by role and duty', () => {
    const reader = (role: Role, ...duties: Duty[]) =>
      auditReader({ userId: 'usr_1', role, duties }, {}, false);
    expect(reader('owner')).to.deep.equal({ ofUserId: null, isAuditor: false });
    expect(reader('admin', 'auditor')).to.deep.equal({ ofUserId: null, isAuditor: true });
    expect(reader('member', 'auditor')).to.deep.equal({ ofUserId: null, isAuditor: true });
    expect(reader('member', 'privacy_officer')).to.deep.equal({ ofUserId: null, isAuditor: false });
    expect(reader('member', 'records_manager')).to.deep.equal({ ofUserId: 'usr_1', isAuditor: false });
    expect(reader('guest')).to.deep.equal({ ofUserId: 'usr_1', isAuditor: false });
  });

  it('REC-83: finds parts of names of actions and people, and takes signs of patterns literally', async () => {
    const here = await auditedOffice();
    const { owner, records, person, chancery } = here;
    const bo = await person('member', 'Bo');
    await here.sql('update memberships set display_name = $2 where id = $1', [bo.membershipId, 'Bo_100%']);
    await here.projects(1);
    await chancery.workspace.createProject({ name: 'Own' }, bo.session);
    const count = async (input: object) => (await records.listAuditEvents(input, owner.session)).count;

    expect(await count({ action: 'PROJECT.Cre' })).to.equal(2);
    expect(await count({ action: 'project%created' })).to.equal(0);
    expect(await count({ actor: 'bo_100%' })).to.equal(1);
    expect(await count({ actor: 'b_' })).to.equal(0);
    expect(await count({ actor: bo.email.slice(0, 12), action: 'project' })).to.equal(1);
    expect(await count({ actor: bo.id })).to.equal(1);
    expect(await count({ actor: 'nobody' })).to.equal(0);
  });

  it('REC-83: instants are inclusive to the millisecond, and a date is a day of the zone of the workspace', async () => {
    const here = await auditedOffice();
    const { owner, records } = here;
    await here.sql(
      `update workspaces set settings = settings || '{"defaultTimeZone":"Pacific/Auckland"}' where id = $1`,
      [here.workspaceId],
    );
    await here.projects(1);
    const at = here.clock.now();
    const count = async (input: object) =>
      (await records.listAuditEvents({ action: 'project.created', ...input }, owner.session)).count;

    expect(await count({ from: at, to: at })).to.equal(1);
    expect(await count({ from: new Date(Date.parse(at) + 1).toISOString() })).to.equal(0);
    // Noon in London is one o'clock in the morning of the next day there.
    expect(await count({ from: '2026-11-24', to: '2026-11-24' })).to.equal(1);
    expect(await count({ to: '2026-11-23' })).to.equal(0);
  });
});
