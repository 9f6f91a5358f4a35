import type { Caller, fileRequests as core } from '@chancery/core';
import { later } from './later.ts';
import { aFile, type Library, library } from './library.ts';
import { aStranger, type Person, type World } from './world.ts';

type FileRequests = World['chancery']['fileRequests'];
type Input = Parameters<FileRequests['createFileRequest']>[0];
type UploadInput = Parameters<FileRequests['uploadClientFile']>[0];
type Made = Awaited<ReturnType<FileRequests['createFileRequest']>>['request'];

export const theClient = { clientName: 'Grace Hopper', clientEmail: 'grace@example.org' };
const passport = { name: 'Passport', acceptedTypes: ['pdf' as const, 'image' as const], maxFiles: 2 };
const payslips = { name: 'Payslips', required: false };

/** Somebody without an account, from a network of their own. */
export const aClient: Caller = aStranger({ address: '198.51.100.20', userAgent: 'Phone/1.0' });

export interface FileRequestWorld extends Library {
  readonly requests: FileRequests;
  /** Cases as another context would keep them: who may read each. */
  readonly cases: Map<string, readonly string[]>;
  /** A draft for a passport and, if there are any, payslips. */
  drafted(input?: Partial<Input>, as?: Person): Promise<Made>;
  /** The same, sent; its link is handed over, so that no mail is needed to know it. */
  sent(input?: Partial<Input>, as?: Person): Promise<{ readonly request: Made; readonly token: string }>;
  /** The request at this time, as the owner of the workspace or somebody else sees it. */
  read(requestId: string, as?: Caller): Promise<Made>;
  open(token: string): ReturnType<FileRequests['getClientFileRequest']>;
  /** Sends a file for the item of this name, as the client does. */
  sendIn(
    token: string,
    itemName?: string,
    over?: Partial<Omit<UploadInput, 'token' | 'itemId'>>,
  ): ReturnType<FileRequests['uploadClientFile']>;
  /** What the storage of the workspace holds: in use, and held for what may become a document. */
  storage(): Promise<{ readonly used: number; readonly reserved: number }>;
  /** Keys of the objects of the workspace. */
  objects(): Promise<readonly string[]>;
  subjectsTo(address: string): readonly string[];
  /** The secret of the newest link that was mailed to this address. */
  tokenOf(address: string): string;
  /** Moves the clock; sessions do not live as long as requests, so the owner signs in again. */
  later(by: Parameters<World['clock']['advance']>[0]): Promise<Caller>;
  /** What the ledger says of requests, by name. */
  told(): Promise<readonly string[]>;
}

/** A world with requests for files that are made, sent and answered in a line. */
export async function fileRequestWorld(
  options: Parameters<typeof library>[0] = {},
): Promise<FileRequestWorld> {
  const cases = new Map<string, readonly string[]>();
  const here = await library({
    ...options,
    ports: {
      ...options.ports,
      answers: { caseAccess: () => [accessTo(cases)], ...options.ports?.answers },
    },
  });
  const { chancery, owner, ports, sql } = here;
  const { fileRequests: requests } = chancery;
  let { session } = owner;
  // What the tests before left to be done is not this one's work.
  await sql(
    `update file_requests set next_reminder_at = null, due_mail_at = null, expires_at = '9999-01-01' where workspace_id <> $1`,
    [here.workspaceId],
  );
  const callerOf = (person: Person) => (person.id === owner.id ? session : person.session);
  const drafted: FileRequestWorld['drafted'] = async (input = {}, as = owner) => {
    const asked = { ...theClient, title: 'Tax return', items: [passport, payslips], ...input };
    return (await requests.createFileRequest(asked, callerOf(as))).request;
  };
  return {
    ...here,
    requests,
    cases,
    drafted,
    async sent(input, as = owner) {
      const { id: requestId } = await drafted(input, as);
      const { request, url } = await requests.sendFileRequest({ requestId, delivery: 'link' }, callerOf(as));
      return { request, token: url?.split('#token=')[1] ?? '' };
    },
    read: async (requestId, as = session) => (await requests.getFileRequest({ requestId }, as)).request,
    open: (token) => requests.getClientFileRequest({ token }, aClient),
    async sendIn(token, itemName = 'Passport', over = {}) {
      const { request } = await requests.getClientFileRequest({ token }, aClient);
      const itemId = request.items.find(({ name }) => name === itemName)?.id ?? '';
      return requests.uploadClientFile({ token, itemId, file: aFile('passport.pdf'), ...over }, aClient);
    },
    async storage() {
      const [row] = await sql<{ used: number; reserved: number }>(
        `select used::int used, reserved::int reserved from usage_counters where workspace_id = $1 and code = 'storage_bytes'`,
        [here.workspaceId],
      );
      return row ?? { used: 0, reserved: 0 };
    },
    async objects() {
      const keys: string[] = [];
      for await (const key of ports.blobs.list(`ws/${here.workspaceId}/`)) keys.push(key);
      return keys;
    },
    subjectsTo: (address) =>
      ports.mail.sent.filter(({ to }) => to.address === address).map(({ subject }) => subject),
    tokenOf(address) {
      const mails = ports.mail.sent.filter(
        ({ to, text }) => to.address === address && text.includes('/upload#token='),
      );
      const token = /#token=([\w-]+)/.exec(mails.at(-1)?.text ?? '')?.[1];
      if (token === undefined) throw new Error(`No link was mailed to ${address}`);
      return token;
    },
    async later(by) {
      session = await later(here, owner, by);
      return session;
    },
    told: async () =>
      (await here.happened())
        .map(({ type }) => type)
        .filter((type) => /^(file_request|client_upload|document\.)/.test(type)),
  };
}

const accessTo = (cases: ReadonlyMap<string, readonly string[]>): core.CaseAccess => ({
  context: 'tests',
  readable: async (userId) => ({
    caseIds: [...cases].filter(([, readers]) => readers.includes(userId)).map(([id]) => id),
    openTo: null,
  }),
  readableAmong: async (userId, caseIds) => caseIds.filter((id) => cases.get(id)?.includes(userId)),
  mayWork: async (userId, caseId) => cases.get(caseId)?.includes(userId) === true,
});
