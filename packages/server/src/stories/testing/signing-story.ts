import { join } from 'node:path';
import { readSmsSpool, type SpooledMail } from '@chancery/adapters-services';
import {
  type Chancery,
  ChanceryError,
  type Document,
  type Download,
  type SetDocumentSignersInput,
  type SigningLink,
} from '@chancery/sdk';
import { deliveredMail } from '../../../../adapters-services/src/mail/testing/delivered-mail.ts';
import { openSmtpReceiver } from '../../../../adapters-services/src/mail/testing/smtp-receiver.ts';
import { type Installation, openInstallation } from './installation.ts';
import { answerOf, type People, peopleOf } from './people.ts';
import { aContract } from './signing-samples.ts';

type Given = Parameters<typeof openInstallation>;
type Signing = Chancery['signing'];
type Completion = Parameters<Signing['completeSigning']>[0];
type FieldGiven = NonNullable<SetDocumentSignersInput['fields']>[number];

/** Ada's workspace, whose mails leave by SMTP, and what the people who sign find in their mailboxes and on their phones. */
export interface SigningStory {
  readonly installation: Installation;
  readonly people: People;
  /** She owns the workspace, and sends. */
  readonly ada: Chancery;
  /** Whoever has a link, and no account. */
  readonly anybody: Chancery;
  readonly workspaceId: string;
  /** Uploads a file, and gives the document when the file was looked into. */
  upload(
    content?: Uint8Array,
    about?: { readonly name?: string; readonly type?: string },
  ): Promise<{ readonly status: number; readonly document: Document }>;
  /** Uploads a contract and sends it, with a field for the signature of each who signs; gives the id of the document. */
  sent(round: Omit<SetDocumentSignersInput, 'documentId'>): Promise<string>;
  /** What Ada sees of a document. */
  read(documentId: string): ReturnType<Chancery['documents']['getDocument']>;
  /** Does all background work that is due, then gives the mails to this address, oldest first. */
  mailsTo(address: string): Promise<readonly SpooledMail[]>;
  /** The token in the newest mail to this address that has a link to sign. */
  tokenOf(address: string): Promise<string>;
  /** The code in the newest message to this phone. */
  codeOn(phone: string): Promise<string>;
  /** Signs by the newest link that was mailed to this address, with a typed signature. */
  sign(address: string, over?: Partial<Completion>): ReturnType<Signing['completeSigning']>;
  /** Does the background work for as long as a call waits for it. */
  whileWorking<T>(call: Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export async function openSigningStory(
  environment: Given[0] = {},
  options: Given[1] = {},
): Promise<SigningStory> {
  const receiver = await openSmtpReceiver();
  const opened = await openInstallation(
    async (port) => ({
      CHANCERY_SMTP_URL: `smtp://127.0.0.1:${receiver.port}`,
      // One machine speaks for everybody here.
      CHANCERY_RATE_LIMIT_SCALE: '10',
      // Its keys are made at once, while one of RSA takes seconds.
      CHANCERY_SEAL_ALGORITHM: 'ec-p256',
      ...(typeof environment === 'function' ? await environment(port) : environment),
    }),
    options,
  );
  const installation: Installation = {
    ...opened,
    async mails() {
      await opened.mails();
      return receiver.received.map(({ raw, to }) => ({
        ...deliveredMail(raw),
        id: '',
        date: '',
        calendar: null,
        to: to.join(),
      }));
    },
  };
  const people = peopleOf(installation);
  const ada = await people.registerVerified('ada@example.com', 'Ada Agent');
  const { workspace } = await ada.workspace.getWorkspace();
  return {
    ...storyOf(installation, people, ada, workspace.id),
    async close() {
      await opened.close();
      await receiver.close();
    },
  };
}

function storyOf(
  installation: Installation,
  people: People,
  ada: Chancery,
  workspaceId: string,
): Omit<SigningStory, 'close'> {
  const anybody = installation.client();
  const story: Omit<SigningStory, 'close'> = {
    installation,
    people,
    ada,
    anybody,
    workspaceId,
    async upload(content = aContract(), { name = 'Rental agreement', type = 'application/pdf' } = {}) {
      const file = new Blob([new Uint8Array(content)], { type });
      const { status, data } = await answerOf((facts) => ada.documents.uploadDocument({ file, name }, facts));
      let { document } = data;
      // On a busy machine that is left to a job.
      while (document.contentFlags.includes('uninspected')) {
        await installation.mails();
        ({ document } = await story.read(document.id));
      }
      return { status, document };
    },
    async sent(round) {
      const { id: documentId } = (await story.upload()).document;
      const signers = round.signers.map((signer) => ({ ...signer, key: signer.email }));
      const fields = signers.flatMap(({ key, role = 'signer' }, index) =>
        role === 'signer' ? [signatureField(key, { y: 0.7 + index * 0.06 })] : [],
      );
      await ada.signing.sendDocument({ fields, ...round, signers, documentId });
      return documentId;
    },
    read: (documentId) => ada.documents.getDocument({ documentId }),
    mailsTo: async (address) => (await installation.mails()).filter(({ to }) => to.includes(address)),
    tokenOf: (address) => people.mailedToken(address, 'sign'),
    async codeOn(phone) {
      await installation.mails();
      const texts = await readSmsSpool(join(installation.spool, '..', 'sms'));
      return /\d{6}/.exec(texts.findLast(({ to }) => to === phone)?.text ?? '')?.[0] ?? '';
    },
    async whileWorking(call) {
      let isOver = false;
      const over = () => {
        isOver = true;
      };
      call.then(over, over);
      while (!isOver) {
        await installation.mails();
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return call;
    },
    async sign(address, over = {}) {
      const token = await story.tokenOf(address);
      const view = await anybody.signing.getSigningLink({ token });
      return anybody.signing.completeSigning({ token, ...completionOf(view), ...over });
    },
  };
  return story;
}

export const signatureField = (signerKey: string, over: Partial<FieldGiven> = {}): FieldGiven => ({
  signerKey,
  kind: 'signature',
  page: 1,
  x: 0.12,
  y: 0.8,
  width: 0.35,
  height: 0.05,
  ...over,
});

/** All that somebody has to say who signs what this link shows. */
export const completionOf = ({ signer, document, consent }: SigningLink): Omit<Completion, 'token'> => ({
  intent: signer.role === 'approver' ? 'approve' : 'sign',
  documentSha256: document?.sha256 ?? '',
  consent: { accepted: true, version: consent?.version ?? '' },
  fields: [],
  ...(signer.role === 'signer' ? { signature: { method: 'typed', text: signer.name } } : {}),
  timeZone: 'Europe/Berlin',
});

export async function bytesOf(download: Promise<Download>): Promise<Buffer> {
  return Buffer.from(await new Response((await download).stream).arrayBuffer());
}

/** The HTTP status and the code with which a call was refused, and the code of its first detail. */
export async function faultOf(
  call: Promise<unknown>,
): Promise<readonly [number | null, string, string | null]> {
  try {
    await call;
    return [null, 'none', null];
  } catch (error) {
    if (!(error instanceof ChanceryError)) throw error;
    return [error.status, error.code, error.details[0]?.code ?? null];
  }
}
