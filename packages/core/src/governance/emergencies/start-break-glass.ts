import { z } from 'zod';
import type { ProvenAgain } from '../../identity/index.ts';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { date, id, multiline, text, visibleName } from '../../kernel/shapes.ts';
import { plusMinutes } from '../../kernel/time.ts';
import { invalidField } from '../../kernel/validation.ts';
import {
  type AccessScope,
  attestationReauthenticationFailed,
  CaseSummaryView,
  type EmergencyLookup,
  emergencyReasons,
  isWithin,
  openedInEmergency,
  reauthentication,
  type ScopeName,
  SubjectView,
  writesOfRecords,
} from '../../records/index.ts';
import { breakGlassAlreadyActive, breakGlassLimit, breakGlassNoMatch } from '../errors.ts';
import { packOf } from '../packs/known-packs.ts';
import { action, type GovernancePorts } from '../ports.ts';
import {
  type Emergency,
  emergencyStates,
  longestMinutes,
  mostActive,
  reviewDueAfter,
  shortestMinutes,
  usualMinutes,
} from './emergency.ts';
import { aboutEmergency, breakGlassNoticeDue, breakGlassStarted } from './events.ts';
import { lookedUp, requireLookupsLeft } from './looked-up.ts';
import { provenPerson } from './proven-person.ts';
import { shownEmergency } from './shown-emergency.ts';
import { toldOfEmergency } from './told-people.ts';
import { BreakGlassView } from './views.ts';

const lookup = z.strictObject({
  identifierSystem: text(200)
    .optional()
    .describe('Who gives such identifiers: a URI, or the code of a registry.'),
  identifierValue: text(200).optional().describe('The identifier itself.'),
  displayName: visibleName(200)
    .optional()
    .describe('The whole name of the person, instead of an identifier.'),
  birthDate: date().optional().describe('The day of birth, beside the name.'),
});

const whatHappened = 'Unconscious after a fall; allergies and medication are needed at once';
const emergencyExample = {
  lookup: { identifierSystem: 'urn:de:kv', identifierValue: 'A123456789' },
  reauthentication: { method: 'recent_session' as const },
};

export const startBreakGlass = action({
  summary: 'Open records in an emergency',
  description:
    'For somebody who has no access otherwise and cannot wait. Privacy officers, owners and leads are told at once, every access stands in the ledger, and somebody else reviews all of it. Name a subject, a case, or look the person up; what the reason does not open stays hidden.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  databaseRole: 'identity',
  throttles: writesOfRecords,
  cli: {
    command: 'governance access break-glass',
    example: emergencyExample,
  },
  input: z
    .strictObject({
      subjectId: id().optional().describe('The subject, if you know its id.'),
      caseId: id().optional().describe('The case, if you know its id.'),
      lookup: lookup
        .optional()
        .describe('Looks the person up, by an identifier or by the name and the day of birth.')
        .meta({ examples: [emergencyExample.lookup] }),
      reasonCode: z
        .enum(emergencyReasons)
        .describe('The kind of emergency; it decides which labels are opened.'),
      reason: multiline(1000, 20)
        .describe('What has happened, in at least 20 characters.')
        .meta({ examples: [whatHappened] }),
      minutes: z
        .int()
        .min(shortestMinutes)
        .max(longestMinutes)
        .optional()
        .describe('For how long; by default as the industry pack says, or an hour.'),
      reauthentication: reauthentication().describe('The proof that it is you.'),
    })
    .meta({ examples: [{ ...emergencyExample, reasonCode: emergencyReasons[0], reason: whatHappened }] }),
  output: z.object({
    session: BreakGlassView,
    subject: SubjectView.describe('The subject that was opened.'),
    cases: z.array(CaseSummaryView).describe('The cases that are open by it.'),
  }),
  errors: [attestationReauthenticationFailed, breakGlassNoMatch, breakGlassAlreadyActive, breakGlassLimit],

  async prepare(input, context): Promise<Prepared> {
    const named = namedScope(input);
    if (named === null) {
      wantedBy(input);
      await requireLookupsLeft(context);
    }
    const proof = await provenPerson(input.reauthentication, context);
    if (named !== null) return { proof, name: named };
    return { proof, name: await lookedUp(wantedBy(input), input.reasonCode, context) };
  },

  async run(input, context) {
    const { prepared, emergencies, reauthenticator, recordScopes, user, emit } = context;
    if (!(await reauthenticator.take(prepared.proof, user))) throw attestationReauthenticationFailed();
    await emergencies.lockUser(user.userId);
    const scope = await openable(prepared.name, input.reasonCode, context);
    await requireFew(scope, context);

    const told = await toldOfEmergency(scope, user.userId, context);
    const minutes = input.minutes ?? (await packOf(context))?.workflow.breakGlassMinutes ?? usualMinutes;
    const emergency = begun(
      { ...input, minutes },
      { scope, proof: prepared.proof, told: told.map(({ userId }) => userId) },
      context,
    );
    await emergencies.add(emergency);
    const { reasonCode, reason } = input;
    emit(breakGlassStarted, { ...aboutEmergency(emergency, scope), reasonCode, minutes, reason });
    for (const { userId: toUserId } of told)
      emit(breakGlassNoticeDue, { sessionId: emergency.id, toUserId, occasion: 'started' });
    const opened = await recordScopes.inEmergency(scope, context);
    return { session: await shownEmergency(emergency, context), ...opened };
  },
});

interface Prepared {
  readonly proof: ProvenAgain;
  readonly name: ScopeName;
}
type Context = GovernancePorts & WritingContext;
type Input = z.output<(typeof startBreakGlass)['input']>;

/** The subject or case that is named; null if somebody is looked up. */
function namedScope({
  subjectId,
  caseId,
  lookup: wanted,
}: Pick<Input, 'subjectId' | 'caseId' | 'lookup'>): ScopeName | null {
  if ([subjectId, caseId, wanted].filter((each) => each !== undefined).length !== 1)
    throw invalidField('/lookup', 'field.invalid', 'Give exactly one of subjectId, caseId and lookup.');
  if (subjectId !== undefined) return { kind: 'subject', id: subjectId };
  return caseId === undefined ? null : { kind: 'case', id: caseId };
}

/** An identifier with who gives it, or a name with the day of birth: one of the two, and whole. */
function wantedBy({ lookup: given }: Pick<Input, 'lookup'>): EmergencyLookup {
  const { identifierSystem, identifierValue, displayName, birthDate } = given ?? {};
  const few = [identifierSystem, identifierValue, displayName, birthDate].filter(
    (each) => each !== undefined,
  );
  if (few.length === 2 && identifierSystem !== undefined && identifierValue !== undefined)
    return { identifierSystem, identifierValue };
  if (few.length === 2 && displayName !== undefined && birthDate !== undefined)
    return { displayName, birthDate };
  throw invalidField(
    '/lookup',
    'field.invalid',
    'Give identifierSystem and identifierValue, or displayName and birthDate.',
  );
}

/** What there is and the reason opens; from a case that somebody is kept away from not even an emergency opens anything. */
async function openable(
  name: ScopeName,
  reasonCode: Input['reasonCode'],
  { recordScopes, user }: Context,
): Promise<AccessScope> {
  const found = await recordScopes.find(name);
  const isOpen = found !== null && isWithin(found.effectiveMask, openedInEmergency(reasonCode));
  if (found === null || !isOpen || found.blockedUserIds.includes(user.userId)) throw breakGlassNoMatch();
  return found;
}

async function requireFew({ kind, id: of }: AccessScope, { emergencies, user, now }: Context): Promise<void> {
  const active = await emergencies.activeOf(user.userId, now);
  if (active.some(({ scope }) => scope.kind === kind && scope.id === of)) throw breakGlassAlreadyActive();
  if (active.length >= mostActive) throw breakGlassLimit();
}

interface Beginning {
  readonly scope: AccessScope;
  readonly proof: ProvenAgain;
  readonly told: readonly string[];
}

function begun(
  input: Input & { readonly minutes: number },
  { scope, proof, told }: Beginning,
  { newId, user, now }: Context,
): Emergency {
  const expiresAt = plusMinutes(now, input.minutes);
  return {
    ...{ id: newId(), userId: user.userId, scope: { kind: scope.kind, id: scope.id } },
    ...{ caseId: scope.caseId, subjectId: scope.subjectId },
    ...{
      reasonCode: input.reasonCode,
      reason: input.reason,
      openedMask: openedInEmergency(input.reasonCode),
    },
    ...{ status: emergencyStates.begin('active'), startedAt: now, expiresAt, endedAt: null, endReason: null },
    reauthMethod: proof.method,
    notified: told.map((userId) => ({ userId, at: now, channel: 'mail' as const })),
    ...{ reviewDueAt: reviewDueAfter(expiresAt), review: null, remindedAt: null },
    ...{ updatedAt: now, updatedByUserId: user.userId, version: 1 },
  };
}
