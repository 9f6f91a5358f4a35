import { z } from 'zod';
import { planLimitReached } from '../../kernel/errors.ts';
import { exampleValues } from '../../kernel/example-values.ts';
import { mailBudgetUsed } from '../../kernel/outside-mail.ts';
import { invalidField } from '../../kernel/validation.ts';
import { meetingConflict, meetingTemplateNotFound } from '../errors.ts';
import { action } from '../ports.ts';
import { type TemplateDefaults, templateDefaults } from '../templates/template-defaults.ts';
import { CreatedMeetingView, createdMeeting } from './created-meeting.ts';
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
} from './meeting-fields.ts';
import { passcodeFields, preparePasscode } from './passcode.ts';
import { scheduleMeeting } from './scheduled-meeting.ts';
import { usualZone } from './usual-zone.ts';

export const createMeeting = action({
  summary: 'Schedule a meeting, a series or a webinar',
  description:
    'Everybody who is invited gets a mail with a personal link and a calendar file. Give a recurrence to create a series; its occurrences exist as sessions up to 550 days ahead.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  outside: (input) => input.invitees.length > 0,
  feature: 'meetings_scheduled',
  throttles: creationThrottles,
  secret: true,
  input: z
    .strictObject({
      title: title().optional().describe('What the meeting is called; by default the title of the template.'),
      description: description().optional(),
      meetingType: z
        .enum(['scheduled', 'recurring', 'webinar'])
        .optional()
        .describe('The kind of meeting; by default recurring if there is a recurrence, else scheduled.'),
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
    })
    .meta({
      examples: [
        {
          title: 'Quarterly review',
          scheduledStartAt: exampleValues.plannedAt,
          durationMinutes: 45,
          timeZone: 'Europe/Berlin',
          invitees: [{ email: 'grace@example.com' }],
        },
      ],
    }),
  output: CreatedMeetingView,
  errors: [mailBudgetUsed, planLimitReached, meetingConflict, meetingTemplateNotFound],
  cli: { aliases: ['schedule'] },

  prepare: (input, { passwords, random }) => preparePasscode(input, { passwords, random }),

  async run({ passcode: _, generatePasscode: __, ...input }, context) {
    const { prepared, user } = context;
    const template: Partial<TemplateDefaults> =
      input.templateId === undefined ? {} : await templateDefaults(input.templateId, context);
    const given = { ...template, ...definedOf(input) };
    const { title: named } = given;
    if (named === undefined)
      throw invalidField('/title', 'field.required', 'Give a title, or a template that has one.');

    const scheduled = await scheduleMeeting(
      {
        ...given,
        title: named,
        description: given.description ?? '',
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

/** The input without the fields that were not sent. */
const definedOf = <T extends object>(input: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as never;
