import type { WritingContext } from '../../kernel/handler-context.ts';
import type { Instant } from '../../kernel/time.ts';
import { joinUrlOf } from '../join-code.ts';
import type { MeetingsPorts } from '../ports.ts';
import { applyCancellation } from './meeting-cancellation.ts';
import { type MeetingInput, scheduleMeeting } from './scheduled-meeting.ts';

/** Schedules and cancels meetings for other contexts: reviews of documents, encounters of records (meetings 15). */
export interface MeetingScheduler {
  /** Creates a meeting in the caller's transaction, by the same rules as any other; its `source` says who asked. */
  schedule(
    input: MeetingInput,
    context: WritingContext,
  ): Promise<{
    readonly meetingId: string;
    readonly joinUrl: string;
    readonly scheduledStartAt: Instant;
  }>;
  /** Cancels it and notifies everybody who is invited. Throws `meeting.not_found`, or `meeting.invalid_state` if it is over. */
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

/** The caller's context, with the ports of meetings added. A proxy, because the getters of the context must stay its own. */
const withPorts = (ports: MeetingsPorts, context: WritingContext): WritingContext & MeetingsPorts =>
  new Proxy(context as WritingContext & MeetingsPorts, {
    get: (target, name) => (name in target ? Reflect.get(target, name) : Reflect.get(ports, name)),
  });
