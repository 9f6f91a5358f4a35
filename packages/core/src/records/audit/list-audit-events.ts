import { z } from 'zod';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import { pageFields, pageOf } from '../../kernel/pages.ts';
import { daysLater } from '../../kernel/plain-dates.ts';
import { date, id, instant, shown, text } from '../../kernel/shapes.ts';
import { type Instant, instantOf, millisecondsOf } from '../../kernel/time.ts';
import { isRestricted, type Label, labels, maskOf, purposes } from '../access/labels.ts';
import { readerOf } from '../access/reader.ts';
import { type RecordsPorts, type RecordsPreparing, slowQuery } from '../ports.ts';
import { auditNotAllowed } from './errors.ts';
import { auditRead } from './events.ts';
import type { ListedEvent } from './listed-event.ts';
import { type DetailOpener, detailOpener, keysOfDetails } from './opened-detail.ts';
import { auditReader, isPassed, leadsCase, passedLabels } from './reader.ts';
import { AuditEventView, auditOutcomes } from './views.ts';

const moment = (about: string) =>
  z
    .union([instant(), date()])
    .optional()
    .describe(`${about}; a date is the whole day in the zone of the workspace.`);

export const listAuditEvents = slowQuery({
  summary: 'List what stands in the audit ledger',
  description:
    'The newest comes first. Owners, admins, auditors and privacy officers see all of the workspace; whoever leads a case sees what was done in it if they ask by its caseId; everybody else sees what they did themselves. An event with a label of confidentiality that you do not pass is left out; auditors see it without its detail. What was done in a case whose wall keeps you away is left out for everybody. The details of meetings are shown to whoever caused the event, and otherwise in the activity of the meeting.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  always: true,
  cli: {
    columns: ['seq', 'occurredAt', 'action', 'outcome', 'actor.displayName'],
  },
  input: z.strictObject({
    subjectId: id().optional().describe('Only about this subject.'),
    caseId: id().optional().describe('Only about this case.'),
    artifactId: id().optional().describe('Only about this document or entry.'),
    action: text(100).optional().describe('Only actions whose name contains this, whatever its letter case.'),
    actor: text(200)
      .optional()
      .describe(
        'Only of people whose name or address contains this, or of keys whose name does; or of the actor with this id.',
      ),
    purposeOfUse: z.enum(purposes).optional().describe('Only what was done for this purpose.'),
    outcome: z.enum(auditOutcomes).optional().describe('Only with this outcome.'),
    from: moment('Only events at this instant or later'),
    to: moment('Only events at this instant or earlier'),
    offset: z
      .int()
      .min(0)
      .max(100_000)
      .default(0)
      .describe('How many of the newest to pass over; the cursor is faster.'),
    ...pageFields(['sequence'], { most: 500, usual: 100 }),
  }),
  output: z.object({
    events: z.array(AuditEventView),
    count: shown.count(),
    limit: z.int().describe('How many were asked for at most.'),
    offset: z.int().describe('How many were passed over.'),
    nextCursor: shown.nextCursor(),
  }),
  errors: [auditNotAllowed],

  async run({ limit, offset, cursor, from, to, ...asked }, context) {
    const { auditTrail, workspaceId, emit } = context;
    const caller = await readerOf(context);
    const leads = asked.caseId !== undefined && (await leadsCase(asked.caseId, caller, context));
    const { ofUserId, isAuditor } = auditReader(caller, asked, leads);
    const filter = {
      subjectId: asked.subjectId ?? null,
      caseId: asked.caseId ?? null,
      artifactId: asked.artifactId ?? null,
      action: asked.action ?? null,
      actor: asked.actor ?? null,
      purposeOfUse: asked.purposeOfUse ?? null,
      outcome: asked.outcome ?? null,
      from: from === undefined ? null : await firstMoment(from, context),
      to: to === undefined ? null : await lastMoment(to, context),
      ofUserId,
      walledFrom: caller.userId,
      labels: isAuditor ? null : ['standard', ...passedLabels],
    };
    const before = cursor === undefined ? null : Number(cursor[0]);
    const found = await auditTrail.list(filter, before, offset, limit);
    const { rows, count, nextCursor } = pageOf(found, limit, ({ seq }) => [String(seq)]);
    // Of what is no more than confidential no reading is noted (REC-8).
    if (rows.some(({ payload }) => isRestricted(maskOf(knownLabels(payload.labels)))))
      emit(auditRead, { ledgerId: workspaceId, count });
    const keys = await keysOfDetails(
      rows.map(({ detail }) => detail),
      context,
    );
    return { rows, keys, count, limit, offset, nextCursor };
  },

  async compose({ rows, keys, ...page }, _, context) {
    const open = await detailOpener(keys, context);
    return { events: rows.map((row) => eventView(row, open, context)), ...page };
  },
});

const knownLabels = (given: readonly string[]): readonly Label[] =>
  labels.filter((label) => given.includes(label));

type Zoned = Pick<HandlerContext, 'timeZones'> & Pick<RecordsPorts, 'workspaceIdentity'>;

async function firstMoment(moment: string, { timeZones, workspaceIdentity }: Zoned): Promise<Instant> {
  if (moment.length > 10) return moment;
  const { defaultTimeZone } = await workspaceIdentity.profile();
  return timeZones.resolve(`${moment}T00:00:00`, defaultTimeZone).instant;
}

async function lastMoment(moment: string, context: Zoned): Promise<Instant> {
  if (moment.length > 10) return moment;
  return instantOf(millisecondsOf(await firstMoment(daysLater(moment, 1), context)) - 1);
}

/**
 * What belongs to a meeting. A meeting may be private, and whoever administers it sees its words only where that leaves a
 * trace (MTG-98), which is its own activity; here a detail of it is for whoever caused the event.
 */
const ofMeetings: ReadonlySet<string> = new Set([
  'admission',
  'meeting',
  'meeting_invitation',
  'occurrence',
  'registration',
  'reminder',
]);

function eventView(
  { payload, detail, actorName, actorEmail, ...event }: ListedEvent,
  open: DetailOpener,
  { workspaceId: ledgerId, user: { userId } }: Pick<RecordsPreparing, 'workspaceId' | 'user'>,
): z.input<typeof AuditEventView> {
  const { v: _, workspaceId: __, actor, detail: commitment, ...said } = payload;
  const isShown = isPassed(payload.labels) && (!ofMeetings.has(payload.target.kind) || actor.id === userId);
  const isErased = detail === null && commitment !== null;
  const opened =
    detail !== null && isShown ? open(detail, { ledgerId, eventId: payload.id }, payload.refs) : 'withheld';
  const shownDetail = typeof opened === 'object' ? (opened.value as Record<string, unknown>) : null; // details are objects (records 7.3)
  const detailState = (() => {
    if (commitment === null) return 'none';
    if (shownDetail !== null) return 'present';
    return isErased || opened === 'erased' ? 'erased' : 'withheld';
  })();
  return {
    ...event,
    ...said,
    labels: [...said.labels],
    actor: { kind: actor.kind, id: actor.id, displayName: actorName, email: actorEmail },
    detail: shownDetail,
    detailState,
  };
}
