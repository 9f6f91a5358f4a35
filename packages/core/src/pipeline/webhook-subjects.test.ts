import { expect } from 'chai';
import type { Emitted } from '../kernel/events.ts';
import { webhookDataOf } from './webhook-subjects.ts';

describe('what the webhook of an event says', () => {
  const saying = (data: object | null, subject?: string) =>
    ({
      event: {
        webhook: {
          data: () => data,
          ...(subject === undefined ? {} : { subject: { kind: 'meeting', id: () => subject } }),
        },
      },
      data: {},
    }) as unknown as Emitted;
  const subjects = new Map([
    ['meeting' as const, new Map([['m1', { meetingId: 'm1', status: 'scheduled' }]])],
  ]);

  it('WHK-14: is what it says itself, beside what is said of its meeting', () => {
    const own = { sessionId: 's1', status: 'cancelled' };

    expect(webhookDataOf(saying(own, 'm1'), subjects)).to.deep.equal({ ...own, meetingId: 'm1' });
    expect(webhookDataOf(saying(own), subjects)).to.deep.equal(own);
  });

  it('WHK-14: is nothing if its meeting may not be shown, and nothing if it has nothing to say itself', () => {
    expect(webhookDataOf(saying({ sessionId: 's1' }, 'private'), subjects)).to.equal(null);
    expect(webhookDataOf(saying(null, 'm1'), subjects)).to.equal(null);
    expect(webhookDataOf(saying(null), subjects)).to.equal(null);
  });
});
