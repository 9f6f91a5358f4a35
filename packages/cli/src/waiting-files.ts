import type { Chancery } from '@chancery/sdk';
import type { Operation } from '@chancery/sdk/operations';

export type Client = Pick<Chancery, 'call' | 'download'>;

/** What the service says of a file that a client sent, as far as it is shown here. */
interface Upload {
  readonly id: string;
  readonly fileName: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly status: string;
  readonly uploadedAt: string;
  readonly uploaderName: string | null;
  readonly note: string | null;
  readonly duplicateOf: string | null;
}
interface Request {
  readonly id: string;
  readonly title: string;
  readonly clientName: string;
  readonly status: string;
  readonly items: readonly {
    readonly name: string;
    readonly status: string;
    readonly uploads: readonly Upload[];
  }[];
}

/** A file that somebody has to look at. */
export interface Waiting {
  readonly request: Request;
  readonly item: { readonly name: string };
  readonly upload: Upload;
}

type Reading = Readonly<Record<'list' | 'read' | 'me', Operation>>;

/**
 * The files of one request, or of all open ones of whoever asks, that nobody has looked at, of each request the oldest first;
 * and how many more there are once they were scanned.
 */
export async function waitingFiles(
  client: Client,
  { list, read, me }: Reading,
  requestId: unknown,
): Promise<{ readonly files: readonly Waiting[]; readonly scanning: number }> {
  const ids = requestId === undefined ? await ownRequests(client, list, me) : [requestId];
  const files: Waiting[] = [];
  let scanning = 0;
  for (const id of ids) {
    const { request } = await client.call<{ readonly request: Request }>(read.route, { requestId: id });
    const came = request.items.flatMap((item) => item.uploads.map((upload) => ({ request, item, upload })));
    const waiting = came.filter(({ upload }) => upload.status === 'pending_review');
    files.push(...waiting.sort((a, b) => a.upload.uploadedAt.localeCompare(b.upload.uploadedAt)));
    scanning += came.filter(({ upload }) => upload.status === 'scanning').length;
  }
  return { files, scanning };
}

/** The ids of one's own open requests to which files came, the oldest first. */
async function ownRequests(client: Client, list: Operation, me: Operation): Promise<readonly string[]> {
  interface Page {
    readonly requests: readonly {
      readonly id: string;
      readonly items: readonly { readonly status: string }[];
    }[];
    readonly nextCursor: string | null;
  }
  const { user } = await client.call<{ readonly user: { readonly id: string } }>(me.route);
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const input = { status: 'open', ownerUserId: user.id, limit: 200, ...(cursor && { cursor }) };
    const page: Page = await client.call<Page>(list.route, input);
    const withFiles = page.requests.filter(({ items }) => items.some(({ status }) => status === 'received'));
    ids.push(...withFiles.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  return ids.reverse();
}
