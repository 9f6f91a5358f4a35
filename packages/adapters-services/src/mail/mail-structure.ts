import { type MailMessage, MailRefused } from '@chancery/core';
import type { SendMailOptions } from 'nodemailer';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not reach a header.
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
const plainAddress = /^[^\s<>"(),;:\\@[\]\u0000-\u001f\u007f]+@[^\s<>"(),;:\\@[\]\u0000-\u001f\u007f]+$/;

const oneLine = (text: string) => text.replace(controls, ' ').trim();
const bracketed = (id: string) => `<${id.replace(/[\s<>]/g, '').replace(controls, '')}>`;

/**
 * The MIME structure of meetings 7.5, for every sender: mixed { alternative { text, html, calendar }, invite.ics },
 * and without a calendar the alternative alone. Nothing that a person typed can end a header.
 */
export function mailStructure(message: MailMessage, at: Date): SendMailOptions {
  const { messageId, from, to, subject, text, html, replyTo, inReplyTo, calendar } = message;
  if (!plainAddress.test(to.address))
    throw new MailRefused('The address of the receiver is not one mailbox.');

  return {
    messageId: bracketed(messageId),
    date: at,
    from: oneLine(from),
    to: { name: oneLine(to.name ?? ''), address: to.address },
    subject: oneLine(subject),
    text,
    html,
    ...(replyTo ? { replyTo: oneLine(replyTo) } : {}),
    ...(inReplyTo ? { inReplyTo: bracketed(inReplyTo), references: bracketed(inReplyTo) } : {}),
    ...(calendar
      ? { icalEvent: { method: calendar.method, filename: 'invite.ics', content: calendar.content } }
      : {}),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
