import { aStranger, meetingWorld, packetsOf, roundTripsOf } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('round trips of meetings', () => {
  it('one shows a meeting to a person who is signed in', async () => {
    const at = await meetingWorld();
    const { chancery, owner, meetingId } = at;
    const ask = () => chancery.meetings.getMeeting({ meetingId }, owner.session);

    expect(await roundTripsOf(at.database, ask)).to.deep.equal({ roundTrips: 1, statements: 11 });
  });

  it('MTG-98: a look that leaves a trace is one transaction, from the second one on', async () => {
    const { chancery, owner, person, database } = await meetingWorld();
    const ada = await person('member', 'Ada');
    const { meeting } = await chancery.meetings.createMeeting(
      { title: 'Secret', scheduledStartAt: '2026-11-30T09:00:00Z' },
      ada.session,
    );
    const look = () => chancery.meetings.getMeeting({ meetingId: meeting.id }, owner.session);
    const begun = async () =>
      (await packetsOf(database, look))
        .flat()
        .map(({ text }) => text)
        .filter((text) => text.startsWith('begin'));

    expect([await begun(), await begun()]).to.deep.equal([['begin read only', 'begin'], ['begin']]);
  });

  describe('of those who come by the code of a live meeting', () => {
    async function live() {
      const at = await meetingWorld();
      const { chancery, owner, clock } = at;
      const { meeting } = await chancery.meetings.createMeeting(
        {
          title: 'Town hall',
          scheduledStartAt: clock.now(),
          timeZone: 'UTC',
          settings: { admission: 'open' },
        },
        owner.session,
      );
      await chancery.meetings.startMeeting({ meetingId: meeting.id }, owner.session);
      const { joinCode } = meeting;
      return {
        at,
        resolve: () => chancery.meetings.resolveJoinCode({ joinCode }, aStranger()),
        join: () => chancery.meetings.requestAdmission({ joinCode, displayName: 'Guest' }, aStranger()),
        poll: (token: string) => chancery.meetings.getAdmission({ token }, aStranger()),
      };
    }

    it('two resolve the code', async () => {
      const { at, resolve } = await live();
      expect(await roundTripsOf(at.database, resolve)).to.deep.equal({ roundTrips: 2, statements: 6 });
    });

    it('six let somebody in, in one transaction', async () => {
      const { at, join } = await live();
      expect(await roundTripsOf(at.database, join)).to.deep.equal({ roundTrips: 6, statements: 12 });
    });

    it('three answer a poll, beside the commit', async () => {
      const { at, join, poll } = await live();
      const { admissionToken } = await join();
      expect(await roundTripsOf(at.database, () => poll(admissionToken))).to.deep.equal({
        roundTrips: 3,
        statements: 7,
      });
    });
  });
});
