import type { Span } from '../availability/block.ts';
import type { Meeting, MeetingInvitation } from '../meeting.ts';
import type { Occurrence } from '../occurrence.ts';

/** One session in somebody's calendar. */
export interface AgendaEntry {
  readonly occurrence: Occurrence;
  readonly meeting: Pick<Meeting, 'title' | 'description' | 'timeZone' | 'joinCode'>;
  /** The person's answer to this session, else to the meeting. */
  readonly myStatus: Exclude<MeetingInvitation['status'], 'revoked'>;
}

/** The calendars of the people in the workspace of this transaction. */
export interface AgendaRepository {
  /** Sessions within the range of meetings that the person organizes or is invited to; by start, then id. */
  between(userId: string, range: Span, limit: number): Promise<readonly AgendaEntry[]>;
}
