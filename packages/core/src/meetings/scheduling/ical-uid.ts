/** A calendar's name for the meeting: it never changes, and no two meetings share one (MTG-69). */
export const icalUidOf = (meetingId: string, baseUrl: string): string =>
  `${meetingId}@${new URL(baseUrl).hostname}`;
