import type { WritingContext } from '../../kernel/use-case.ts';
import type { MeetingsPorts } from '../ports.ts';

/** What those need who write meetings and their sessions. */
export type SchedulingContext = WritingContext & MeetingsPorts;
