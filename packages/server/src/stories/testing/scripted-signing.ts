import { createHash } from 'node:crypto';
import type { Page, Route } from 'playwright-core';

export const scriptedToken = 'A'.repeat(43);

export interface ScriptedRefusal {
  readonly status: number;
  readonly code: string;
  readonly details?: readonly { readonly path: string; readonly code: string; readonly message: string }[];
  readonly retryAfterSeconds?: number;
}
export interface ScriptedAnswer {
  readonly status?: number;
  readonly data: unknown;
}
/** What the page asked for. */
export interface AskedRow {
  readonly row: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/**
 * The rows of a signing link (documents 4.3), answered by a script: what a page shows of states and refusals that a real server
 * reaches only after hours, or in a race. It keeps what the page sends.
 */
export interface ScriptedSigning {
  view: object;
  content: Buffer;
  /** What the next calls of a row are answered with, first come first; `lost` breaks the line. */
  answer(row: string, ...answers: readonly (ScriptedAnswer | ScriptedRefusal | 'lost')[]): void;
  asked(row: string): readonly AskedRow[];
}

const meta = { requestId: 'r', correlationId: 'r', timestamp: '2026-11-23T12:00:00.000Z' };

export async function scriptedSigning(page: Page, content: Buffer, view: object): Promise<ScriptedSigning> {
  const asked: AskedRow[] = [];
  const answers = new Map<string, (ScriptedAnswer | ScriptedRefusal | 'lost')[]>();
  const script: ScriptedSigning = {
    view,
    content,
    answer: (row, ...more) => void answers.set(row, [...(answers.get(row) ?? []), ...more]),
    asked: (row) => asked.filter((each) => each.row === row),
  };
  await page.route(`**/api/v1/document-signing/${scriptedToken}**`, async (route) => {
    const request = route.request();
    const path = new URL(request.url()).pathname.split(scriptedToken)[1] ?? '';
    const row = `${request.method()} S${path}`;
    asked.push({ row, headers: request.headers(), body: request.postDataJSON() });
    const answer = answers.get(row)?.shift();
    if (answer === 'lost') return route.abort('connectionreset');
    if (answer !== undefined) return reply(route, answer);
    if (row === 'GET S/content')
      return route.fulfill({ status: 200, contentType: 'application/pdf', body: script.content });
    return reply(route, { data: script.view });
  });
  return script;
}

const reply = (route: Route, answer: ScriptedAnswer | ScriptedRefusal) =>
  route.fulfill({
    status: answer.status ?? 200,
    contentType: 'application/json',
    headers: { date: new Date().toUTCString() },
    body: JSON.stringify(
      'data' in answer
        ? { success: true, data: answer.data, meta }
        : {
            success: false,
            error: {
              code: answer.code,
              message: 'Refused by the script.',
              details: answer.details ?? [],
              ...(answer.retryAfterSeconds === undefined
                ? {}
                : { retryAfterSeconds: answer.retryAfterSeconds }),
            },
            meta,
          },
    ),
  });

const basicField = {
  mine: true,
  page: 1,
  x: 0.12,
  y: 0.6,
  width: 0.3,
  height: 0.03,
  label: null,
  required: true,
  readOnly: false,
  defaultValue: null,
  maxLength: null,
  multiline: false,
  dateMode: null,
  dateFormat: null,
  fontSize: 10,
  value: null,
};

export const aField = (
  number: number,
  field: { readonly kind: string; readonly [name: string]: unknown },
) => ({
  id: `0197c0de-0000-7000-8000-00000000000${number}`,
  ...basicField,
  ...field,
});

export const disclosureText = [
  'You are asked to sign a document electronically. Please read this before you agree.',
  'Your electronic signature has the effect that you give it by signing: it shows that you agree to the document.',
  'You may have a copy on paper instead; ask the sender for it. You can withdraw until you finish, by closing this page or by declining.',
  'To sign you need a device with a browser that shows PDF files, and an e-mail address at which you can be reached.',
].join('\n\n');

/** What the link of Ann Example shows, who signs second of two. */
export const readyView = (content: Buffer, more: object = {}) => ({
  status: 'ready',
  workspace: { name: 'Harbour Flats Ltd', logoUrl: null },
  sender: { displayName: 'Ada Agent' },
  signer: {
    id: '0197c0de-0000-7000-8000-0000000000aa',
    name: 'Ann Example',
    email: 'ann@example.com',
    role: 'signer',
    order: 1,
    status: 'sent',
    language: 'en',
  },
  verification: {
    method: 'none',
    state: 'not_required',
    destination: null,
    codeExpiresAt: null,
    resendAvailableAt: null,
    lockedUntil: null,
  },
  document: {
    name: 'Rental agreement',
    pageCount: 2,
    pages: [
      { width: 595, height: 842, rotation: 0 },
      { width: 595, height: 842, rotation: 0 },
    ],
    sizeBytes: content.byteLength,
    sha256: createHash('sha256').update(content).digest('hex'),
    message: 'Dear Ann,\nthis is the agreement as we discussed it.',
    deadlineAt: '2027-02-21T11:00:00.000Z',
  },
  fields: [
    aField(1, { kind: 'signature', page: 2, y: 0.81, height: 0.05, width: 0.37 }),
    aField(2, {
      kind: 'date',
      page: 2,
      x: 0.55,
      y: 0.83,
      height: 0.025,
      width: 0.2,
      dateMode: 'signed_on',
      dateFormat: 'long',
    }),
    aField(3, { kind: 'text', y: 0.61, label: 'Number of persons', maxLength: 40 }),
    aField(4, {
      kind: 'checkbox',
      x: 0.5,
      width: 0.025,
      height: 0.02,
      y: 0.615,
      label: 'I have a pet',
      required: false,
    }),
    aField(5, { kind: 'initials', x: 0.8, y: 0.9, width: 0.12, height: 0.035 }),
    aField(6, { kind: 'name', y: 0.66 }),
    aField(7, { kind: 'email', x: 0.5, y: 0.66 }),
    aField(8, { kind: 'signature', mine: false, x: 0.55, y: 0.74, value: { filled: true } }),
  ],
  recipients: [
    { name: 'Ann Example', role: 'signer', order: 1, status: 'sent', completedAt: null },
    {
      name: 'Olaf Owner',
      role: 'signer',
      order: 1,
      status: 'completed',
      completedAt: '2026-11-23T09:00:00.000Z',
    },
    { name: 'Carl Copy', role: 'copy', order: 1, status: 'draft', completedAt: null },
  ],
  consent: {
    required: true,
    accepted: false,
    version: '1',
    language: 'en',
    text: disclosureText,
    textSha256: createHash('sha256').update(disclosureText).digest('hex'),
  },
  signatureMethods: ['drawn', 'typed', 'uploaded'],
  redirectUrl: null,
  sealed: { available: false, sha256: null },
  ...more,
});

/** What it shows before the code. */
export const lockedView = (verification: object = {}) => {
  const { workspace, sender, signer, verification: none } = readyView(Buffer.of());
  return {
    status: 'locked',
    workspace,
    sender,
    signer,
    verification: {
      ...none,
      method: 'sms',
      state: 'required',
      destination: '+49 ••• ••• 4521',
      ...verification,
    },
    document: null,
    fields: [],
    recipients: [],
    consent: null,
    signatureMethods: [],
    redirectUrl: null,
    sealed: null,
  };
};
