import { failureOf, faultsOf, recordOffice } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { maskOf } from '../access/labels.ts';
import { encounterStates } from './encounter.ts';

const call = { encounterType: 'intake_call', mode: 'phone' } as const;
const startedAt = '2026-01-05T09:00:00.000Z';
const over = { startedAt, endedAt: '2026-01-05T09:30:59.000Z' };
const later = '2030-05-05T09:00:00.000Z';

/** An office with an open case of Bo, on which Cy contributes. */
async function office() {
  const here = await recordOffice();
  const { records, bo, cy, guest } = here;
  const { id: caseId } = await here.open({
    members: [
      { userId: cy.id, role: 'contributor' },
      { userId: guest.id, role: 'viewer' },
    ],
  });
  const meet = async (input: object = {}, as = bo) =>
    (
      await records.createEncounter(
        { caseId, ...call, status: 'completed', ...over, ...input } as never,
        as.session,
      )
    ).encounter;
  const see = async (encounterId: string, as = bo, input: object = {}) =>
    (await records.getEncounter({ encounterId, ...input }, as.session)).encounter;
  const change = async (encounterId: string, input: object, as = bo) =>
    (await records.updateEncounter({ encounterId, ...input }, as.session)).encounter;
  return { ...here, caseId, meet, see, change };
}

describe('encounters', () => {
  it('are recorded with what is known, and read by whoever passes the case', async () => {
    const { meet, see, caseId, bo, guest, admin, person, workspaceId, happened } = await office();
    const encounter = await meet({
      participants: [
        { kind: 'user', id: bo.id, displayName: 'Bo', role: 'caseworker', attended: true },
        { kind: 'external', displayName: 'Dr Weber', role: 'doctor' },
      ],
    });

    const { id, createdAt, updatedAt, ...kept } = encounter;
    expect(createdAt).to.equal(updatedAt);
    expect(kept).to.deep.equal({
      ...{
        workspaceId,
        caseId,
        ...call,
        status: 'completed',
        title: 'Intake call',
        reason: null,
        outcome: null,
      },
      ...{ scheduledStartAt: null, scheduledEndAt: null, ...over, durationMinutes: 30, timeZone: 'UTC' },
      ...{
        location: null,
        meetingId: null,
        confidentiality: 'standard',
        additionalLabels: [],
        effectiveLabels: [],
      },
      participants: [
        { kind: 'user', id: bo.id, displayName: 'Bo', role: 'caseworker', attended: true },
        { kind: 'external', id: null, displayName: 'Dr Weber', role: 'doctor', attended: null },
      ],
      createdBy: { userId: bo.id, displayName: 'Bo' },
      updatedBy: { userId: bo.id, displayName: 'Bo' },
      version: 1,
    });
    for (const reader of [guest, admin]) expect((await see(id, reader)).id).to.equal(id);
    expect(await failureOf(see(id, await person('member', 'Dee')))).to.equal('encounter.not_found');
    expect((await happened()).filter(({ type }) => type !== 'access.denied').at(-1)).to.deep.equal({
      type: 'encounter.created',
      facts: {},
      target: { kind: 'encounter', id },
    });
  });

  it('say which fields are wrong', async () => {
    const { meet } = await office();
    const faults = (input: object) => faultsOf(meet(input));

    expect(await faults({ status: 'planned', startedAt: null, endedAt: null })).to.deep.equal([
      '/scheduledStartAt field.required',
    ]);
    expect(await faults({ status: 'in_progress', startedAt: null, endedAt: null })).to.deep.equal([
      '/startedAt field.required',
    ]);
    expect(await faults({ endedAt: null })).to.deep.equal(['/endedAt field.required']);
    expect(await faults({ endedAt: '2026-01-05T08:59:59Z' })).to.deep.equal(['/endedAt field.out_of_range']);
    expect(await faults({ endedAt: later })).to.deep.equal(['/endedAt field.out_of_range']);
    expect(await faults({ scheduledEndAt: later })).to.deep.equal(['/scheduledStartAt field.required']);
    expect(await faults({ scheduledStartAt: later, scheduledEndAt: later })).to.deep.equal([
      '/scheduledEndAt field.out_of_range',
    ]);
    const tooLong = { scheduledStartAt: later, scheduledEndAt: '2030-05-12T09:00:00.001Z' };
    expect(await faults(tooLong)).to.deep.equal(['/scheduledEndAt field.out_of_range']);
    const nobody = { kind: 'user', id: `usr_${'0'.repeat(32)}`, displayName: 'X', role: 'x' };
    expect(await faults({ participants: [nobody] })).to.deep.equal(['/participants/0/id field.invalid']);
    expect(await faults({ participants: [{ kind: 'subject', displayName: 'X', role: 'x' }] })).to.have.length(
      1,
    );
    expect(await faults({ meetingId: 'ffffffff-ffff-7fff-8fff-ffffffffffff' })).to.deep.equal([
      '/meetingId field.invalid',
    ]);
    expect(await faults({ timeZone: 'Berlin' })).to.deep.equal(['/timeZone time_zone.unknown']);
  });

  it('are linked to a meeting that their author sees', async () => {
    const { meet, chancery, bo, cy } = await office();
    const { meeting } = await chancery.meetings.createMeeting(
      { title: 'Intake', scheduledStartAt: later, visibility: 'private' } as never,
      bo.session,
    );

    expect((await meet({ meetingId: meeting.id })).meetingId).to.equal(meeting.id);
    expect(await faultsOf(meet({ meetingId: meeting.id }, cy))).to.deep.equal(['/meetingId field.invalid']);
  });

  it('begin and end now, unless their times are given, and are planned again for the future', async () => {
    const { meet, change, clock, happened } = await office();
    const planned = await meet({
      status: 'planned',
      startedAt: null,
      endedAt: null,
      scheduledStartAt: later,
    });

    const begun = await change(planned.id, { status: 'in_progress' });
    expect([begun.status, begun.startedAt, begun.endedAt]).to.deep.equal(['in_progress', clock.now(), null]);
    const ended = await change(planned.id, { status: 'completed', outcome: 'Agreed' });
    expect([ended.status, ended.endedAt, ended.outcome]).to.deep.equal(['completed', clock.now(), 'Agreed']);
    const again = await change(planned.id, { status: 'in_progress' });
    expect([again.startedAt, again.endedAt]).to.deep.equal([begun.startedAt, null]);

    expect(await faultsOf(change(planned.id, { status: 'cancelled' }))).to.deep.equal([
      '/statusReason field.required',
    ]);
    await change(planned.id, { status: 'cancelled', statusReason: 'They are ill' });
    expect(await faultsOf(change(planned.id, { status: 'planned' }))).to.deep.equal([
      '/scheduledStartAt field.required',
    ]);
    expect(
      await faultsOf(change(planned.id, { status: 'planned', scheduledStartAt: startedAt })),
    ).to.deep.equal(['/scheduledStartAt field.out_of_range']);
    expect((await change(planned.id, { status: 'planned', scheduledStartAt: later })).status).to.equal(
      'planned',
    );
    const moves = (await happened()).filter(({ type }) => type === 'encounter.status_changed');
    expect(moves.map(({ facts }) => facts)).to.deep.equal([
      { from: 'planned', to: 'in_progress' },
      { from: 'in_progress', to: 'completed' },
      { from: 'completed', to: 'in_progress' },
      { from: 'in_progress', to: 'cancelled' },
      { from: 'cancelled', to: 'planned' },
    ]);
  });

  for (const from of encounterStates.states)
    for (const to of encounterStates.states.filter(
      (each) => each !== from && !(Object.values(encounterStates.table[from]) as string[]).includes(each),
    ))
      it(`refuse to go from ${from} to ${to}, and change nothing`, async () => {
        const { meet, see, change, sql } = await office();
        const { id } = await meet();
        await sql('update encounters set status = $2 where id = $1', [id, from]);

        const reason = { statusReason: 'A mistake', scheduledStartAt: later };
        expect(await failureOf(change(id, { status: to, ...reason }))).to.equal('encounter.invalid_state');
        expect([(await see(id)).status, (await see(id)).version]).to.deep.equal([from, 1]);
      });

  it('are marked as entered in error by whoever recorded them and by leads, for good, also in a closed case', async () => {
    const { meet, change, see, sql, caseId, cy, bo } = await office();
    const [one, other] = [await meet({}, cy), await meet({}, bo)];
    const wrong = { status: 'entered_in_error', statusReason: 'The wrong case' };
    expect(await failureOf(change(other.id, wrong, cy))).to.equal('permission.denied');
    await sql("update record_cases set status = 'closed' where id = $1", [caseId]);

    expect(await failureOf(change(one.id, { outcome: 'x' }, cy))).to.equal('case.invalid_state');
    expect((await change(one.id, wrong, cy)).status).to.equal('entered_in_error');
    expect((await change(other.id, wrong, bo)).status).to.equal('entered_in_error');
    await sql("update record_cases set status = 'active' where id = $1", [caseId]);
    expect(await failureOf(change(one.id, { outcome: 'x' }))).to.equal('encounter.invalid_state');
    expect((await see(one.id)).title).to.equal('Intake call');
  });

  it('REC-24: a case that people no longer work on takes no new ones', async () => {
    const { meet, sql, caseId } = await office();
    for (const status of ['closed', 'archived', 'cancelled']) {
      await sql('update record_cases set status = $2 where id = $1', [caseId, status]);
      expect(await failureOf(meet())).to.equal('case.invalid_state');
    }
  });

  it('REC-3, REC-5, REC-6, REC-92: labels of their own are set by who is cleared, and hide them from everybody else', async () => {
    const { meet, see, change, clear, owner, bo, cy, lines } = await office();
    const labelled = { confidentiality: 'safeguarding' };
    expect(await failureOf(meet(labelled))).to.equal('records.label_not_cleared');
    await clear(bo, maskOf(['safeguarding']));
    expect(await failureOf(meet(labelled))).to.equal('records.purpose_required');
    const { id, effectiveLabels } = await meet({ ...labelled, purposeOfUse: 'treatment' });

    expect(effectiveLabels).to.deep.equal(['safeguarding']);
    for (const stranger of [owner, cy])
      expect(await failureOf(see(id, stranger))).to.equal('encounter.not_found');
    expect(await failureOf(see(id))).to.equal('records.purpose_required');
    await see(id, bo, { purposeOfUse: 'treatment' });
    const [read] = (await lines()).filter(({ action }) => action === 'encounter.read');
    const { purposeOfUse, access, labels } = JSON.parse(read?.payload ?? '{}');
    expect([purposeOfUse, access.basis, labels]).to.deep.equal([
      'treatment',
      'case_member',
      ['safeguarding'],
    ]);
    const lower = { confidentiality: 'standard', purposeOfUse: 'treatment' };
    expect(await faultsOf(change(id, lower))).to.deep.equal(['/confidentialityReason field.required']);
    await change(id, { ...lower, confidentialityReason: 'Not needed' });
    expect((await see(id, owner)).effectiveLabels).to.deep.equal([]);
  });

  it('are changed at the version that was read, each field by itself', async () => {
    const { meet, change, happened } = await office();
    const { id } = await meet();

    const changed = await change(id, { location: 'Room 1', expectedVersion: 1 });
    expect(await failureOf(change(id, { location: 'Room 2', expectedVersion: 1 }))).to.equal(
      'version_conflict',
    );
    const same = await change(id, { location: 'Room 1' });

    expect([changed.location, changed.version, same.version]).to.deep.equal(['Room 1', 2, 2]);
    const updates = (await happened()).filter(({ type }) => type === 'encounter.updated');
    expect(updates.map(({ facts }) => facts)).to.deep.equal([{ changed: ['location'] }]);
  });

  it('show in their case with what is to be done, the latest first, as far as the caller passes them', async () => {
    const { meet, getCase, records, caseId, clear, bo, owner, lines } = await office();
    await clear(bo, maskOf(['safeguarding']));
    const early = await meet({ startedAt: '2026-01-02T09:00:00Z', endedAt: '2026-01-02T09:10:00Z' });
    const late = await meet();
    const hidden = await meet({ confidentiality: 'safeguarding', purposeOfUse: 'treatment' });
    const { followUp } = await records.createFollowUp({ caseId, title: 'Call back' }, bo.session);
    const shownTo = async (as: typeof bo, purpose?: 'treatment') => {
      const { recentEncounters, openFollowUps } = await getCase(caseId, as, purpose);
      return [recentEncounters?.map(({ id }) => id), openFollowUps?.map(({ id }) => id)];
    };

    expect(await shownTo(owner)).to.deep.equal([[late.id, early.id], [followUp.id]]);
    expect(await shownTo(bo)).to.deep.equal([[late.id, early.id], [followUp.id]]);
    expect((await lines()).map(({ action }) => action)).to.not.include('case.read');
    expect(await shownTo(bo, 'treatment')).to.deep.equal([[hidden.id, late.id, early.id], [followUp.id]]);
    const [read] = (await lines()).filter(({ action }) => action === 'case.read');
    expect(JSON.parse(read?.payload ?? '{}').labels).to.deep.equal(['safeguarding']);
  });
});
