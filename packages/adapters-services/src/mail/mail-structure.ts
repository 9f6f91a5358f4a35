import { type Mailbox, type MailMessage, MailRefused } from '@chancery/core';
import type { SendMailOptions } from 'nodemailer';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not reach a header.
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
const plainAddress = /^[^\s<>"(),;:\\@[\]\u0000-\u001f\u007f]+@[^\s<>"(),;:\\@[\]\u0000-\u001f\u007f]+$/;

const oneLine = (text: string) => text.replace(controls, ' ').trim();
const mailbox = ({ address, name }: Mailbox) => ({ name: oneLine(name ?? ''), address: oneLine(address) });
/**
 * One mailbox, and none whose name before the `@` needs UTF-8 in the header (RFC 6531): a mail is not to be lost on its way for
 * where answers to it go.
 */
const canBeReplyTo = (address: string) =>
  plainAddress.test(address) && !/[^ -~]/.test(address.slice(0, address.lastIndexOf('@')));
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
    from: typeof from === 'string' ? oneLine(from) : mailbox(from),
    to: mailbox(to),
    subject: oneLine(subject),
    text,
    html,
    ...(replyTo && canBeReplyTo(replyTo) ? { replyTo: mailbox({ address: replyTo, name: null }) } : {}),
    ...(inReplyTo ? { inReplyTo: bracketed(inReplyTo), references: bracketed(inReplyTo) } : {}),
    ...(calendar
      ? { icalEvent: { method: calendar.method, filename: 'invite.ics', content: calendar.content } }
      : {}),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
