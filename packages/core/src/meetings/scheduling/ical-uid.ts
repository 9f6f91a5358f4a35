/** The UID of the meeting in calendars: it never changes, and no two meetings share one (MTG-69). */
export const icalUidOf = (meetingId: string, baseUrl: string): string =>
  `${meetingId}@${new URL(baseUrl).hostname}`;
