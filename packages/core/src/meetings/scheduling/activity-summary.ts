/** The words for each event of a meeting: with the name of the actor before them, and without. */
const sentences: Readonly<Record<string, readonly [active: string, passive: string]>> = {
  'meeting.created': ['created the meeting', 'The meeting was created'],
  'meeting.updated': ['changed the meeting', 'The meeting was changed'],
  'meeting.split': ['split the series', 'The series was split'],
  'meeting.cancelled': ['cancelled the meeting', 'The meeting was cancelled'],
  'meeting.ended': ['ended the last session', 'The meeting is over'],
  'meeting.archived': ['archived the room', 'The room was archived'],
  'meeting.restored': ['opened the room again', 'The room was opened again'],
  'meeting.viewed_by_admin': [
    'looked at the meeting as an administrator',
    'An administrator looked at the meeting',
  ],
  'meeting.organizer_changed': ['handed the meeting on', 'The meeting has another organizer'],
  'occurrence.started': ['started a session', 'A session began'],
  'occurrence.updated': ['changed one occurrence', 'One occurrence was changed'],
  'occurrence.cancelled': ['cancelled one occurrence', 'One occurrence was cancelled'],
  'occurrence.restored': ['restored one occurrence', 'One occurrence was restored'],
  'occurrence.missed': ['missed a session', 'A session was never started'],
  'occurrence.ended': ['ended a session', 'A session ended'],
  'occurrence.locked': ['locked the room', 'The room was locked'],
  'occurrence.unlocked': ['unlocked the room', 'The room was unlocked'],
  'occurrence.rezoned': [
    'moved one occurrence with its time zone',
    'One occurrence moved because the rules of its time zone changed',
  ],
  'meeting_invitation.created': ['invited somebody', 'Somebody was invited'],
  'meeting_invitation.updated': ['changed an invitation', 'An invitation was changed'],
  'meeting_invitation.resent': ['sent an invitation again', 'An invitation was sent again'],
  'meeting_invitation.responded': ['answered an invitation', 'An invitation was answered'],
  'meeting_invitation.countered': ['proposed another time', 'Another time was proposed'],
  'meeting_invitation.revoked': ['revoked an invitation', 'An invitation was revoked'],
  'meeting_invitation.bounced': ['did not receive a mail', 'The mail of an invitation came back'],
  'admission.requested': ['asked to enter', 'Somebody asked to enter'],
  'admission.admitted': ['let somebody in', 'Somebody was let in'],
  'admission.denied': ['kept somebody out', 'Somebody was kept out'],
  'admission.removed': ['removed somebody', 'Somebody was removed'],
  'registration.created': ['registered', 'Somebody registered'],
  'registration.approved': ['approved a registration', 'A registration was approved'],
  'registration.waitlisted': ['put a registration on the waiting list', 'A registration waits for a place'],
  'registration.declined': ['declined a registration', 'A registration was declined'],
  'registration.cancelled': ['cancelled a registration', 'A registration was cancelled'],
  'reminder.queued': ['asked for a reminder', 'A reminder was planned'],
  'reminder.sent': ['sent a reminder', 'A reminder was sent'],
  'itip.ignored': ['answered by mail, without effect', 'An answer by mail was ignored'],
};

/** One sentence about an event; the actor is null for guests, applications and the system. */
export function activitySummary(type: string, actor: string | null): string {
  const [active, passive] = sentences[type] ?? ['did something', 'Something happened'];
  return actor === null ? `${passive}.` : `${actor} ${active}.`;
}
