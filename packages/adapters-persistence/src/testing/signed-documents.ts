import { createHash, randomBytes } from 'node:crypto';
import { type signing, systemIds } from '@chancery/core';
import { type Library, library } from './library.ts';
import { aStranger, type world } from './world.ts';

type Signer = signing.Signer;
type SigningField = signing.SigningField;
type SigningRound = signing.SigningRound;

/** A person of a round, with what a test says of them. */
export type PersonOfRound = { readonly name: string } & Partial<Signer>;

/** A field, by the name of who fills it. */
export type FieldOfRound = { readonly of: string } & Partial<SigningField>;

export interface SentRound extends Library {
  readonly documentId: string;
  readonly roundId: string;
  /** The bytes that are signed. */
  readonly copy: Uint8Array;
  readonly copySha256: string;
  /** The token in the link of a person. */
  tokenOf(name: string): string;
  idOf(name: string): string;
  fieldOf(name: string, kind?: SigningField['kind']): string;
  /** What is stored of a person at this moment. */
  signer(name: string): Promise<Signer>;
  round(): Promise<SigningRound>;
  /** Another link for a person, as a manager would make it: the one before it is superseded. */
  relink(name: string, cause?: signing.SigningLink['cause']): Promise<string>;
  /** The body of a completion by this person, without fields and signature. */
  completion(name: string): Completion;
}

interface Completion {
  token: string;
  intent: 'sign' | 'approve';
  documentSha256: string;
  consent: { accepted: boolean; version: string };
  fields: { fieldId: string; value: string | boolean }[];
}

/** The body of a completion by whoever has this link, without fields and signature. */
export const completionOf = (token: string, documentSha256: string): Completion => ({
  token,
  intent: 'sign',
  documentSha256,
  consent: { accepted: true, version: '1' },
  fields: [],
});

/** A typed signature, which every signer may give. */
export const typed = (text: string) => ({ method: 'typed', text }) as const;
/** Bytes that look like a PNG to the double of `SignatureImages`, in base64. */
export const aPng = (content = 'ink') => Buffer.from(`\x89PNG ${content}`, 'latin1').toString('base64');

/** Whoever holds a link, from an address of their own. */
export const aVisitor = (address = '198.51.100.7', idempotencyKey: string | null = null) =>
  aStranger({ address, idempotencyKey });

const hashOf = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex');

/** A document that was sent to these people, each with a signature field unless the test names fields. */
export async function sentRound({
  people = [{ name: 'Grace' }],
  fields,
  round: over = {},
  ...options
}: {
  readonly people?: readonly PersonOfRound[];
  readonly fields?: readonly FieldOfRound[];
  readonly round?: Partial<SigningRound>;
} & Parameters<typeof world>[0] = {}): Promise<SentRound> {
  const here = await library(options);
  const { id: documentId } = await here.upload({ name: 'Contract' });
  const made = new Arrangement(here, documentId, over);
  await made.send(people, fields ?? people.map(({ name }) => ({ of: name })));
  return made.sent();
}

/** Rows of a round as sending would make them. */
class Arrangement {
  readonly #here: Library;
  readonly #documentId: string;
  readonly #roundId = systemIds.uuid7();
  readonly #over: Partial<SigningRound>;
  readonly #copy = Buffer.from(`%PDF-1.7 copy ${randomBytes(8).toString('hex')}\n%%EOF`);
  readonly #tokens = new Map<string, string>();
  readonly #ids = new Map<string, string>();
  #fields: readonly SigningField[] = [];

  constructor(here: Library, documentId: string, over: Partial<SigningRound>) {
    this.#here = here;
    this.#documentId = documentId;
    this.#over = over;
  }

  async send(people: readonly PersonOfRound[], fields: readonly FieldOfRound[]): Promise<void> {
    const { ports, workspaceId, sql } = this.#here;
    const versionId = systemIds.uuid7();
    const blobKey = `ws/${workspaceId}/doc/${versionId}`;
    await ports.blobs.put(blobKey, this.#copy);
    const signers = people.map((person, index) => this.#signer(person, index));
    this.#fields = fields.map((field, index) => this.#field(field, index));
    await ports.unitOfWork.run('write', 'app', async (transaction) => {
      transaction.enter(workspaceId);
      const { documents, signing: own } = transaction.repositories;
      await documents.documentVersions.add({
        id: versionId,
        documentId: this.#documentId,
        ordinal: 2,
        kind: 'signing_copy',
        sha256: hashOf(this.#copy),
        sizeBytes: this.#copy.byteLength,
        mimeType: 'application/pdf',
        pageCount: 1,
        pages: [{ width: 595, height: 842, rotation: 0, cropBox: [0, 0, 595, 842] }],
        blobKey,
        createdByUserId: this.#here.owner.id,
        createdAt: this.#now,
      });
      await own.rounds.add(this.#round(versionId));
      await own.signers.replace(this.#roundId, signers);
      await own.signingFields.replace(this.#roundId, this.#fields);
    });
    await sql("update documents set signature_status = 'sent' where id = $1", [this.#documentId]);
    for (const signer of signers) if (signer.status === 'sent') await this.#link(signer, 'send');
  }

  get #now(): string {
    return this.#here.clock.now();
  }

  #round(signingCopyVersionId: string): SigningRound {
    const now = this.#now;
    return {
      id: this.#roundId,
      documentId: this.#documentId,
      number: 1,
      status: 'sent',
      signingOrder: 'parallel',
      subject: 'Please sign: Contract',
      message: 'With kind regards',
      deadlineAt: new Date(Date.parse(now) + 90 * 86_400_000).toISOString(),
      reminders: null,
      expiryWarningDays: 0,
      warnAt: null,
      warnedAt: null,
      language: 'en',
      disclosureVersion: '1',
      disclosureLanguage: 'en',
      disclosureSha256: null,
      requireConsent: true,
      signatureMethods: ['drawn', 'typed', 'uploaded'],
      appendSignaturePage: false,
      redirectUrl: null,
      signingCopyVersionId,
      originalSha256: null,
      signingCopySha256: hashOf(this.#copy),
      signingCopyPageCount: 1,
      createdByUserId: this.#here.owner.id,
      sentByUserId: this.#here.owner.id,
      voidedByUserId: null,
      endReason: null,
      sentAt: now,
      completedAt: null,
      declinedAt: null,
      voidedAt: null,
      expiredAt: null,
      seal: {
        status: 'none',
        level: null,
        sealedAt: null,
        sealedSha256: null,
        certificateSha256: null,
        sealCertificateFingerprint: null,
        timestamp: { status: 'none', at: null, authority: null },
        ledger: null,
        attempts: 0,
        failureCode: null,
        nextAttemptAt: null,
      },
      createdAt: now,
      updatedAt: now,
      version: 1,
      ...this.#over,
    };
  }

  #signer({ name, ...over }: PersonOfRound, index: number): Signer {
    const id = systemIds.uuid7();
    this.#ids.set(name, id);
    const verification = over.verification ?? 'none';
    const status = over.status ?? (over.role === 'copy' ? 'draft' : 'sent');
    return {
      id,
      documentId: this.#documentId,
      roundId: this.#roundId,
      position: index + 1,
      key: null,
      name,
      email: `${name.toLowerCase()}@example.org`,
      phone: verification === 'sms' ? '+491701234521' : null,
      role: 'signer',
      order: 1,
      verification,
      note: null,
      language: null,
      timeZone: null,
      status,
      userId: null,
      delivery: null,
      sentAt: status === 'sent' ? this.#now : null,
      viewedAt: null,
      lastOpenedAt: null,
      consentedAt: null,
      verifiedAt: null,
      completedAt: null,
      declinedAt: null,
      declineReason: null,
      lastRemindedAt: null,
      reminderCount: 0,
      nextReminderAt: null,
      linkVersion: null,
      linkExpiresAt: null,
      verificationState: verification === 'none' ? 'not_required' : 'required',
      lockedUntil: null,
      codesSent: 0,
      wrongTries: 0,
      createdAt: this.#now,
      updatedAt: this.#now,
      ...over,
    };
  }

  #field({ of, ...over }: FieldOfRound, index: number): SigningField {
    return {
      id: systemIds.uuid7(),
      documentId: this.#documentId,
      roundId: this.#roundId,
      signerId: this.#ids.get(of) ?? '',
      kind: 'signature',
      page: 1,
      x: 0.1,
      y: index / 100,
      width: 0.3,
      height: 0.05,
      label: null,
      required: true,
      readOnly: false,
      defaultValue: null,
      maxLength: over.kind === 'text' ? 500 : null,
      multiline: false,
      dateMode: over.kind === 'date' ? 'signed_on' : null,
      dateFormat: over.kind === 'date' ? 'iso' : null,
      fontSize: null,
      value: null,
      completedAt: null,
      clientRef: null,
      ...over,
    };
  }

  async #link(signer: Signer, cause: signing.SigningLink['cause']): Promise<string> {
    const { ports, workspaceId } = this.#here;
    const token = randomBytes(32).toString('base64url');
    const linkVersion = (signer.linkVersion ?? 0) + 1;
    const liftsLock = cause === 'link';
    await ports.unitOfWork.run('write', 'app', async (transaction) => {
      transaction.enter(workspaceId);
      const { signingLinks, signers, rounds } = transaction.repositories.signing;
      const round = await rounds.get(this.#roundId);
      const expiresAt = round?.deadlineAt ?? this.#now;
      await signingLinks.end([signer.id], 'superseded', this.#now);
      await signingLinks.add({
        id: systemIds.uuid7(),
        documentId: this.#documentId,
        roundId: this.#roundId,
        signerId: signer.id,
        purpose: 'sign',
        tokenHash: hashOf(token),
        linkVersion,
        cause,
        delivery: 'email',
        status: 'live',
        endedReason: null,
        expiresAt,
        sealedSecret: null,
        createdAt: this.#now,
        endedAt: null,
      });
      const lock = liftsLock
        ? {
            lockedUntil: null,
            verificationState: signer.verification === 'none' ? 'not_required' : 'required',
          }
        : {};
      await signers.save({ ...signer, ...(lock as object), linkVersion, linkExpiresAt: expiresAt });
    });
    this.#tokens.set(signer.name, token);
    return token;
  }

  async #read<T>(
    read: (own: { rounds: signing.RoundRepository; signers: signing.SignerRepository }) => Promise<T | null>,
  ): Promise<T> {
    const { ports, workspaceId } = this.#here;
    const found = await ports.unitOfWork.run('read', 'app', async (transaction) => {
      transaction.enter(workspaceId);
      return read(transaction.repositories.signing);
    });
    if (found === null) throw new Error('It is not there');
    return found;
  }

  sent(): SentRound {
    const known = (map: ReadonlyMap<string, string>, name: string) => {
      const found = map.get(name);
      if (found === undefined) throw new Error(`${name} has none`);
      return found;
    };
    const signer = (name: string) => this.#read(({ signers }) => signers.get(known(this.#ids, name)));
    const copySha256 = hashOf(this.#copy);
    return {
      ...this.#here,
      documentId: this.#documentId,
      roundId: this.#roundId,
      copy: this.#copy,
      copySha256,
      tokenOf: (name) => known(this.#tokens, name),
      idOf: (name) => known(this.#ids, name),
      fieldOf: (name, kind = 'signature') =>
        this.#fields.find((field) => field.signerId === known(this.#ids, name) && field.kind === kind)?.id ??
        '',
      signer,
      round: () => this.#read(({ rounds }) => rounds.get(this.#roundId)),
      relink: async (name, cause = 'link') => this.#link(await signer(name), cause),
      completion: (name) => completionOf(known(this.#tokens, name), copySha256),
    };
  }
}
