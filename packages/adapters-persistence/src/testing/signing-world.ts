import type { Caller } from '@chancery/core';
import { later } from './later.ts';
import { type Library, library } from './library.ts';
import type { Person, World } from './world.ts';

type Signing = World['chancery']['signing'];
type Prepared = Awaited<ReturnType<Signing['setDocumentSigners']>>;
export type SignerInput = Parameters<Signing['setDocumentSigners']>[0]['signers'][number];
export type FieldInput = Parameters<Signing['setDocumentFields']>[0]['fields'][number];
type Round = Omit<Parameters<Signing['setDocumentSigners']>[0], 'documentId'>;

export const grace: SignerInput = { name: 'Grace Hopper', email: 'grace@example.org', key: 'grace' };
export const alan: SignerInput = { name: 'Alan Turing', email: 'alan@example.org', key: 'alan' };
/** A field for the signature of the person with this key. */
export const signatureOf = (signerKey: string, over: Partial<FieldInput> = {}): FieldInput => ({
  signerKey,
  kind: 'signature',
  page: 1,
  x: 0.1,
  y: 0.7,
  width: 0.3,
  height: 0.08,
  ...over,
});

export interface SigningWorld extends Library {
  readonly signing: Signing;
  /** A document with people and one field for the signature of each, as it stands before it is sent. */
  prepared(round?: Partial<Round>, as?: Person): Promise<Prepared & { readonly documentId: string }>;
  /** The same, sent; the mails have left. */
  sent(
    round?: Partial<Round>,
    as?: Person,
  ): Promise<Awaited<ReturnType<Signing['sendDocument']>> & { readonly documentId: string }>;
  /** Subjects of the mails to this address since the beginning. */
  subjectsTo(address: string): readonly string[];
  /** The secret of the newest link that was mailed to this address. */
  tokenOf(address: string): string;
  /** Why a token opens nothing; null if it does. */
  goneBecause(token: string): Promise<string | null>;
  /** Marks a person as done, as the public endpoint does. */
  complete(signerId: string): Promise<void>;
  /** Moves the clock; sessions do not live as long as rounds, so the owner signs in again. */
  later(by: Parameters<World['clock']['advance']>[0]): Promise<Caller>;
  /** What the owner sees of the document at this time. */
  read(documentId: string): ReturnType<World['chancery']['documents']['getDocument']>;
}

/** A world with documents that are prepared, sent and signed in a line. */
export async function signingWorld(options: Parameters<typeof library>[0] = {}): Promise<SigningWorld> {
  const here = await library(options);
  const { chancery, owner, worker, ports, sql } = here;
  const { signing } = chancery;
  let { session } = owner;
  // What the tests before left to be reminded of is not this one's work.
  await sql(`update signers set next_reminder_at = null where workspace_id <> $1`, [here.workspaceId]);
  await sql(
    `update signature_rounds set warn_at = null, deadline_at = '9999-01-01' where status = 'sent' and workspace_id <> $1`,
    [here.workspaceId],
  );
  const prepared: SigningWorld['prepared'] = async (round = {}, as = owner) => {
    const { id: documentId } = await here.upload({}, as);
    const signers = round.signers ?? [grace];
    const fields = signers.flatMap(({ role = 'signer', key }) =>
      role === 'signer' && typeof key === 'string' ? [signatureOf(key)] : [],
    );
    const answer = await signing.setDocumentSigners({ fields, ...round, documentId, signers }, as.session);
    return { ...answer, documentId };
  };
  return {
    ...here,
    signing,
    prepared,
    async sent(round, as = owner) {
      const { documentId } = await prepared(round, as);
      const answer = await signing.sendDocument({ documentId }, as.session);
      await worker.drain();
      return { ...answer, documentId };
    },
    subjectsTo: (address) =>
      ports.mail.sent.filter(({ to }) => to.address === address).map(({ subject }) => subject),
    tokenOf(address) {
      const mails = ports.mail.sent.filter(
        ({ to, text }) => to.address === address && text.includes('#token='),
      );
      const token = /#token=([\w-]+)/.exec(mails.at(-1)?.text ?? '')?.[1];
      if (token === undefined) throw new Error(`No link was mailed to ${address}`);
      return token;
    },
    async goneBecause(token) {
      const [link] = await sql<{ status: string; reason: string | null }>(
        `select status, ended_reason "reason" from signing_links where token_hash = $1`,
        [ports.linkTokens.hash(token)],
      );
      if (link === undefined) throw new Error('There never was such a link');
      return link.status === 'live' ? null : link.reason;
    },
    async complete(signerId) {
      await sql(`update signers set status = 'completed', completed_at = $2 where id = $1`, [
        signerId,
        ports.clock.now(),
      ]);
    },
    async later(by) {
      session = await later(here, owner, by);
      return session;
    },
    read: (documentId) => chancery.documents.getDocument({ documentId }, session),
  };
}
