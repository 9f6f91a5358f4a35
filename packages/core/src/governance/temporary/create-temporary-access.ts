import { z } from 'zod';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { id, plannedInstant, userId } from '../../kernel/shapes.ts';
import { type Instant, plusDays, secondsBetween } from '../../kernel/time.ts';
import { invalidField } from '../../kernel/validation.ts';
import {
  type AccessScope,
  caseNotFound,
  entryNotFound,
  isWithin,
  type Label,
  labels,
  labelsOf,
  maskOf,
  purposes,
  type RecordReader,
  reason,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
  type ScopeName,
  scopeKinds,
  subjectNotFound,
  writesOfRecords,
} from '../../records/index.ts';
import {
  temporaryAccessGranteeNotEligible,
  temporaryAccessNotAllowed,
  temporaryAccessSelf,
} from '../errors.ts';
import { command, type GovernancePorts } from '../ports.ts';
import { aboutGrant, temporaryAccessGranted } from './events.ts';
import {
  grantPermissions,
  latestStartDays,
  longestGrantDays,
  longestSealedDays,
  type TemporaryGrant,
} from './grant.ts';
import { shownGrant } from './shown-grant.ts';
import { TemporaryAccessView } from './views.ts';

const scope = z.strictObject({
  kind: z.enum(scopeKinds).describe('What it reaches: one case, one entry, or a subject with its cases.'),
  id: id().describe('The id of that.'),
});

export const createTemporaryAccess = command({
  summary: 'Give a member access for a time',
  description:
    'Opens one case, entry or subject to somebody else, for one purpose and until a time; it ends earlier with the case or the membership. Of a subject it reaches the cases that the lead who gives it leads, or all if a privacy officer gives it, except those whose wall keeps the giver away. Every use of it stands in the ledger.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  feature: 'records_governance',
  throttles: writesOfRecords,
  cli: { command: 'governance access grant', example: { purposeOfUse: 'treatment' } },
  input: z.strictObject({
    granteeUserId: userId().describe('The id of the member who gets it.'),
    scope: scope.describe('What it reaches.'),
    labels: z
      .array(z.enum(labels))
      .max(labels.length)
      .optional()
      .describe('The labels that it opens; without them those that the scope has.')
      .meta({ examples: [['restricted']] }),
    permission: z
      .enum(grantPermissions)
      .default('read')
      .describe('Whether it lets read, or contribute; the latter to a case alone.'),
    purposeOfUse: z.enum(purposes).describe('The purpose for which it opens, and for no other.'),
    reason: reason().describe('Why it is given.'),
    startsAt: plannedInstant(1).optional().describe('From when on it opens; without it at once.'),
    expiresAt: plannedInstant(2).describe('Until when it opens.'),
  }),
  output: z.object({ grant: TemporaryAccessView }),
  errors: [
    caseNotFound,
    entryNotFound,
    subjectNotFound,
    temporaryAccessSelf,
    temporaryAccessNotAllowed,
    temporaryAccessGranteeNotEligible,
    recordsPurposeRequired,
    recordsPurposeNotAllowed,
  ],

  async run(input, context) {
    const { now, user, temporaryGrants, emit } = context;
    const { reader, isLead, scope: of } = await granting(input, context);
    const asked = maskOf(input.labels ?? labelsOf(of.effectiveMask));
    if (input.granteeUserId === user.userId) throw temporaryAccessSelf();
    const byLead = grantsAsLead(labelsOf(asked), reader, isLead);
    requireSound(input, labelsOf(asked), now);
    await requireEligible(input, of, context);

    const grant: TemporaryGrant = {
      ...{ id: context.newId(), granteeUserId: input.granteeUserId, scope: input.scope },
      ...{ caseId: of.caseId, subjectId: of.subjectId, labelMask: asked, byLead },
      ...{ permission: input.permission, purposeOfUse: input.purposeOfUse, reason: input.reason },
      ...{ startsAt: input.startsAt ?? now, expiresAt: input.expiresAt, endedAt: null },
      ...{ revokedAt: null, revokedByUserId: null, revokeReason: null, endWritten: false },
      ...{ createdByUserId: user.userId, createdAt: now, updatedAt: now, version: 1 },
    };
    await temporaryGrants.add(grant);
    const minutes = Math.ceil(secondsBetween(grant.startsAt, grant.expiresAt) / 60);
    const opened = [...labelsOf(grant.labelMask)];
    emit(temporaryAccessGranted, { ...aboutGrant(grant, of), opened, minutes, reason: grant.reason });
    return { grant: await shownGrant(grant, context) };
  },
});

type Context = GovernancePorts & WritingContext;
interface Input {
  readonly granteeUserId: string;
  readonly scope: ScopeName;
  readonly permission: TemporaryGrant['permission'];
  readonly purposeOfUse: TemporaryGrant['purposeOfUse'];
  readonly startsAt?: Instant | undefined;
  readonly expiresAt: Instant;
}

interface Granting {
  readonly scope: AccessScope;
  readonly reader: RecordReader;
  readonly isLead: boolean;
}

/** Whoever answers for privacy grants what they do not see themselves; everybody else has to see it. */
async function granting({ scope: name, purposeOfUse: purpose }: Input, context: Context): Promise<Granting> {
  const { recordScopes, recordReaders, user } = context;
  const reader = await recordReaders.of(context);
  const found = await recordScopes.find(name);
  const isOfficer = reader.duties.includes('privacy_officer');
  if (found !== null && isOfficer && !found.blockedUserIds.includes(user.userId))
    return {
      scope: found,
      reader,
      isLead: (await recordScopes.leads(found, context.now)).includes(user.userId),
    };
  const { isLead } = await recordScopes.seen(name, purpose, context);
  if (found === null) throw new TypeError('What is seen is there');
  return { scope: found, reader, isLead };
}

/**
 * A lead gives what they pass themselves, a privacy officer all but what is sealed (governance 5.5). Whether it takes the
 * word of a lead; throws if nothing lets the caller give it.
 */
function grantsAsLead(
  opened: readonly Label[],
  { role, clearance, duties }: RecordReader,
  isLead: boolean,
): boolean {
  const passes = (label: Label) => label === 'confidential' || isWithin(maskOf([label]), clearance);
  const isOfficer = duties.includes('privacy_officer');
  if (isOfficer && (role === 'owner' || !opened.includes('sealed'))) return false;
  if (isLead && opened.every(passes)) return true;
  throw temporaryAccessNotAllowed();
}

/** Throws for the first field that does not go with the others. */
function requireSound(
  { scope: { kind }, permission, startsAt, expiresAt }: Input,
  opened: readonly Label[],
  now: Instant,
): void {
  if (permission === 'contribute' && kind !== 'case')
    throw invalidField('/permission', 'field.invalid', 'Somebody contributes to a whole case alone.');
  const from = startsAt ?? now;
  if (from < now || from > plusDays(now, latestStartDays))
    throw invalidField(
      '/startsAt',
      'field.out_of_range',
      'Let it begin within 30 days, and not in the past.',
    );
  const most = opened.includes('sealed') ? longestSealedDays : longestGrantDays;
  if (expiresAt <= from || expiresAt > plusDays(from, most))
    throw invalidField(
      '/expiresAt',
      'field.out_of_range',
      `Let it end after it has begun, and within ${most} days.`,
    );
}

async function requireEligible(
  { granteeUserId, permission }: Input,
  { blockedUserIds }: AccessScope,
  { memberDirectory }: Context,
): Promise<void> {
  const [member] = await memberDirectory.find([granteeUserId]);
  const isFit = member?.status === 'active' && (member.role !== 'guest' || permission === 'read');
  if (!isFit || blockedUserIds.includes(granteeUserId)) throw temporaryAccessGranteeNotEligible();
}
