import { isFailure } from '../kernel/errors.ts';
import type { HandlerContext, WritingContext } from '../kernel/handler-context.ts';
import type { Instant } from '../kernel/time.ts';
import { meetingNotFound } from './errors.ts';
import type { Meeting } from './meeting.ts';
import { visibleMeeting } from './meeting-access.ts';
import type { MeetingsPorts } from './ports.ts';

/** A meeting as other contexts read it. */
export interface ReadMeeting {
  readonly id: string;
  readonly title: string;
  readonly status: Meeting['status'];
  readonly scheduledStartAt: Instant | null;
  readonly version: number;
}

/** Reads meetings for other contexts, as the caller may see them themselves (records 11). */
export interface MeetingReader {
  /** Null if there is no such meeting, or the caller does not see it. */
  find(
    meetingId: string,
    context: HandlerContext & Pick<WritingContext, 'emit'>,
  ): Promise<ReadMeeting | null>;
}

export const meetingReader = ({ meetings }: Pick<MeetingsPorts, 'meetings'>): MeetingReader => ({
  async find(meetingId, context) {
    try {
      const { user, emit } = context;
      // The getters of a context must stay its own, so it is not copied.
      const asked = new Proxy(context, {
        get: (target, name) =>
          name === 'meetings'
            ? meetings
            : name === 'user'
              ? user
              : name === 'emit'
                ? emit
                : Reflect.get(target, name),
      }) as Parameters<typeof visibleMeeting>[1];
      const { id, title, status, scheduledStartAt, version } = (await visibleMeeting(meetingId, asked))
        .meeting;
      return { id, title, status, scheduledStartAt, version };
    } catch (error) {
      if (isFailure(error) && error.code === meetingNotFound.code) return null;
      throw error;
    }
  },
});
