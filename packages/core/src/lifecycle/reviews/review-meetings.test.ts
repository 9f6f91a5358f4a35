import {
  failureOf,
  faultsOf,
  overridePlan,
  type Person,
  renewingOffice,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const at = '2026-12-01T09:00:00.000Z';

/** An office that schedules meetings about its documents. */
async function reviewing(over: Parameters<typeof renewingOffice>[0] = {}) {
  const here = await renewingOffice(over);
  const { lifecycle, owner, bo, chancery, sql, workspaceId } = here;
  return {
    ...here,
    review: async (documentId: string, input: object = {}, as: Person = owner) =>
      (
        await lifecycle.scheduleReviewMeeting(
          { documentId, scheduledStartAt: at, timeZone: 'Europe/Berlin', attendeeUserIds: [bo.id], ...input },
          as.session,
        )
      ).reviewMeeting,
    meeting: (meetingId: string, as: Person = owner) =>
      chancery.meetings.getMeeting({ meetingId }, as.session),
    /** How many meetings there are, and how many of them are linked to a document. */
    counted: async () =>
      (
        await sql<{ meetings: number; links: number }>(
          `select (select count(*)::integer from meetings where workspace_id = $1) meetings,
             (select count(*)::integer from review_meetings where workspace_id = $1) links`,
          [workspaceId],
        )
      )[0],
  };
}

describe('scheduleReviewMeeting', () => {
  it('OPS-8: schedules a meeting that the caller organizes, and links it to the document', async () => {
    const { upload, review, meeting, happened, chancery, owner, admin, bo } = await reviewing();
    const { id } = await upload({ name: 'Lease' });

    const reviewed = await review(id, { agenda: 'The new rent', attendeeUserIds: [bo.id, admin.id, bo.id] });

    expect(reviewed).to.deep.equal({
      id: reviewed.id,
      documentId: id,
      renewalCaseId: null,
      meetingId: reviewed.meetingId,
      title: 'Lease',
      scheduledStartAt: at,
      joinUrl: reviewed.joinUrl,
      attendeeUserIds: [bo.id, admin.id],
      createdByUserId: owner.id,
    });
    const { meeting: made } = await meeting(reviewed.meetingId);
    const { invitations } = await chancery.meetings.listMeetingInvitations(
      { meetingId: made.id },
      owner.session,
    );
    expect(made).to.include({
      title: 'Lease',
      description: 'The new rent',
      source: 'lifecycle',
      scheduledStartAt: at,
      timeZone: 'Europe/Berlin',
      durationMinutes: 30,
      joinUrl: reviewed.joinUrl,
    });
    expect(made.organizer.userId).to.equal(owner.id);
    expect(invitations.map(({ person }) => person.userId)).to.have.members([owner.id, bo.id, admin.id]);
    const told = (await happened()).filter(({ type }) => /^review_meeting|^meeting\.created/.test(type));
    expect(told.map(({ type }) => type)).to.deep.equal(['meeting.created', 'review_meeting.scheduled']);
    expect(told[1]?.facts).to.deep.equal({
      documentId: id,
      renewalCaseId: null,
      meetingId: reviewed.meetingId,
    });
  });

  it('OPS-8: links nothing where the meetings context refuses, by its own code and field', async () => {
    const { upload, review, counted, sql, workspaceId } = await reviewing();
    const { id } = await upload();

    expect(await faultsOf(review(id, { timeZone: 'Mars/Olympus' }))).to.deep.equal([
      '/timeZone time_zone.unknown',
    ]);
    expect(await faultsOf(review(id, { scheduledStartAt: '2026-11-01T09:00:00.000Z' }))).to.deep.equal([
      '/scheduledStartAt schedule.in_past',
    ]);
    for (const code of ['meeting_duration_minutes', 'meetings_scheduled']) {
      await overridePlan({ sql, workspaceId }, { [code]: code === 'meetings_scheduled' ? false : 20 });
      expect(await failureOf(review(id))).to.equal(
        code === 'meetings_scheduled' ? 'plan.feature_not_included' : 'plan.limit_reached',
      );
    }

    expect(await counted()).to.deep.equal({ meetings: 0, links: 0 });
  });

  it('OPS-8: invites those alone who see the document, and keeps back whether there are others', async () => {
    const { upload, review, counted, bo, admin, person } = await reviewing();
    const { id } = await upload({ visibility: 'restricted' });
    const nobody = `usr_${'0'.repeat(32)}`;

    expect(await failureOf(review(id, { attendeeUserIds: [admin.id, bo.id] }))).to.equal('member.not_found');
    expect(await failureOf(review(id, { attendeeUserIds: [nobody] }))).to.equal('member.not_found');
    const guest = await person('guest', 'Gus');
    const { id: open } = await upload();
    expect(await failureOf(review(open, { attendeeUserIds: [guest.id] }))).to.equal('member.not_found');

    expect(await counted()).to.deep.equal({ meetings: 0, links: 0 });
    expect((await review(id, { attendeeUserIds: [admin.id] })).attendeeUserIds).to.deep.equal([admin.id]);
  });

  it('OPS-8: is shown at the renewal it is about, when it starts by now, and not once it is called off', async () => {
    const { upload, review, open, update, list, chancery, owner } = await reviewing();
    const [one, other] = [await upload(), await upload()];
    const { id: renewalCaseId } = await open(one.id);
    const later = await review(one.id, { renewalCaseId, scheduledStartAt: '2026-12-08T09:00:00.000Z' });
    const { id, meetingId } = await review(one.id, { renewalCaseId });
    await review(one.id);

    expect(await failureOf(review(other.id, { renewalCaseId }))).to.equal('renewal.not_found');
    expect((await update(renewalCaseId, 'start')).reviewMeetings).to.deep.equal([
      { id, meetingId, scheduledStartAt: at },
      { id: later.id, meetingId: later.meetingId, scheduledStartAt: '2026-12-08T09:00:00.000Z' },
    ]);

    const moved = '2026-12-09T10:00:00.000Z';
    const { meeting } = await chancery.meetings.getMeeting({ meetingId }, owner.session);
    await chancery.meetings.updateMeeting(
      { meetingId, scheduledStartAt: moved, expectedVersion: meeting.version },
      owner.session,
    );
    await chancery.meetings.cancelMeeting({ meetingId: later.meetingId }, owner.session);
    expect((await list()).map(({ reviewMeetings }) => reviewMeetings)).to.deep.equal([
      [{ id, meetingId, scheduledStartAt: moved }],
    ]);
  });

  it('is for those who manage the document or keep it in force, while it is active', async () => {
    const { upload, put, review, trash, bo, admin } = await reviewing();
    const { id } = await upload();
    const mine = (as: Person) => review(id, { attendeeUserIds: [admin.id] }, as);

    expect(await failureOf(mine(bo))).to.equal('permission.denied');
    await put(id, { ownerUserId: bo.id });
    expect((await mine(bo)).createdByUserId).to.equal(bo.id);
    await trash(id);
    expect(await failureOf(mine(admin))).to.equal('document.invalid_state');
  });

  it('cuts the name of the document to what a title may hold', async () => {
    const { upload, review } = await reviewing();
    const { id } = await upload({ name: 'ü'.repeat(255) });

    expect((await review(id)).title).to.equal('ü'.repeat(200));
    expect((await review(id, { title: 'The lease' })).title).to.equal('The lease');
  });
});
