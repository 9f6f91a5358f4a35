import { noon } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { type Things, thingsOf } from '../testing/requests.ts';
import { type Served, served } from '../testing/served.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7/;

describe('what every thing shows of itself', () => {
  let here: Served;
  let things: Things;
  let token: string;
  before(async () => {
    here = await served();
    things = await thingsOf(here);
    token = here.owner.session.credential ?? '';
  });
  after(() => here.close());

  const asked = async (line: `${string} /${string}`, body?: object) => {
    const answer = await here.call(line, { token, ...(body === undefined ? {} : { body }) });
    expect(answer.status, answer.text).to.be.oneOf([200, 201]);
    return answer.body.data;
  };
  const times = { createdAt: noon, updatedAt: noon };

  it('settings, subscriptions and members say when they were made and changed', async () => {
    const { settings } = await asked('GET /api/v1/workspace/settings');
    await asked('POST /api/v1/billing/checkout', { planCode: 'team', interval: 'month' });
    const { subscription } = await asked('GET /api/v1/billing/me');
    const { member } = await asked(`GET /api/v1/workspace/members/${things.member}`);

    expect(settings).to.include({ ...times, version: 1 });
    expect(subscription).to.include({ ...times, version: 1 });
    expect(member).to.include({ ...times, version: 1, joinedAt: noon });
  });

  it('a second factor has a version, which a new name raises and which is compared first', async () => {
    const path = `/api/v1/auth/factors/${things.factorId}` as const;
    const listed = async () => (await asked('GET /api/v1/auth/factors')).factors[0];
    expect(await listed()).to.include({ ...times, version: 1 });

    const { factor } = await asked(`PATCH ${path}`, { name: 'Old phone', expectedVersion: 1 });
    expect(factor).to.include({ ...times, version: 2, name: 'Old phone' });
    expect(await listed()).to.deep.equal(factor);
    const late = await here.call(`PATCH ${path}`, { token, body: { name: 'New', expectedVersion: 1 } });
    expect([late.status, late.headers.get('etag')]).to.deep.equal([412, '"2"']);
  });

  it('a calendar feed has a version, which its end raises', async () => {
    const { feeds } = await asked('GET /api/v1/meetings/calendar-feeds');
    expect(feeds[0]).to.include({ ...times, version: 1, status: 'active' });

    const path = `/api/v1/meetings/calendar-feeds/${things.feedId}` as const;
    const late = await here.call(`DELETE ${path}`, { token, body: { expectedVersion: 2 } });
    expect([late.status, late.headers.get('etag')]).to.deep.equal([412, '"1"']);
    const { feed } = await asked(`DELETE ${path}`, { expectedVersion: 1 });
    expect(feed).to.include({ ...times, version: 2, status: 'revoked' });
  });

  it('activity and attendance of a meeting have an id, a workspace and a time of their own', async () => {
    const path = `/api/v1/meetings/${things.meetingId}` as const;
    const { activity } = await asked(`GET ${path}/activity`);
    const { attendance } = await asked(`GET ${path}/attendance`);

    for (const line of activity) {
      expect(line.id).to.match(uuid);
      expect(line).to.include({ workspaceId: here.workspaceId, createdAt: line.at });
    }
    expect(new Set(activity.map(({ id }: { id: string }) => id)).size).to.equal(activity.length);
    expect(activity).to.not.have.length(0);
    expect(attendance).to.have.length(1);
    for (const record of attendance)
      expect(record).to.include({ workspaceId: here.workspaceId, ...times, version: 1, present: true });
  });

  it('a reminder that was just sent is in its first version', async () => {
    const { meeting } = await asked('POST /api/v1/meetings', {
      title: 'Review',
      scheduledStartAt: '2026-11-30T09:00:00.000Z',
      invitees: [{ email: 'grace@client.example' }],
    });
    const { reminder } = await asked(`POST /api/v1/meetings/${meeting.id}/reminders`, {});

    expect(reminder).to.include({ ...times, version: 1, workspaceId: here.workspaceId });
  });
});
