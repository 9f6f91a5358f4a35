import { expect } from 'chai';
import { onBothDatabases } from '../testing/both-databases.ts';
import { renewingOffice } from '../testing/renewing-office.ts';

onBothDatabases('review meetings', (database) => {
  it('are listed with the renewal they are about, the earliest first, those of other renewals left out', async () => {
    const { upload, open, list, lifecycle, owner, bo } = await renewingOffice({ database: database() });
    const renewal = async () => (await open((await upload()).id)).id;
    const [renewalCaseId, otherId] = [await renewal(), await renewal()];
    const cases = new Map((await list()).map(({ id, documentId }) => [id, documentId]));
    const review = async (caseId: string, scheduledStartAt: string) =>
      (
        await lifecycle.scheduleReviewMeeting(
          {
            documentId: cases.get(caseId) ?? '',
            renewalCaseId: caseId,
            scheduledStartAt,
            timeZone: 'UTC',
            attendeeUserIds: [bo.id],
          },
          owner.session,
        )
      ).reviewMeeting;
    const late = await review(renewalCaseId, '2026-12-02T09:30:00.000Z');
    const early = await review(renewalCaseId, '2026-12-01T09:30:00.000Z');
    const other = await review(otherId, '2026-12-03T09:30:00.000Z');

    const listed = new Map((await list()).map(({ id, reviewMeetings }) => [id, reviewMeetings]));

    const shown = ({ id, meetingId, scheduledStartAt }: typeof late) => ({ id, meetingId, scheduledStartAt });
    expect(listed.get(renewalCaseId)).to.deep.equal([shown(early), shown(late)]);
    expect(listed.get(otherId)).to.deep.equal([shown(other)]);
  });
});
