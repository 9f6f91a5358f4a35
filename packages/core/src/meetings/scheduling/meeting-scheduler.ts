import type { Instant } from '../../kernel/time.ts';
import type { WritingContext } from '../../kernel/use-case.ts';
import { joinUrlOf } from '../join-code.ts';
import type { MeetingsPorts } from '../ports.ts';
import { calledOff } from './called-off.ts';
import { type MeetingWish, scheduleMeeting } from './schedule-meeting.ts';

/** Meetings that other contexts ask for: reviews of documents, encounters of records (meetings 15). */
export interface MeetingScheduler {
  /** Makes a meeting within the caller's transaction, by the rules of every other; its `source` says who asked. */
  schedule(
    wish: MeetingWish,
    context: WritingContext,
  ): Promise<{
    readonly meetingId: string;
    readonly joinUrl: string;
    readonly scheduledStartAt: Instant;
  }>;
  /** Cancels it and tells everybody invited; `meeting.not_found`, or `meeting.invalid_state` where it is over. */
  cancel(meetingId: string, reason: string | null, context: WritingContext): Promise<void>;
}

export const meetingScheduler = (ports: MeetingsPorts): MeetingScheduler => ({
  async schedule(wish, context) {
    const { meeting } = await scheduleMeeting(wish, withPorts(ports, context));
    return {
      meetingId: meeting.id,
      joinUrl: joinUrlOf(context.settings.webUrl, meeting.joinCode),
      scheduledStartAt: wish.scheduledStartAt,
    };
  },
  async cancel(meetingId, reason, context) {
    const meeting = await ports.meetings.get(meetingId, 'for update');
    const byUserId = context.principal.kind === 'user' ? context.principal.userId : null;
    await calledOff(meeting, { reason, notify: true, byUserId }, withPorts(ports, context));
  },
});

/** The caller's context over the ports of this one; a context is one object, whose getters have to stay its own. */
const withPorts = (ports: MeetingsPorts, context: WritingContext): WritingContext & MeetingsPorts =>
  new Proxy(context as WritingContext & MeetingsPorts, {
    get: (target, name) => (name in target ? Reflect.get(target, name) : Reflect.get(ports, name)),
  });
