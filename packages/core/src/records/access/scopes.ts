import type { z } from 'zod';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import type { Instant } from '../../kernel/time.ts';
import { type CaseSummaryView, caseSummaries } from '../cases/case-summary.ts';
import { seenCase, standingsOnCase } from '../cases/seen-case.ts';
import { seenEntry } from '../entries/seen-entry.ts';
import type { RecordsPorts } from '../ports.ts';
import { identifierMac, macOf } from '../subjects/identifiers.ts';
import type { IdentifiedBy } from '../subjects/ports.ts';
import { seenSubject } from '../subjects/seen-subject.ts';
import { maskedSubject } from '../subjects/shown-subject.ts';
import type { SubjectView } from '../subjects/views.ts';
import type { LabelMask, Purpose } from './labels.ts';
import { reachOf } from './reader.ts';
import type { RecordReader } from './record-reader.ts';

export const scopeKinds = ['case', 'entry', 'subject'] as const;

/** What access for a time reaches: one case, one entry, or a subject with its cases. */
export interface ScopeName {
  readonly kind: (typeof scopeKinds)[number];
  readonly id: string;
}

export interface AccessScope extends ScopeName {
  /** The case that it is, or is in; null for a subject. */
  readonly caseId: string | null;
  readonly subjectId: string;
  readonly effectiveMask: LabelMask;
  /** Who is kept away from its case. */
  readonly blockedUserIds: readonly string[];
}

/** Somebody who sees a scope. */
export interface SeenScope {
  readonly reader: RecordReader;
  readonly isLead: boolean;
}

/** By what somebody is looked up who is not known by an id. */
export type EmergencyLookup =
  | { readonly identifierSystem: string; readonly identifierValue: string }
  | { readonly displayName: string; readonly birthDate: string };

type Showing = Pick<HandlerContext, 'user' | 'now' | 'workspaceId'>;
export interface EmergencyView {
  readonly subject: z.input<typeof SubjectView>;
  readonly cases: z.input<typeof CaseSummaryView>[];
}
const mostCasesShown = 100;

/** What other contexts ask about scopes, in the transaction that asks. */
export interface RecordScopes {
  /** Whoever may see it; null if there is none. */
  find(name: ScopeName): Promise<AccessScope | null>;
  /** What the caller is to it; refuses as reading it does. */
  seen(
    name: ScopeName,
    purposeOfUse: Purpose | undefined,
    asking: Pick<HandlerContext, 'user' | 'now'>,
  ): Promise<SeenScope>;
  /** Those who lead the case of the scope, or a case of the subject. */
  leads(scope: AccessScope, now: Instant): Promise<readonly string[]>;
  /** What an emergency shows at its beginning: the subject, and the cases that are open by it. */
  inEmergency(scope: AccessScope, asking: Showing): Promise<EmergencyView>;
  /** The one subject that is so and has no other labels; null if there is none, or more than one. */
  identified(lookup: EmergencyLookup, mask: LabelMask, workspaceId: string): Promise<string | null>;
}

/** The ports that seeing something takes; the others stay unasked for. */
const seeing = ({
  cases,
  entries,
  subjects,
  subjectIdentifiers,
  recordStandings,
  memberDirectory,
  caseRetention,
  keyRing,
}: RecordsPorts) => ({
  cases,
  entries,
  subjects,
  subjectIdentifiers,
  recordStandings,
  memberDirectory,
  caseRetention,
  keyRing,
});
type Seeing = ReturnType<typeof seeing>;

export const recordScopes = (own: () => RecordsPorts): RecordScopes => ({
  find: (name) => scopeOf(name, own()),
  seen: (name, purposeOfUse, { user, now }) => seenScope(name, purposeOfUse, { ...seeing(own()), user, now }),
  async leads({ caseId, subjectId }, now) {
    const { caseMembers } = own();
    if (caseId === null) return caseMembers.leadsOfSubject(subjectId, now);
    return (await caseMembers.activeOf(caseId, now))
      .filter(({ role }) => role === 'lead')
      .map(({ userId }) => userId);
  },

  inEmergency: (scope, { user, now, workspaceId }) =>
    emergencyView(scope, { ...seeing(own()), user, now, workspaceId }),

  async identified(lookup, mask, workspaceId) {
    const { subjects, keyRing } = own();
    const found = await subjects.identified(keyOf(lookup, workspaceId, keyRing), mask);
    return found.length === 1 ? (found[0] ?? null) : null;
  },
});

async function scopeOf(
  name: ScopeName,
  { cases, entries, subjects }: RecordsPorts,
): Promise<AccessScope | null> {
  if (name.kind === 'subject') {
    const subject = await subjects.find(name.id);
    if (subject === null) return null;
    return {
      ...name,
      caseId: null,
      subjectId: subject.id,
      effectiveMask: subject.effectiveMask,
      blockedUserIds: [],
    };
  }
  const entry = name.kind === 'entry' ? await entries.find(name.id) : null;
  if (name.kind === 'entry' && entry === null) return null;
  const found = await cases.find(entry?.caseId ?? name.id);
  if (found === null) return null;
  return {
    ...name,
    caseId: found.id,
    subjectId: entry?.subjectId ?? found.primarySubjectId,
    effectiveMask: entry?.effectiveMask ?? found.effectiveMask,
    blockedUserIds: found.blockedUserIds,
  };
}

async function seenScope(
  { kind, id }: ScopeName,
  purposeOfUse: Purpose | undefined,
  context: Seeing & Pick<HandlerContext, 'user' | 'now'>,
): Promise<SeenScope> {
  if (kind === 'subject') {
    const { reader, standing } = await seenSubject({ subjectId: id, purposeOfUse }, context);
    const isLead = standing.cases.some(({ caseRole, isBlocked }) => caseRole === 'lead' && !isBlocked);
    return { reader, isLead: isLead && reader.role !== 'guest' };
  }
  const seen =
    kind === 'case'
      ? await seenCase({ caseId: id, purposeOfUse }, context)
      : await seenEntry({ artifactId: id, purposeOfUse }, context);
  return { reader: seen.reader, isLead: standingsOnCase(seen).includes('lead') };
}

async function emergencyView(
  { kind, id, subjectId }: AccessScope,
  context: Seeing & Showing,
): Promise<EmergencyView> {
  const purposeOfUse = 'emergency';
  const seen = await seenSubject({ subjectId, purposeOfUse }, context);
  const { cases } = await context.cases.list(
    { status: null, caseType: null, memberUserId: null, ownMasks: null, words: [], subjectId },
    await reachOf(purposeOfUse, context),
    null,
    mostCasesShown,
  );
  const inScope =
    kind === 'subject' ? cases.slice(0, mostCasesShown) : cases.filter((each) => each.id === id);
  return {
    // No emergency waits for the vault: whoever may change the subject reads it whole afterwards.
    subject: await maskedSubject(seen.subject, context),
    cases: await caseSummaries(inScope, context),
  };
}

function keyOf(lookup: EmergencyLookup, workspaceId: string, keyRing: RecordsPorts['keyRing']): IdentifiedBy {
  if ('birthDate' in lookup) {
    const { displayName, birthDate } = lookup;
    return { key: macOf('birth', [birthDate], workspaceId, keyRing), displayName };
  }
  const { identifierSystem, identifierValue } = lookup;
  return { key: identifierMac(identifierSystem, identifierValue, workspaceId, keyRing), displayName: null };
}
