import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Chancery, CreateExpirationPolicyInput, Document, RetentionCandidate } from '@chancery/sdk';
import { type Installation, type InstallationOptions, openInstallation } from './installation.ts';
import { type People, peopleOf } from './people.ts';
import { bytesOf } from './signing-story.ts';

/** The colleagues of an office, each signed in. */
export interface Colleagues {
  /** She owns the workspace, and uploads. */
  readonly ada: Chancery;
  readonly bea: Chancery;
  readonly cleo: Chancery;
}

/** An office of three who may decide what is destroyed. */
export interface RetentionStory {
  readonly installation: Installation;
  readonly people: People;
  readonly workspaceId: string;
  /** The three, signed in anew: sessions end while years pass. */
  signedIn(): Promise<Colleagues>;
  /** Uploads a small text, as Ada. */
  upload(name: string): Promise<Document>;
  /** What Ada is given as the content. */
  content(document: Document): Promise<Uint8Array>;
  /** The newest candidate of a document. */
  candidateOf(document: Document): Promise<RetentionCandidate>;
  /** Makes a policy for all documents. */
  policyOf(policy: Partial<CreateExpirationPolicyInput>): Promise<void>;
  /** The objects of documents that the blob store has. */
  objects(): readonly string[];
  close(): Promise<void>;
}

export async function openRetentionStory(
  options: Pick<InstallationOptions, 'startsAt' | 'modules'> = {},
): Promise<RetentionStory> {
  const installation = await openInstallation({ CHANCERY_RATE_LIMIT_SCALE: '100' }, options);
  const people = peopleOf(installation);
  const first = await people.registerVerified('ada@example.com', 'Ada Agent');
  for (const [email, displayName] of [
    ['bea@example.com', 'Bea Broker'],
    ['cleo@example.com', 'Cleo Clerk'],
  ] as const)
    await people.joinByInvitation(first, { email, displayName, role: 'admin' });
  const { workspace } = await first.workspace.getWorkspace();
  const signedIn = async (): Promise<Colleagues> => ({
    ada: await people.signIn('ada@example.com'),
    bea: await people.signIn('bea@example.com'),
    cleo: await people.signIn('cleo@example.com'),
  });
  return {
    installation,
    people,
    workspaceId: workspace.id,
    signedIn,
    async upload(name) {
      const { ada } = await signedIn();
      const file = new Blob([`What ${name} says.`], { type: 'text/plain' });
      return (await ada.documents.uploadDocument({ file, name })).document;
    },
    content: async ({ id: documentId }) =>
      bytesOf((await signedIn()).ada.documents.getDocumentContent({ documentId })),
    async candidateOf({ id: documentId }) {
      const { ada } = await signedIn();
      const found = (await ada.lifecycle.listRetentionCandidates({ documentId })).candidates.at(-1);
      if (found === undefined) throw new Error('There is no candidate');
      return found;
    },
    async policyOf(policy) {
      const { ada } = await signedIn();
      const made = await ada.lifecycle.createExpirationPolicy({
        name: 'Contracts',
        basis: 'document_date',
        ...policy,
      });
      await ada.lifecycle.assignExpirationPolicy({ policyId: made.policy.id, scope: 'workspace' });
      await installation.mails();
    },
    objects: () => filesBelow(join(installation.spool, '..', 'blobs')),
    close: () => installation.close(),
  };
}

const filesBelow = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
        statSync(join(folder, path)).isFile(),
      )
    : [];
