import type { DeliveredMail } from '@chancery/core/testing';
import { parseMail, partOf } from '../parsed-mail.ts';

/** What the contract suite asks about a raw message. */
export function deliveredMail(raw: Uint8Array): DeliveredMail {
  const mail = parseMail(raw);
  const header = (name: string) => mail.headers.get(name) ?? null;
  const content = (type: string) => partOf(mail, type)?.content.toString('utf8') ?? null;
  const calendar = partOf(mail, 'text/calendar');
  return {
    messageId: header('message-id') ?? '',
    inReplyTo: header('in-reply-to'),
    from: header('from') ?? '',
    to: header('to') ?? '',
    replyTo: header('reply-to'),
    subject: header('subject') ?? '',
    text: content('text/plain') ?? '',
    html: content('text/html') ?? '',
    calendar: calendar && { type: calendar.contentType, content: calendar.content.toString('utf8') },
    invite: content('application/ics'),
    headerNames: [...mail.headers.keys()],
  };
}
