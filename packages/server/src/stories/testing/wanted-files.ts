import type { Page, Route } from 'playwright-core';

/** What stands in a request for files. */
export interface WantedItem {
  readonly id: string;
  readonly name: string;
  readonly required: boolean;
  readonly maxFiles: number;
  readonly uploads: readonly Record<string, unknown>[];
  readonly [field: string]: unknown;
}

const pdfAndPictures = ['application/pdf', '.pdf', 'image/jpeg', '.jpg', '.jpeg', 'image/png', '.png'];

export const anItem = (id: string, name: string, more: object = {}): WantedItem => ({
  id,
  name,
  description: null,
  required: true,
  acceptedTypes: ['pdf', 'image'],
  accept: pdfAndPictures,
  maxFiles: 3,
  maxFileSizeBytes: 1_000_000,
  status: 'open',
  uploads: [],
  ...more,
});

export const anUpload = (id: string, fileName: string, more: object = {}) => ({
  id,
  fileName,
  sizeBytes: 482_113,
  status: 'pending_review',
  uploadedAt: '2026-11-23T12:00:00.000Z',
  reviewReason: null,
  ...more,
});

/** How the line and the server treat a file that comes. */
export type Fate =
  | 'taken'
  | 'taken without answer'
  | 'cut'
  | 'silence'
  | { readonly status: number; readonly code: string };

/** The answers of a server to which files are sent by a link; it keeps what it takes. */
export async function wantingServer(page: Page, items: readonly WantedItem[], given: object = {}) {
  const server = {
    request: {
      title: 'Documents for your tax return',
      message: 'Everything that came\nfrom the bank.',
      status: 'sent',
      clientName: 'Grace Hopper',
      dueOn: '2026-12-01',
      expiresAt: '2027-01-01T10:00:00.000Z',
      closed: false,
      items,
      ...given,
    },
    /** What happens to the files that come next; afterwards all are taken. */
    fates: [] as Fate[],
    /** The keys under which files came, and the parts that are texts. */
    sent: [] as { readonly key: string | undefined; readonly body: string }[],
    gone: null as string | null,
  };
  const take = (body: string) => {
    const [, itemId] = /name="itemId"\r\n\r\n([^\r]+)/.exec(body) ?? [];
    const [, fileName = '', content = ''] =
      /filename="([^"]*)"[^\0]*?\r\n\r\n([\s\S]*)\r\n--/.exec(body) ?? [];
    const upload = anUpload(`upload-${server.sent.length}`, fileName, {
      sizeBytes: Buffer.byteLength(content, 'latin1'),
    });
    const next = server.request.items.map((item) =>
      item.id === itemId ? { ...item, status: 'received', uploads: [...item.uploads, upload] } : item,
    );
    const isAll = next.every(({ required, uploads }) => !required || uploads.length > 0);
    server.request = { ...server.request, items: next, status: isAll ? 'submitted' : 'in_progress' };
    return upload;
  };
  const answer = (route: Route, data: object, status = 200) =>
    route.fulfill({ status, json: { success: true, data } });
  const refuse = (route: Route, status: number, code: string, details: object[] = []) =>
    route.fulfill({ status, json: { success: false, error: { code, message: code, details } } });
  await page.route('**/api/v1/**', async (route) => {
    const request = route.request();
    if (server.gone !== null)
      return refuse(route, 410, 'link.gone', [{ path: '', code: server.gone, message: '' }]);
    if (request.method() === 'GET')
      return answer(route, {
        request: server.request,
        workspace: { name: 'Harbour Tax', logoUrl: null },
        sender: { displayName: 'Ada Lovelace' },
      });
    const body = request.postDataBuffer()?.toString('latin1') ?? '';
    server.sent.push({ key: request.headers()['x-idempotency-key'], body });
    const fate = server.fates.shift() ?? 'taken';
    if (fate === 'silence') return;
    if (fate === 'cut') return route.abort('connectionreset');
    if (typeof fate === 'object') return refuse(route, fate.status, fate.code);
    const upload = take(body);
    if (fate === 'taken without answer') return route.abort('connectionreset');
    return answer(route, { upload, requestStatus: server.request.status }, 201);
  });
  return server;
}
