import { z } from 'zod';
import { planFeatureNotIncluded, planLimitReached } from '../../kernel/errors.ts';
import type { HandlerContext } from '../../kernel/use-case.ts';
import { invalidField } from '../../kernel/validation.ts';
import { meetingConflict, meetingTemplateNotFound } from '../errors.ts';
import { joinUrlOf } from '../join-code.ts';
import { visibleMeeting } from '../meeting-access.ts';
import { ManagedMeetingView, managedMeeting } from '../meeting-view.ts';
import { action } from '../ports.ts';
import { type TemplateWish, templateWish } from '../templates/template-wish.ts';
import { creationThrottles } from './creation-throttle.ts';
import {
  description,
  externalReference,
  invitees,
  notify,
  onConflict,
  scheduleFields,
  settings,
  templateId,
  title,
  visibility,
  webinar,
} from './meeting-input.ts';
import { passcodeFields, preparePasscode } from './passcode.ts';
import { type ScheduledMeeting, scheduleMeeting } from './schedule-meeting.ts';

export const CreatedMeetingView = ManagedMeetingView.extend({
  joinUrl: z.string().describe('Opens the meeting; anyone you give it to may ask to enter.'),
  joinCode: z.string(),
  invitationCount: z.int().describe('Invitations made; the organizer is not counted.'),
}).meta({ id: 'CreatedMeeting' });

export const createMeeting = action({
  summary: 'Schedule a meeting, a series or a webinar',
  description:
    'Everybody invited gets a mail with a link of their own and a calendar file. A series is a start with a recurrence; its occurrences exist as sessions up to 550 days ahead.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  outside: (input) => input.invitees.length > 0,
  feature: 'meetings_scheduled',
  throttles: creationThrottles,
  secret: true,
  input: z.strictObject({
    title: title()
      .optional()
      .describe('What the meeting is called; the template names it where this is left out.'),
    description: description().optional(),
    meetingType: z
      .enum(['scheduled', 'recurring', 'webinar'])
      .optional()
      .describe('By default recurring where there is a recurrence, else scheduled.'),
    ...scheduleFields,
    settings: settings(),
    webinar: webinar(),
    ...passcodeFields,
    invitees: invitees(300),
    visibility: visibility().default('private'),
    templateId: templateId(),
    externalReference: externalReference().default(null),
    onConflict: onConflict(),
    notify: notify(),
  }),
  output: CreatedMeetingView,
  errors: [planFeatureNotIncluded, planLimitReached, meetingConflict, meetingTemplateNotFound],
  cli: { aliases: ['schedule'] },

  prepare: (input, { passwords, random }) => preparePasscode(input, { passwords, random }),

  async run({ passcode: _, generatePasscode: __, ...input }, context) {
    const { prepared, user } = context;
    const template: Partial<TemplateWish> =
      input.templateId === undefined ? {} : await templateWish(input.templateId, context);
    const wished = { ...template, ...definedOf(input) };
    const { title: named } = wished;
    if (named === undefined)
      throw invalidField('/title', 'field.required', 'Give a title, or a template that has one.');

    const scheduled = await scheduleMeeting(
      {
        ...wished,
        title: named,
        description: wished.description ?? '',
        timeZone: input.timeZone ?? usualZone(context),
        invitees: input.invitees.length > 0 ? input.invitees : (template.invitees ?? []),
        passcodeHash: prepared.hash ?? null,
        templateId: input.templateId ?? null,
        organizerUserId: user.userId,
        source: 'app',
      },
      context,
    );
    return createdMeeting(scheduled, prepared.generated, context);
  },
});

/** The caller's own zone, else the workspace's (meetings 3.1). */
export const usualZone = ({ user }: Pick<HandlerContext, 'user'>): string =>
  user.timeZone || user.workspace?.settings.defaultTimeZone || 'UTC';

/** Without the fields that were not sent. */
const definedOf = <T extends object>(input: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as never;

/** What the maker of a meeting sees of it. */
export async function createdMeeting(
  { meeting, invitationCount, warnings }: ScheduledMeeting,
  passcode: string | null,
  context: Parameters<typeof visibleMeeting>[1] & Parameters<typeof managedMeeting>[1],
) {
  const visible = await visibleMeeting(meeting.id, context);
  return {
    ...(await managedMeeting(visible, context, { warnings, passcode })),
    joinUrl: joinUrlOf(context.settings.webUrl, meeting.joinCode),
    joinCode: meeting.joinCode,
    invitationCount,
  };
}
