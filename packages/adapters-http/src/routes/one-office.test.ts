import { randomBytes } from 'node:crypto';
import { type World, world } from '@chancery/adapters-persistence/testing';
import type { Throttle } from '@chancery/core';
import { expect } from 'chai';
import { type Served, served } from '../testing/served.ts';

const letters = 'abcdefghjkmnpqrstuvwxyz';
const randomCode = () => {
  const five = () => [...randomBytes(5)].map((byte) => letters[byte % letters.length]).join('');
  return `${five()}-${five()}`;
};
const tally = (statuses: readonly number[]) =>
  Object.fromEntries(
    [...new Set(statuses)].map((status) => [status, statuses.filter((each) => each === status).length]),
  );

/** Counts every try, as the throttles of an installation do within a minute: here it does not end, however long a test takes. */
class EndlessMinute implements Throttle {
  readonly #counts = new Map<string, number>();
  async consume(bucket: string, key: string, limit: number) {
    const count = (this.#counts.get(`${bucket} ${key}`) ?? 0) + 1;
    this.#counts.set(`${bucket} ${key}`, count);
    return { allowed: count <= limit, remaining: Math.max(0, limit - count), retryAfterSeconds: 60 };
  }
  async reset(bucket: string, key: string) {
    this.#counts.delete(`${bucket} ${key}`);
  }
}

describe('one office behind one address', () => {
  let here: World;
  let http: Served;
  let number = 0;
  beforeEach(async () => {
    const throttle = new EndlessMinute();
    here = await world({ settings: { rateLimitScale: 1 }, ports: { throttle } });
    http = await served({ world: here, trustedProxies: 1 });
    number += 1;
  });
  afterEach(() => http.close());
  const office = () => ({ 'X-Forwarded-For': `203.0.113.${number}` });
  const get = async (path: `/${string}`) => (await http.call(`GET ${path}`, { headers: office() })).status;
  const post = async (path: `/${string}`, body: object) =>
    (await http.call(`POST ${path}`, { headers: office(), body })).status;
  const meetings = '/api/v1/meetings';
  const meeting = async (over: object = {}) => {
    const made = await here.chancery.meetings.createMeeting(
      {
        title: 'All hands',
        scheduledStartAt: '2026-11-23T12:05:00.000Z',
        timeZone: 'UTC',
        settings: { admission: 'open', joinBeforeHostMinutes: 15 },
        ...over,
      },
      here.owner.session,
    );
    return { id: made.meeting.id, joinCode: made.joinCode };
  };
  const guess = (joinCode: string) =>
    post(`${meetings}/resolve/${joinCode}/admissions`, { displayName: 'Guesser' });

  it('THR-9: two hundred people enter one meeting within a minute, while a guesser among them is stopped', async () => {
    const { joinCode } = await meeting();
    const people: number[] = [];
    const guesses: number[] = [];
    for (let index = 0; index < 200; index += 1) {
      expect(await get(`${meetings}/resolve/${joinCode}`)).to.equal(200);
      people.push(
        await post(`${meetings}/resolve/${joinCode}/admissions`, { displayName: `Person ${index}` }),
      );
      if (index % 2 === 0) guesses.push(await guess(randomCode()));
    }

    expect(tally(people)).to.deep.equal({ 201: 200 });
    expect(tally(guesses)).to.deep.equal({ 404: 20, 429: 80 });
  });

  it('THR-9: a guesser who has no miss left is soon told of nothing more, not even of what is good', async () => {
    const { joinCode } = await meeting();
    const guesses = [];
    for (let index = 0; index < 20 + 1 + 600; index += 1) guesses.push(await guess(randomCode()));

    expect(tally(guesses)).to.deep.equal({ 404: 20, 429: 601 });
    expect(await guess(joinCode)).to.equal(429);
  });

  it('MTG-56: wrong passcodes of one network end after five, and whoever is asked for one has missed nothing', async () => {
    const { joinCode } = await meeting({ passcode: 'harbour-42' });
    const asked = [];
    for (let index = 0; index < 40; index += 1) asked.push(await guess(joinCode));
    const tried = [];
    for (let index = 0; index < 7; index += 1)
      tried.push(await post(`${meetings}/resolve/${joinCode}/passcode`, { passcode: `harbour-${index}` }));

    expect(tally(asked)).to.deep.equal({ 403: 40 });
    expect(tried.slice(5)).to.deep.equal([429, 429]);
  });

  it('THR-9: forty people open, answer and use their own links within a minute', async () => {
    const invitees = Array.from({ length: 40 }, (_, index) => ({
      email: `office${number}.${index}@${here.workspaceId.slice(10)}.example`,
    }));
    const { joinCode } = await meeting({ invitees });
    here.clock.advance({ seconds: 90 });
    await here.worker.drain();
    const tokens = here.ports.mail.sent.flatMap(({ text }) => /&invite=([\w-]{43})/.exec(text)?.[1] ?? []);
    expect(new Set(tokens).size).to.equal(40);

    const statuses = [];
    for (const token of new Set(tokens)) {
      statuses.push(await get(`${meetings}/invitations/${token}`));
      statuses.push(await post(`${meetings}/invitations/${token}/respond`, { response: 'accepted' }));
      statuses.push(
        await post(`${meetings}/resolve/${joinCode}/admissions`, { displayName: 'Invited', invite: token }),
      );
    }
    expect(tally(statuses)).to.deep.equal({ 200: 40, 201: 80 });
  });

  it('PLT-29: sixty people register for a webinar within a minute, and no more; refused ones count apart', async () => {
    const { joinCode } = await meeting({ meetingType: 'webinar' });
    const register = (code: string, index: number) =>
      post(`${meetings}/webinars/${code}/registrations`, {
        email: `listener${number}.${index}@${here.workspaceId.slice(10)}.example`,
        displayName: `Listener ${index}`,
        answers: [],
      });
    const statuses = [];
    const refused = [];
    for (let index = 0; index < 61; index += 1) {
      statuses.push(await register(joinCode, index));
      if (index % 6 === 0) refused.push(await register(randomCode(), index));
    }

    expect(tally(statuses)).to.deep.equal({ 201: 60, 429: 1 });
    expect(tally(refused)).to.deep.equal({ 404: 5, 429: 6 });
  });
});
