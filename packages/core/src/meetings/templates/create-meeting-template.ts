import { z } from 'zod';
import type { Entitlements } from '../../kernel/entitlements.ts';
import { planFeatureNotIncluded, planLimitReached } from '../../kernel/errors.ts';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { id, multiline, visibleName } from '../../kernel/shapes.ts';
import { ofRoles, onlyWhen } from '../../kernel/thing-permission.ts';
import { meetingNotFound, meetingTemplateDuplicateName, meetingTemplateLimitReached } from '../errors.ts';
import { inviteeInput } from '../invitations/new-invitations.ts';
import { onMeeting, seesAddresses, type VisibleMeeting, visibleMeeting } from '../meeting-access.ts';
import { command, type MeetingsPorts } from '../ports.ts';
import { readRule, ruleText } from '../recurrence/index.ts';
import { durationMinutes } from '../scheduling/meeting-fields.ts';
import { longestMinutes, settingsInput } from '../scheduling/meeting-settings.ts';
import { webinarInput } from '../webinars/webinar-settings.ts';
import { meetingTemplateCreated } from './events.ts';
import { type MeetingTemplate, type TemplateInvitee, templateScopes, templateStates } from './template.ts';
import { MeetingTemplateView, meetingTemplateView } from './views.ts';

const mostTemplates = 200;
const mostInvitees = 50;

type Content = Pick<
  MeetingTemplate,
  'title' | 'description' | 'durationMinutes' | 'recurrenceRule' | 'settings' | 'webinar' | 'invitees'
>;

/** The meeting that is copied, if any. */
interface Copied {
  readonly visible: VisibleMeeting | null;
}

export const createMeetingTemplate = command({
  summary: 'Create a meeting template',
  description:
    'Copies a meeting that you may duplicate, takes what you give, or combines both. Only owners and admins create templates of the workspace.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  input: z.strictObject({
    name: visibleName(120)
      .describe('The name of the template, unique in its scope.')
      .meta({ examples: ['First consultation'] }),
    scope: z.enum(templateScopes).default('personal').describe('workspace lets every member use it.'),
    fromMeetingId: id()
      .optional()
      .describe('The meeting to copy; fields that you give replace what is copied.'),
    title: visibleName(200)
      .optional()
      .describe('The title of meetings made from it; by default that of the copied meeting, else the name.'),
    description: multiline(10_000).optional().describe('What the meetings are about, as plain text.'),
    durationMinutes: durationMinutes().optional(),
    recurrenceRule: z
      .string()
      .max(500)
      .nullable()
      .optional()
      .describe('An RFC 5545 rule; null means none.')
      .meta({ examples: ['FREQ=WEEKLY;COUNT=10'] }),
    settings: settingsInput().optional(),
    webinar: webinarInput()
      .nullable()
      .optional()
      .describe('Null means that meetings made from it are no webinars.'),
    invitees: z.array(inviteeInput()).max(mostInvitees).optional().describe('Who is invited.'),
  }),
  output: z.object({ template: MeetingTemplateView }),
  errors: [
    meetingNotFound,
    meetingTemplateDuplicateName,
    meetingTemplateLimitReached,
    planFeatureNotIncluded,
    planLimitReached,
  ],

  find: async ({ fromMeetingId }, context) => ({
    visible: fromMeetingId === undefined ? null : await visibleMeeting(fromMeetingId, context),
  }),
  may: [
    onlyWhen('a meeting is copied', (found: Copied) => found.visible !== null, onMeeting('duplicate')),
    onlyWhen(
      'the scope is workspace',
      (_, { scope }: Pick<MeetingTemplate, 'scope'>) => scope === 'workspace',
      ofRoles(
        'workspace',
        'make_templates',
        ['owner', 'admin'],
        'Templates of the workspace are made by owners and admins.',
      ),
    ),
  ],

  async run(input, context) {
    const {
      found: { visible: copied },
      now,
      user,
      workspaceId,
      entitlements,
      occurrences,
      templates,
      newId,
      emit,
    } = context;
    const { name, scope } = input;
    if (scope === 'workspace') entitlements.requireFeature('workspace_meeting_templates');
    const content = {
      ...(copied === null ? plainContent(name, entitlements) : await contentOf(copied, context)),
      ...givenContent(input),
    };
    entitlements.requireWithin('meeting_duration_minutes', content.durationMinutes);

    // Templates of one person are created one after another, so that none exceeds the limit.
    await occurrences.lockCalendars([user.userId]);
    if ((await templates.count(user.userId)) >= mostTemplates) throw meetingTemplateLimitReached();
    const template: MeetingTemplate = {
      id: newId(),
      ownerUserId: user.userId,
      scope,
      name,
      ...content,
      status: templateStates.begin('active'),
      createdAt: now,
      updatedAt: now,
      version: 1,
    };
    if (!(await templates.add(template))) throw meetingTemplateDuplicateName();
    emit(meetingTemplateCreated, { templateId: template.id, scope, version: 1, name });
    return { template: meetingTemplateView(template, workspaceId) };
  },
});

const plainContent = (title: string, entitlements: Pick<Entitlements, 'limit'>): Content => ({
  title,
  description: '',
  durationMinutes: Math.min(60, longestMinutes(entitlements)),
  recurrenceRule: null,
  settings: {},
  webinar: null,
  invitees: [],
});

/** The fields that a template copies from a meeting: texts, settings, rule and invitees. */
async function contentOf(
  visible: VisibleMeeting,
  { meetingInvitations }: WritingContext & MeetingsPorts,
): Promise<Content> {
  const { meeting } = visible;
  const invitations = seesAddresses(visible) ? await meetingInvitations.ofMeeting(meeting.id) : [];
  const invitees = invitations
    .filter(({ userId, status }) => userId !== meeting.organizerUserId && status !== 'revoked')
    .slice(0, mostInvitees)
    .map(
      ({ userId, email, displayName, role, required }): TemplateInvitee => ({
        userId,
        // A member is named by id, so that invitations go to their current address.
        email: userId === null ? email : null,
        displayName: userId === null ? displayName : null,
        role,
        required,
      }),
    );
  return {
    title: meeting.title,
    description: meeting.description,
    durationMinutes: meeting.durationMinutes,
    recurrenceRule: meeting.recurrence?.rrule ?? null,
    settings: meeting.settings,
    webinar:
      meeting.webinar === null
        ? null
        : {
            ...meeting.webinar,
            // The period of registration belongs to the copied webinar alone.
            registrationOpensAt: null,
            registrationClosesAt: null,
            questions: meeting.webinar.questions.map(({ id: _, ...question }) => ({
              ...question,
              options: [...question.options],
            })),
          },
    invitees,
  };
}

function givenContent(input: {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly durationMinutes?: number | undefined;
  readonly recurrenceRule?: string | null | undefined;
  readonly settings?: object | undefined;
  readonly webinar?: MeetingTemplate['webinar'] | undefined;
  readonly invitees?: readonly z.output<ReturnType<typeof inviteeInput>>[] | undefined;
}): Partial<Content> {
  const { recurrenceRule, webinar, invitees } = input;
  const given: Record<string, unknown> = {
    title: input.title,
    description: input.description,
    durationMinutes: input.durationMinutes,
    settings: input.settings,
    recurrenceRule:
      typeof recurrenceRule === 'string'
        ? ruleText(readRule(recurrenceRule, '/recurrenceRule'))
        : recurrenceRule,
    webinar: webinar
      ? { ...webinar, ...(webinar.questions ? { questions: webinar.questions.map(withoutId) } : {}) }
      : webinar,
    invitees: invitees?.map(({ userId, email, displayName, role, required }) => ({
      userId: userId ?? null,
      email: email ?? null,
      displayName: displayName ?? null,
      role,
      required,
    })),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

const withoutId = <T extends { id?: string | undefined }>({ id: _, ...question }: T) => question;
