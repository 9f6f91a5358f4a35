import { openedText } from '../kernel/opened-text.ts';
import type { TimeZoneRules } from '../kernel/ports.ts';
import { type FileRequestLink, fileRequestAddress, goneReasonAt, sealOfFileRequestLink } from './link.ts';
import { type MailedRequest, mailedRequest } from './mailed-request.ts';
import type { FileRequestsReacting } from './ports.ts';
import { type FileRequest, isOpen } from './request.ts';

/** What a mail with a link is written from. */
export interface Letter extends MailedRequest, Pick<FileRequest, 'title' | 'items' | 'dueOn' | 'expiresAt'> {
  readonly rules: TimeZoneRules;
  readonly link: string;
}

type Mail = Parameters<FileRequestsReacting['mail']['send']>[0];

/**
 * Mails a link to the client, and forgets its secret then. A link that was replaced meanwhile is not mailed, nor is one of a
 * request that has ended.
 */
export async function mailWithLink(
  { requestId, linkId }: { readonly requestId: string; readonly linkId: string },
  write: (letter: Letter, link: FileRequestLink) => Promise<Omit<Mail, 'key' | 'to'>>,
  { read, transact, keyRing, settings, timeZones, mail, now }: FileRequestsReacting,
): Promise<void> {
  const { of, link } = await read(async (ports) => ({
    of: await mailedRequest(requestId, ports),
    link: await ports.fileRequestLinks.get(linkId),
  }));
  if (of === null || link === null || link.sealedSecret === null) return;
  const { request } = of;
  if (goneReasonAt(link, now) === null && isOpen(request)) {
    const token = openedText(keyRing, link.sealedSecret, sealOfFileRequestLink(linkId));
    const { title, items, dueOn, expiresAt } = request;
    const address = fileRequestAddress(settings.webUrl, token);
    const letter = { ...of, title, items, dueOn, expiresAt, rules: timeZones, link: address };
    await mail.send({
      key: 'file-request',
      to: { address: request.clientEmail, name: request.clientName },
      ...(await write(letter, link)),
    });
  }
  await transact(({ fileRequestLinks }) => fileRequestLinks.eraseSecret(linkId));
}
