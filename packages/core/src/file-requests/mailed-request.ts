import type { MailBrand } from '../kernel/mail-template.ts';
import type { FileRequestsPorts } from './ports.ts';
import type { FileRequest } from './request.ts';

/** What a mail to the client of a request is written from. */
export interface MailedRequest {
  readonly request: FileRequest;
  readonly brand: MailBrand;
  readonly senderName: string;
  readonly locale: string;
  readonly recipientName: string;
  readonly timeZone: string;
}

/** Null if the request is gone. */
export async function mailedRequest(
  requestId: string,
  { fileRequests, memberDirectory, workspaceIdentity }: FileRequestsPorts,
): Promise<MailedRequest | null> {
  const request = await fileRequests.get(requestId);
  if (request === null) return null;
  const { name, logoUrl, defaultTimeZone } = await workspaceIdentity.profile();
  return {
    request,
    brand: { name, logoUrl },
    senderName: (await memberDirectory.nameOf(request.ownerUserId)) ?? name,
    locale: request.language,
    recipientName: request.clientName,
    timeZone: defaultTimeZone,
  };
}

/** The addresses of these clients, of each who is no member of the workspace (PLT-30). */
export async function clientsAmong(
  events: readonly { readonly requestId: string }[],
  { fileRequests, memberDirectory }: FileRequestsPorts,
): Promise<readonly (readonly string[])[]> {
  const addresses: string[][] = [];
  for (const { requestId } of events) {
    const request = await fileRequests.get(requestId);
    const isMember = request === null || (await memberDirectory.byEmail(request.clientEmail)) !== null;
    addresses.push(isMember ? [] : [request.clientEmail]);
  }
  return addresses;
}
