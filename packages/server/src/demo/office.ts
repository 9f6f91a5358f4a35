import { setTimeout as wait } from 'node:timers/promises';
import { type Caller, type Chancery, operate, systemIds } from '@chancery/core';
import { identity } from '@chancery/core/internal';
import { paper } from './paper.ts';

/** Something that was made, and how somebody looks at it: an address for the browser, or a command. */
export interface DemoItem {
  readonly what: string;
  readonly open: string;
}

/** A colleague of the demo workspace, signed in. */
export interface Colleague {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly caller: Caller;
}

/** What the parts of the demo are made with: the use cases, as people call them. */
export interface DemoOffice {
  readonly chancery: Chancery;
  readonly baseUrl: string;
  readonly password: string;
  readonly ada: Colleague;
  readonly grace: Colleague;
  readonly barbara: Colleague;
}

/** A documentation address (RFC 5737), so that the throttles of real callers do not count the demo. */
export const demoCaller = (credential: string | null): Caller => ({
  credential,
  address: '192.0.2.1',
  userAgent: null,
  requestId: systemIds.uuid7(),
  correlationId: systemIds.uuid7(),
  idempotencyKey: null,
});

/** Signs somebody in whose address the operator vouches for, so that links and mails may leave in their name. */
export async function colleague(
  chancery: Chancery,
  { email, password, workspaceId }: { email: string; password: string; workspaceId: string },
): Promise<Colleague> {
  const { operator } = identity;
  await operate(
    chancery.ports,
    identity.ports,
    null,
    async (work) => {
      const account = await operator.accountNamed(email, work);
      if (account.emailVerifiedAt === null) await operator.verifyAccount(account, work);
    },
    'identity',
  );
  const signedIn = await chancery.identity.login({ email, password }, demoCaller(null));
  if (!('accessToken' in signedIn)) throw new Error(`${email} cannot sign in by password alone`);
  const { accessToken } = await chancery.identity.switchWorkspace(
    { workspaceId },
    demoCaller(signedIn.accessToken),
  );
  const { id, displayName } = signedIn.user;
  return { id, name: displayName, email, caller: demoCaller(accessToken) };
}

/** Uploads a page of text as a document of the library. */
export async function uploadPaper(
  { chancery }: Pick<DemoOffice, 'chancery'>,
  { caller }: Colleague,
  name: string,
  lines: readonly string[],
) {
  const content = (async function* () {
    yield paper(lines);
  })();
  const file = { fileName: `${name}.pdf`, mediaType: 'application/pdf', content };
  const { document } = await chancery.documents.uploadDocument({ name, file }, caller);
  // Nothing is signed before the PDF was looked into.
  return settled(`${name} to be looked into`, async () => {
    const found = (await chancery.documents.getDocument({ documentId: document.id }, caller)).document;
    return found.contentFlags.includes('uninspected') ? null : found;
  });
}

/** A link by which anybody reads the document without an account, for ninety days. */
export async function linkTo({ chancery }: Pick<DemoOffice, 'chancery'>, by: Colleague, documentId: string) {
  const expiresAt = new Date(Date.parse(chancery.ports.clock.now()) + 90 * 86_400_000).toISOString();
  return (await chancery.documents.createDocumentShare({ documentId, expiresAt }, by.caller)).url;
}

/** Waits for the background work, at most five minutes. */
export async function settled<T>(what: string, look: () => Promise<T | null>): Promise<T> {
  for (let tries = 0; tries < 1500; tries += 1) {
    const found = await look();
    if (found !== null) return found;
    await wait(200);
  }
  throw new Error(`The demo waited five minutes for ${what}`);
}
