import { z } from 'zod';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { text, userId, version } from '../../kernel/shapes.ts';
import { invalidField } from '../../kernel/validation.ts';
import {
  type Duty,
  duties,
  labels,
  maskOf,
  namedUsers,
  reason,
  writesOfRecords,
} from '../../records/index.ts';
import {
  changeOfOwnAccess,
  type DirectoryMember,
  memberNotFound,
  secondPersonErrors,
} from '../../workspace/index.ts';
import { lastPrivacyOfficer } from '../errors.ts';
import { command, type GovernancePorts } from '../ports.ts';
import { onGovernance } from './access-permissions.ts';
import { accessChangeRequested, clearanceChanged, dutiesChanged } from './events.ts';
import { changesOf, type MemberAccess, type WantedAccess } from './member-access.ts';
import { MemberAccessView, memberAccessView } from './views.ts';

export const setMemberRecordAccess = command({
  summary: 'Say what a member is cleared for and answers for',
  description:
    'Replaces the clearances and duties of the member. Nobody gives themselves any; where there is nobody else and the workspace allows it, the first call only asks for the change, and the same call with singlePersonReason applies it after the time that the answer names.',
  access: { owner: 'any', admin: 'any' },
  always: true,
  throttles: writesOfRecords,
  cli: { command: 'governance access set' },
  input: z.strictObject({
    userId: userId().describe('The id of the member.'),
    clearances: z
      .array(z.enum(labels))
      .max(labels.length)
      .describe('All labels that the member is cleared for.')
      .meta({ examples: [['restricted']] }),
    duties: z
      .array(z.enum(duties))
      .max(duties.length)
      .overwrite((values) => [...new Set(values)])
      .describe('All duties of the member.')
      .meta({ examples: [['auditor']] }),
    reason: reason().describe('Why.'),
    singlePersonReason: text(1000, 20)
      .optional()
      .describe('Why you decide this alone; where you are the only one who could.'),
    expectedVersion: version().optional(),
  }),
  output: z.object({ memberAccess: MemberAccessView }),
  errors: [memberNotFound, lastPrivacyOfficer, ...secondPersonErrors],

  find: async ({ userId: of }, context) => {
    const [member] = await context.memberDirectory.find([of]);
    if (member === undefined) throw memberNotFound();
    const [reader, access] = await Promise.all([
      context.recordReaders.of(context),
      context.memberAccess.get(of, 'for update'),
    ]);
    return { member, reader, access };
  },
  may: onGovernance('govern'),
  version: ({ access }) => access.version,

  async run({ clearances, duties: wantedDuties, reason: why, singlePersonReason }, context) {
    const { found, user, now, memberAccess } = context;
    const { member, access } = found;
    const wanted = { clearances, duties: wantedDuties };
    requireFit(member, wanted);
    await requirePrivacyOfficer(access, wanted, context);

    const single = singlePersonReason ?? null;
    const own =
      member.userId === user.userId
        ? await changeOfOwnAccess(context, context.secondPersonRule, {
            ...{ userId: user.userId, wanted, pending: access.pendingChange, mayAlso: [] },
            reason: single,
          })
        : { applies: true as const, singlePerson: false, pendingChange: null };
    const after: MemberAccess = own.applies
      ? {
          ...access,
          clearance: maskOf(clearances),
          duties: wantedDuties,
          changedByUserId: user.userId,
          changedAt: now,
          singlePerson: own.singlePerson,
          singlePersonReason: own.singlePerson ? single : null,
          pendingChange: null,
        }
      : { ...access, pendingChange: own.pendingChange };
    const saved = await memberAccess.save(after);
    if (own.applies) sayChanges(access, saved, wanted, why, context);
    else context.emit(accessChangeRequested, { userId: member.userId, ...mutable(wanted), reason: why });
    const named = await namedUsers(saved.changedByUserId === null ? [] : [saved.changedByUserId], context);
    return { memberAccess: memberAccessView(saved, member, named) };
  },
});

const mutable = ({ clearances, duties: wanted }: WantedAccess) => ({
  clearances: [...clearances],
  duties: [...wanted],
});

/** Guests answer for nothing, and somebody who cannot sign in answers for nothing new. */
function requireFit({ role, status }: DirectoryMember, wanted: WantedAccess): void {
  if (role === 'guest' && wanted.duties.length > 0)
    throw invalidField('/duties', 'field.invalid', 'Leave this empty: guests have no duties.');
  if (status !== 'active' && wanted.duties.length > 0)
    throw invalidField('/duties', 'field.invalid', 'Leave this empty: the membership is suspended.');
}

/** Somebody has to answer for privacy (GOV-17). Two who give the duty up at once wait for each other. */
async function requirePrivacyOfficer(
  { userId: of, duties: held }: MemberAccess,
  wanted: WantedAccess,
  { memberAccess }: Pick<GovernancePorts, 'memberAccess'>,
): Promise<void> {
  const duty: Duty = 'privacy_officer';
  if (!held.includes(duty) || wanted.duties.includes(duty)) return;
  const others = (await memberAccess.holders([duty])).filter(({ userId: other }) => other !== of);
  if (others.length === 0) throw lastPrivacyOfficer();
}

function sayChanges(
  before: MemberAccess,
  { userId: of, singlePerson, singlePersonReason }: MemberAccess,
  wanted: WantedAccess,
  why: string,
  { emit }: Pick<WritingContext, 'emit'>,
): void {
  const { added, removed, dutiesAdded, dutiesRemoved } = changesOf(before, wanted);
  const decided = { userId: of, singlePerson, singlePersonReason, reason: why };
  if (added.length + removed.length > 0) emit(clearanceChanged, { ...decided, added, removed });
  if (dutiesAdded.length + dutiesRemoved.length > 0)
    emit(dutiesChanged, { ...decided, added: [...dutiesAdded], removed: [...dutiesRemoved] });
}
