import { failureOf, type World, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { z } from 'zod';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { meetingInvalidState } from '../meeting.ts';
import { command, type MeetingsPorts } from '../ports.ts';
import { meetingScheduler } from './meeting-scheduler.ts';

/** Another context calls it like this, within a command of its own. */
type Work = (context: WritingContext & MeetingsPorts) => Promise<{ readonly meetingId?: string }>;
const asked = async ({ chancery, owner }: World, work: Work) => {
  const asking = command({
    summary: 'Ask for a meeting',
    access: { owner: 'any' },
    input: z.strictObject({}),
    output: z.object({ meetingId: z.string().optional() }),
    errors: [meetingInvalidState],
    run: (_, context) => work(context),
  });
  const { data } = await chancery.execute('askForMeeting', asking, {}, owner.session);
  return (data as { meetingId?: string }).meetingId ?? '';
};

describe('meetingScheduler', () => {
  it('creates and cancels a meeting for another context, in the transaction of the caller', async () => {
    const at = await world();
    const input = {
      title: 'Review of the contract',
      description: '',
      scheduledStartAt: '2026-11-30T09:00:00.000Z',
      timeZone: 'UTC',
      invitees: [{ email: 'cleo@client.example' }],
      externalReference: null,
      organizerUserId: at.owner.id,
      source: 'lifecycle' as const,
    };

    const meetingId = await asked(at, (context) => meetingScheduler(context).schedule(input, context));

    const { meeting } = await at.chancery.meetings.getMeeting({ meetingId }, at.owner.session);
    expect(meeting).to.include({ source: 'lifecycle', title: 'Review of the contract', status: 'scheduled' });
    await asked(at, async (context) => {
      await meetingScheduler(context).cancel(meetingId, 'Withdrawn', context);
      return {};
    });
    expect((await at.chancery.meetings.getMeeting({ meetingId }, at.owner.session)).meeting).to.include({
      status: 'cancelled',
      cancelReason: 'Withdrawn',
    });
    expect(
      await failureOf(
        asked(at, async (context) => {
          await meetingScheduler(context).cancel(meetingId, null, context);
          return {};
        }),
      ),
    ).to.equal('meeting.invalid_state');
  });
});
