import {
  aStranger,
  failureOf,
  liveMeeting,
  noonMeeting,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { preparePasscode } from '../scheduling/passcode.ts';

const from = (network: number) =>
  aStranger({ address: `198.51.${Math.floor(network / 250)}.${(network % 250) + 1}` });

describe('passcodes', () => {
  it('MTG-55: are stored only as a hash, and shown by no endpoint except the one that made them', async () => {
    const made = await world();
    const created = await noonMeeting(made, { generatePasscode: true });
    const passcode = created.passcode ?? '';

    expect(passcode).to.match(/^[a-z2-9]{10}$/);
    const [row] = await made.sql<{ hash: string }>('select passcode_hash hash from meetings where id = $1', [
      created.meeting.id,
    ]);
    expect(row?.hash).to.equal(await made.ports.passwords.hash(passcode));
    const shown = await made.chancery.meetings.getMeeting(
      { meetingId: created.meeting.id },
      made.owner.session,
    );
    const started = await made.chancery.meetings.startMeeting(
      { meetingId: created.meeting.id },
      made.owner.session,
    );
    expect(JSON.stringify([shown, started]))
      .to.not.include(passcode)
      .and.to.not.include(row?.hash ?? '');
  });

  it('MTG-55: are made of letters that are all equally likely', async () => {
    // Of the 256 bytes the last eight would make the first letters likelier, so they are drawn again.
    const draws = [248, 255, 247, 0];
    const random = { bytes: (length: number) => new Uint8Array(length).fill(draws.shift() ?? 1) };
    const passwords = { hash: async (passcode: string) => passcode };

    const { generated } = await preparePasscode({ generatePasscode: true }, { passwords, random } as never);

    expect(generated).to.equal('9'.repeat(10));
  });

  it('MTG-56: five failures of a network block both endpoints for it, and for no other; a right passcode is not counted', async () => {
    const made = await world();
    const { chancery } = made;
    const room = await liveMeeting(made, { passcode: 'harbour-42', settings: { admission: 'open' } });
    const check = (passcode: string, network = 1) =>
      chancery.meetings.checkPasscode({ joinCode: room.joinCode, passcode }, from(network));
    const left: string[] = [];
    for (const passcode of ['wrong-1', 'harbour-42', 'wrong-2', 'wrong-3', 'wrong-4']) {
      const { valid, attemptsRemaining } = await check(passcode);
      left.push(`${valid} ${attemptsRemaining}`);
    }
    expect(left).to.deep.equal(['false 4', 'true 4', 'false 3', 'false 2', 'false 1']);
    expect(await failureOf(room.join({ displayName: 'Guest', passcode: 'wrong-5' }, from(1)))).to.equal(
      'meeting.passcode_invalid',
    );

    const closed = await check('harbour-42').catch((error: unknown) => error);

    expect(closed).to.include({ code: 'rate_limited', retryAfterSeconds: 900 });
    expect(await failureOf(room.join({ displayName: 'Guest', passcode: 'harbour-42' }, from(1)))).to.equal(
      'rate_limited',
    );
    expect((await check('harbour-42', 2)).valid).to.equal(true);
    made.clock.advance({ minutes: 15 });
    expect((await check('harbour-42')).valid).to.equal(true);
  });

  it('MTG-56: fifty failures for a join code block it for everybody for an hour, and a right passcode does not clear them', async () => {
    const made = await world();
    const { chancery, clock } = made;
    const { meeting } = await noonMeeting(made, { passcode: 'harbour-42' });
    const check = (passcode: string, network: number) =>
      chancery.meetings.checkPasscode({ joinCode: meeting.joinCode, passcode }, from(network));
    for (let guess = 0; guess < 49; guess += 1) await check(`guess-${guess}`, guess);
    expect((await check('harbour-42', 300)).valid).to.equal(true);
    expect((await check('guess-49', 301)).attemptsRemaining).to.equal(0);

    expect(await failureOf(check('harbour-42', 302))).to.equal('rate_limited');
    clock.advance({ minutes: 59 });
    expect(await failureOf(check('harbour-42', 302))).to.equal('rate_limited');
    clock.advance({ minutes: 1 });
    expect((await check('harbour-42', 302)).valid).to.equal(true);
  });

  it('MTG-56: what is counted against everybody are wrong passcodes of the last hour, and neither checks that have not ended, nor refused tries, nor those at other codes', async () => {
    const made = await world();
    const { chancery, clock, sql } = made;
    const { meeting } = await noonMeeting(made, { passcode: 'harbour-42' });
    const { meeting: other } = await noonMeeting(made, { passcode: 'harbour-42' });
    const check = (passcode: string, network: number, { joinCode } = meeting) =>
      chancery.meetings.checkPasscode({ joinCode, passcode }, from(network));
    for (let guess = 0; guess < 49; guess += 1) await check(`guess-${guess}`, guess);
    // A process that ended while it checked has left a try without an outcome.
    await sql(
      `insert into passcode_tries (id, workspace_id, chain_id, network, outcome, tried_at)
       select gen_random_uuid(), $1, $2, '198.51.9.' || n, 'open', $3 from generate_series(1, 9) n`,
      [made.workspaceId, meeting.seriesId, clock.now()],
    );
    for (let guess = 0; guess < 9; guess += 1) await check(`guess-${guess}`, 400 + guess, other);

    expect((await check('harbour-42', 302)).attemptsRemaining).to.equal(1);
    expect((await check('guess-50', 302)).attemptsRemaining).to.equal(0);
    for (let guess = 0; guess < 9; guess += 1)
      expect(await failureOf(check('harbour-42', 310 + guess))).to.equal('rate_limited');
    const [refused] = await sql<{ count: number }>(
      "select count(*)::int count from passcode_tries where chain_id = $1 and outcome = 'wrong'",
      [meeting.seriesId],
    );
    expect(refused).to.deep.equal({ count: 50 });
  });

  it('MTG-56: a network waits a quarter of an hour from its first failure, and no longer, and refused tries do not lengthen it', async () => {
    const made = await world();
    const { chancery, clock } = made;
    const { meeting } = await noonMeeting(made, { passcode: 'harbour-42' });
    const { meeting: other } = await noonMeeting(made, { passcode: 'harbour-42' });
    const check = (passcode: string, { joinCode } = meeting) =>
      chancery.meetings.checkPasscode({ joinCode, passcode }, from(1));
    for (let guess = 0; guess < 5; guess += 1) await check(`guess-${guess}`);

    clock.advance({ seconds: 899 });
    expect(await failureOf(check('harbour-42'))).to.equal('rate_limited');
    expect((await check('harbour-42', other)).valid).to.equal(true);
    clock.advance({ seconds: 1 });
    expect((await check('harbour-42')).valid).to.equal(true);
  });

  it('MTG-56: a right and a wrong passcode take one hashing each', async () => {
    const made = await world();
    const { meeting } = await noonMeeting(made, { passcode: 'harbour-42' });
    const hashingsOf = async (passcode: string) => {
      const before = made.ports.passwords.hashings;
      await made.chancery.meetings.checkPasscode({ joinCode: meeting.joinCode, passcode }, aStranger());
      return made.ports.passwords.hashings - before;
    };

    expect([await hashingsOf('harbour-42'), await hashingsOf('harbour-43')]).to.deep.equal([1, 1]);
  });

  it('MTG-56: are neither checked nor counted if the meeting has none', async () => {
    const made = await world();
    const { meeting } = await noonMeeting(made);

    for (let guess = 0; guess < 6; guess += 1)
      expect(
        await made.chancery.meetings.checkPasscode(
          { joinCode: meeting.joinCode, passcode: `guess-${guess}` },
          from(1),
        ),
      ).to.deep.equal({ valid: true, passcodeRequired: false, attemptsRemaining: 5 });
  });

  it('MTG-59: the answers about a code with a passcode are the same for two meetings that differ in title, description and people', async () => {
    const made = await world();
    const bo = await made.person('member', 'Bo');
    const doors: string[] = [];
    for (const over of [
      { title: 'Dismissal of Bo', description: 'Details' },
      { title: 'Lunch', invitees: [{ userId: bo.id }] },
    ]) {
      const { meeting } = await noonMeeting(made, { ...over, passcode: 'harbour-42' });
      const door = await made.chancery.meetings.resolveJoinCode({ joinCode: meeting.joinCode }, aStranger());
      expect(door.title).to.equal(null);
      doors.push(JSON.stringify({ ...door, joinCode: '' }));
    }

    expect(doors[0]).to.equal(doors[1]);
  });
});
