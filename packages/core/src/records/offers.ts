import { offer } from '../kernel/context-ports.ts';
import type { HandlerContext, WritingContext } from '../kernel/handler-context.ts';
import type { Purpose } from './access/labels.ts';
import { readerOf } from './access/reader.ts';
import type { RecordReader } from './access/record-reader.ts';
import type { RecordCase } from './cases/case.ts';
import { type SeenCase, seenCase } from './cases/seen-case.ts';
import { type RecordDisposal, recordDisposal } from './disposal/record-disposal.ts';
import { recordSigner } from './keys/record-signer.ts';
import { ports } from './ports.ts';
import { type SeenSubject, seenSubject } from './subjects/seen-subject.ts';
import type { Subject } from './subjects/subject.ts';

type Asking = Pick<HandlerContext, 'user' | 'now'>;
interface WithPurpose {
  readonly purposeOfUse?: Purpose | undefined;
}

/** Answers what other contexts ask about subjects, in the transaction that asks. */
export interface RecordSubjects {
  /** The subject as this person sees it for this purpose; refuses as reading it does. */
  seen(
    asked: WithPurpose & { readonly subjectId: string },
    asking: Asking,
    lock?: 'for update',
  ): Promise<SeenSubject>;
  /** The same for background work and for whoever comes by a link; null if there is none. */
  get(id: string): Promise<Subject | null>;
  /** Whether the workspace keeps records of anybody. */
  any(): Promise<boolean>;
}

/** The same about cases. */
export interface RecordCases {
  seen(
    asked: WithPurpose & { readonly caseId: string },
    asking: Asking,
    lock?: 'for update',
  ): Promise<SeenCase>;
  get(id: string): Promise<RecordCase | null>;
}

/** What the caller is to records: their clearance and their duties. */
export interface RecordReaders {
  of(asking: Pick<HandlerContext, 'user'>): Promise<RecordReader>;
}

/** Signs what is no statement of a member with the key of the workspace. */
export interface RecordSigning {
  sign(
    workspaceId: string,
    bytes: Uint8Array,
    tx: Pick<WritingContext, 'keyRing' | 'random' | 'now' | 'emit'>,
  ): Promise<{ readonly keyId: string; readonly signature: Uint8Array }>;
}

/** The ports that this context implements for others. */
export const offers = {
  recordDisposal: offer(ports, (own): RecordDisposal => recordDisposal(own)),
  recordSigning: offer(
    ports,
    (own): RecordSigning => ({
      async sign(workspaceId, bytes, { keyRing, random, now, emit }) {
        const { recordSigningKeys } = own();
        const signer = await recordSigner(workspaceId, { recordSigningKeys, keyRing, random, now, emit });
        return { keyId: signer.keyId, signature: signer.signBytes(bytes) };
      },
    }),
  ),
  recordSubjects: offer(
    ports,
    (own): RecordSubjects => ({
      seen(asked, { user, now }, lock) {
        const { subjects, recordStandings } = own();
        return seenSubject(asked, { subjects, recordStandings, user, now }, lock);
      },
      get: (id) => own().subjects.find(id),
      any: async () => !(await own().subjects.isEmpty()),
    }),
  ),
  recordCases: offer(
    ports,
    (own): RecordCases => ({
      seen(asked, { user, now }, lock) {
        const { cases, recordStandings } = own();
        return seenCase(asked, { cases, recordStandings, user, now }, lock);
      },
      get: (id) => own().cases.find(id),
    }),
  ),
  recordReaders: offer(
    ports,
    (own): RecordReaders => ({
      of: ({ user }) => readerOf({ user, recordStandings: own().recordStandings }),
    }),
  ),
};
