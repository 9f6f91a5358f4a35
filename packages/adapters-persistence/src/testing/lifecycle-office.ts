import { aFile } from './library.ts';
import { type Person, type World, world } from './world.ts';

type Input<F extends (input: never, caller: never) => unknown> = Partial<Parameters<F>[0]>;
type Lifecycle = World['chancery']['lifecycle'];

/** An office with an owner, an admin and a member, whose sessions last for years. */
export async function lifecycleOffice(over: Parameters<typeof world>[0] = {}) {
  const here = await world({ settings: { accessTokenSeconds: 5 * 366 * 86_400 }, ...over });
  const { owner, chancery, ports } = here;
  const { lifecycle, documents } = chancery;
  const admin = await here.person('admin', 'Ann');
  const bo = await here.person('member', 'Bo');
  /** Sessions that there are by now end only when somebody ends them, however far the clock moves. */
  const lastForYears = async () => {
    const later = '2040-01-01';
    await here.sql('update sessions set created_at = $1, last_seen_at = $1, expires_at = $1', [later]);
    // How long they were silent until then is counted by the database.
    await here.sql('update sessions set longest_idle_seconds = 0');
  };
  await lastForYears();
  return {
    ...here,
    lifecycle,
    documents,
    admin,
    bo,
    lastForYears,
    upload: async (input: object = {}, as: Person = owner) =>
      (await documents.uploadDocument({ file: aFile('policy.pdf'), ...input }, as.session)).document,
    policy: async (input: Input<Lifecycle['createExpirationPolicy']> = {}) =>
      (
        await lifecycle.createExpirationPolicy(
          { name: 'Insurance', basis: 'document_date', ...input },
          owner.session,
        )
      ).policy,
    /** Puts a policy on the whole workspace, and computes what follows. */
    async everywhere(policyId: string) {
      await lifecycle.assignExpirationPolicy({ policyId, scope: 'workspace' }, owner.session);
      await here.worker.drain();
    },
    put: async (documentId: string, input: object = {}, as: Person = owner) =>
      (await lifecycle.configureDocumentLifecycle({ documentId, ...input }, as.session)).lifecycle,
    confirm: async (documentId: string, expiresOn: string) =>
      (await lifecycle.confirmDocumentExpiration({ documentId, expiresOn }, owner.session)).lifecycle,
    read: async (documentId: string, as: Person = owner) =>
      (await lifecycle.getDocumentLifecycle({ documentId }, as.session)).lifecycle,
    /** The subjects of the mails to a person about documents, oldest first. */
    mailsTo: ({ email }: Person) =>
      ports.mail.sent
        .filter(({ to }) => to.address === email)
        .map(({ subject }) => subject)
        .filter((subject) => subject !== 'Confirm your email address'),
    trash: (documentId: string) => documents.trashDocument({ documentId }, owner.session),
    /** The types of what has happened since the world began, those of uploads left out. */
    types: async () =>
      (await here.happened()).map(({ type }) => type).filter((type) => !type.startsWith('document.created')),
  };
}
