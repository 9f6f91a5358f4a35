import type { Instant } from '../../kernel/time.ts';
import type { WritingContext } from '../../kernel/use-case.ts';
import { joinUrlOf } from '../join-code.ts';
import type { MeetingsPorts } from '../ports.ts';
import { applyCancellation } from './meeting-cancellation.ts';
import { type MeetingInput, scheduleMeeting } from './scheduled-meeting.ts';

/** Meetings that other contexts ask for: reviews of documents, encounters of records (meetings 15). */
export interface MeetingScheduler {
  /** Makes a meeting within the caller's transaction, by the rules of every other; its `source` says who asked. */
  schedule(
    input: MeetingInput,
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
  async schedule(input, context) {
    const { meeting } = await scheduleMeeting(input, withPorts(ports, context));
    return {
      meetingId: meeting.id,
      joinUrl: joinUrlOf(context.settings.webUrl, meeting.joinCode),
      scheduledStartAt: input.scheduledStartAt,
    };
  },
  async cancel(meetingId, reason, context) {
    const meeting = await ports.meetings.get(meetingId, 'for update');
    const byUserId = context.principal.kind === 'user' ? context.principal.userId : null;
    await applyCancellation(meeting, { reason, notify: true, byUserId }, withPorts(ports, context));
  },
});

/** The caller's context over the ports of this one; a context is one object, whose getters have to stay its own. */
const withPorts = (ports: MeetingsPorts, context: WritingContext): WritingContext & MeetingsPorts =>
  new Proxy(context as WritingContext & MeetingsPorts, {
    get: (target, name) => (name in target ? Reflect.get(target, name) : Reflect.get(ports, name)),
  });
