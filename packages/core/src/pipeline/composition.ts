import type {
  DocumentDeadlinesPart,
  DocumentHoldsPart,
  DocumentLifecyclesPart,
  DocumentParticipantPart,
  DocumentRetentionPart,
  DocumentSummariesPart,
  DocumentTypesPart,
} from '../documents/index.ts';
import type { CaseAccessPart } from '../file-requests/index.ts';
import type { MembershipPart } from '../identity/index.ts';
import type { Bound, ContextPorts, Intersection, Offer, Part } from '../kernel/context-ports.ts';
import type { SubjectAccessPart } from '../lifecycle/index.ts';
import type { ClosurePart, FoundingPart, SecondPersonPart } from '../workspace/index.ts';
import { type Contexts, contextOf, contexts } from './contexts.ts';
import type { Recall } from './recalled-look-ups.ts';
import type { Transaction } from './unit-of-work.ts';

/** Where a question between contexts is asked: its transaction, and the ports of any context there. */
export interface Asking {
  readonly transaction: Transaction;
  /** How look-ups are answered that a read may begin with; null where each is asked in its turn. */
  readonly recall: Recall | null;
  portsOf(ports: ContextPorts): unknown;
}

/** The same in no transaction. */
export type AskingOutside = Pick<Asking, 'portsOf'>;

type Asked<G extends 'asks' | 'asksOutside'> = Intersection<
  { [C in keyof Contexts]: Bound<Contexts[C]['ports'][G]> }[keyof Contexts]
>;
/** Who gives each answer that a context asks for; if one is missing, this does not compile. */
export type Answers<G extends 'asks' | 'asksOutside'> = {
  readonly [N in keyof Asked<G>]: (asking: G extends 'asks' ? Asking : AskingOutside) => Asked<G>[N];
};

/** Each answer is made where it is asked, over the ports of the context that gives it. */
export const answers: Answers<'asks'> = {
  workspaceAccess: offered(contexts.workspace.offers.workspaceAccess),
  memberDirectory: offered(contexts.workspace.offers.memberDirectory),
  workspaceIdentity: offered(contexts.workspace.offers.workspaceIdentity),
  reauthenticator: offered(contexts.identity.offers.reauthenticator),
  jobControl: offered(contexts.workspace.offers.jobControl),
  secondPersonRule: offered(contexts.workspace.offers.secondPersonRule),
  workspacePlans: offered(contexts.billing.offers.workspacePlans),
  standingLinks: offered(contexts.meetings.offers.standingLinks),
  derivedLinks: offered(contexts.meetings.offers.derivedLinks),
  meetingScheduler: offered(contexts.meetings.offers.meetingScheduler),
  projectReader: offered(contexts.workspace.offers.projectReader),
  meetingReader: offered(contexts.meetings.offers.meetingReader),
  webhookRegistration: offered(contexts.webhooks.offers.webhookRegistration),
  uploadConsumption: offered(contexts.uploads.offers.uploadConsumption),
  documentLibrary: offered(contexts.documents.offers.documentLibrary),
  fileRequestReader: offered(contexts.fileRequests.offers.fileRequestReader),
  documentShareEnds: offered(contexts.documents.offers.documentShareEnds),
  recordSubjects: offered(contexts.records.offers.recordSubjects),
  recordCases: offered(contexts.records.offers.recordCases),
  recordIntake: offered(contexts.records.offers.recordIntake),
  recordReaders: offered(contexts.records.offers.recordReaders),
  recordReading: offered(contexts.records.offers.recordReading),
  recordDrafts: offered(contexts.records.offers.recordDrafts),
  recordProofs: offered(contexts.records.offers.recordProofs),
  recordLedger: offered(contexts.records.offers.recordLedger),
  recordDisposal: offered(contexts.records.offers.recordDisposal),
  recordSigning: offered(contexts.records.offers.recordSigning),
  caseRetention: offered(contexts.governance.offers.caseRetention),
  subjectConsents: offered(contexts.governance.offers.subjectConsents),
  recordScopes: offered(contexts.records.offers.recordScopes),
  templateSeeding: offered(contexts.records.offers.templateSeeding),
  recordPacks: offered(contexts.governance.offers.recordPacks),
  recordEntries: offered(contexts.records.offers.recordEntries),
  usage: ({ transaction }) => transaction.usage,
  incomingFiles: ({ transaction }) => transaction.incomingFiles,
  membershipParticipants: ofEach<MembershipPart>('membership_participant'),
  closureParticipants: ofEach<ClosurePart>('closure_participant'),
  foundingParticipants: ofEach<FoundingPart>('founding_participant'),
  secondPersonCandidates: ofEach<SecondPersonPart>('second_person_candidates'),
  documentHolds: ofEach<DocumentHoldsPart>('document_holds'),
  documentLifecycles: ofEach<DocumentLifecyclesPart>('document_lifecycles'),
  documentRetention: ofEach<DocumentRetentionPart>('document_retention'),
  documentTypes: ofEach<DocumentTypesPart>('document_types'),
  documentParticipants: ofEach<DocumentParticipantPart>('document_participant'),
  documentDeadlines: ofEach<DocumentDeadlinesPart>('document_deadlines'),
  documentSummaries: ofEach<DocumentSummariesPart>('document_summaries'),
  caseAccess: ofEach<CaseAccessPart>('case_access'),
  subjectAccess: ofEach<SubjectAccessPart>('subject_access'),
};

/** The same for what is asked in no transaction. */
export const answersOutside: Answers<'asksOutside'> = {
  closurePurges: ({ portsOf }) =>
    partsOf<ClosurePart>('closure_participant').map(({ context, part }) =>
      part.bindPurge(context, () => portsOf(part.ports)),
    ),
};

/** The answers outside of transactions that a context asks for. */
export function answersOutsideOf(
  { asksOutside }: ContextPorts,
  portsOf: AskingOutside['portsOf'],
  given: Partial<Answers<'asksOutside'>> = {},
): Readonly<Record<string, unknown>> {
  const known: Readonly<Record<string, (asking: AskingOutside) => unknown>> = { ...answersOutside, ...given };
  return Object.fromEntries(Object.keys(asksOutside).map((name) => [name, known[name]?.({ portsOf })]));
}

function offered<T>({ make, ports }: Offer<T>): (asking: Asking) => T {
  return ({ portsOf }) => make(() => portsOf(ports));
}

/** What each context answers of its own. */
function ofEach<P extends Part & { bind(context: string, own: () => unknown): unknown }>(
  kind: P['kind'],
): (asking: Asking) => readonly ReturnType<P['bind']>[] {
  return ({ portsOf }) =>
    partsOf<P>(kind).map(
      // The compiler takes `bind` by the constraint; the part's own says what it gives.
      ({ context, part }) => part.bind(context, () => portsOf(part.ports)) as ReturnType<P['bind']>,
    );
}

interface ExportedPart<P extends Part> {
  readonly context: string;
  readonly part: P;
}

/** Found when they are first asked for: requests ask again and again, and the contexts export thousands of things. */
const foundParts = new Map<string, readonly ExportedPart<Part>[]>();

/** The parts of one kind that the contexts export, in the order of the contexts. A kind is made by one function alone, so its name says its type. */
function partsOf<P extends Part>(kind: P['kind']): readonly ExportedPart<P>[] {
  let parts = foundParts.get(kind);
  if (parts === undefined) {
    parts = exportedParts(kind);
    foundParts.set(kind, parts);
  }
  return parts as readonly ExportedPart<P>[];
}

const exportedParts = (kind: string): readonly ExportedPart<Part>[] =>
  Object.values(contexts).flatMap((context) =>
    Object.values(context).flatMap((value: unknown) =>
      typeof value === 'object' && value !== null && 'kind' in value && value.kind === kind
        ? [{ context: contextOf((value as Part).ports) ?? '', part: value as Part }]
        : [],
    ),
  );
