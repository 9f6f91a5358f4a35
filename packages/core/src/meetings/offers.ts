import type { DerivedLinks, StandingLinks } from '../identity/index.ts';
import { offer } from '../kernel/context-ports.ts';
import { type MeetingReader, meetingReader } from './meeting-reader.ts';
import { ports } from './ports.ts';
import { type MeetingScheduler, meetingScheduler } from './scheduling/meeting-scheduler.ts';

/** The ports that this context implements for others. */
export const offers = {
  meetingScheduler: offer(ports, (own): MeetingScheduler => meetingScheduler(own())),
  meetingReader: offer(ports, (own): MeetingReader => meetingReader(own())),
  standingLinks: offer(
    ports,
    (own): StandingLinks => ({ endAll: (userId, at) => own().calendarFeeds.endEverywhere(userId, at) }),
  ),
  derivedLinks: offer(ports, (own): DerivedLinks => own().derivedLinks),
};
