import type { WritingContext } from '../../kernel/handler-context.ts';
import type { MeetingsPorts } from '../ports.ts';

/** The context of a command that writes meetings and their sessions. */
export type SchedulingContext = WritingContext & MeetingsPorts;
