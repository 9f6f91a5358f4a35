import { z } from 'zod';
import { formerMember } from '../../kernel/former-member.ts';
import { shown } from '../../kernel/shapes.ts';
import type { Instant } from '../../kernel/time.ts';
import { meetingStatuses } from '../meeting.ts';
import { occurrenceStatuses } from '../occurrence.ts';
import { isOpen } from './places.ts';
import type { ListedRegistration, Webinar } from './ports.ts';
import { registrationStatuses } from './registration.ts';
import { QuestionView, registrationModes } from './webinar-settings.ts';

export const PublicWebinarView = z
  .object({
    joinCode: z.string().describe('The code that people join with, such as abcde-fghjk.'),
    title: z.string().describe('The title of the webinar.'),
    description: z.string().describe('What the webinar is about, as plain text.'),
    timeZone: z.string().describe('The IANA time zone, such as Europe/Berlin.'),
    status: z.enum(meetingStatuses).describe('Where it is in its life.'),
    hosts: z.array(z.string()).describe('The display names of the hosts.'),
    workspaceName: z.string().describe('The name of the workspace.'),
    workspaceLogoUrl: z
      .string()
      .nullable()
      .describe('The address of the logo of the workspace; null if it has none.'),
    occurrences: z
      .array(
        z.object({
          startsAt: shown.instant().describe('When it starts.'),
          endsAt: shown.instant().describe('When it ends.'),
          status: z.enum(occurrenceStatuses).describe('Where it is in its life.'),
        }),
      )
      .describe('At most the next ten; one registration holds for all of them.'),
    registration: z
      .object({
        mode: z.enum(registrationModes).describe('Whether registrations are approved at once.'),
        isOpen: z.boolean().describe('True if people can register now.'),
        opensAt: shown.instant().nullable().describe('When registration opens; null if it does so at once.'),
        closesAt: shown
          .instant()
          .nullable()
          .describe('When registration closes; null while the series has no end.'),
        capacity: z
          .int()
          .nullable()
          .describe('The most approved registrations; null for as many as the plan allows.'),
        remaining: z.int().nullable().describe('How many places are free; null unless the host shows it.'),
        waitlistEnabled: z.boolean().describe('True if people wait in line once every place is taken.'),
        questions: z.array(QuestionView).describe('What registrants are asked.'),
      })
      .describe('How people register.'),
  })
  .meta({ id: 'PublicWebinar', description: 'A webinar, as its public page shows it.' });

/** What anybody may see of a webinar; free places only if its hosts show them. */
export function publicWebinarView(
  webinar: Webinar,
  places: { readonly capacity: number | null; readonly taken: number },
  now: Instant,
): z.input<typeof PublicWebinarView> {
  const { joinCode, title, description, timeZone, status, hosts, workspaceName, occurrences } = webinar;
  const { registrationMode, registrationOpensAt, registrationClosesAt, showRemaining, ...settings } =
    webinar.webinar;
  const { capacity, taken } = places;
  return {
    joinCode,
    title,
    description,
    timeZone,
    status,
    hosts: [...hosts],
    workspaceName,
    workspaceLogoUrl: webinar.workspaceLogoUrl,
    occurrences: [...occurrences],
    registration: {
      mode: registrationMode,
      isOpen: isOpen(webinar, now),
      opensAt: registrationOpensAt,
      closesAt: registrationClosesAt ?? webinar.endsAt,
      capacity: showRemaining ? capacity : null,
      remaining: showRemaining && capacity !== null ? Math.max(0, capacity - taken) : null,
      waitlistEnabled: settings.waitlistEnabled,
      questions: settings.questions.map((question) => ({ ...question, options: [...question.options] })),
    },
  };
}

export const RegistrationView = z
  .object({
    id: shown.ownId(),
    workspaceId: shown.workspaceId(),
    meetingId: shown.id().describe('The id of the meeting.'),
    email: z
      .string()
      .nullable()
      .describe('The e-mail address; null once personal data of guests were erased.'),
    displayName: z.string().describe('The name that others see.'),
    answers: z
      .array(
        z.object({
          questionId: shown.id().describe('The id of the question.'),
          label: z.string().describe('The question as it was asked then.'),
          value: z
            .union([z.string(), z.array(z.string()), z.boolean()])
            .describe('The answer: a text, the chosen options, or whether the box is ticked.'),
        }),
      )
      .describe('The answers to the questions.'),
    status: z.enum(registrationStatuses).describe('Where the registration is in its life.'),
    timeZone: z.string().nullable().describe('The IANA zone of the person; null if they did not say.'),
    waitlistPosition: z
      .int()
      .nullable()
      .describe('The place in the waiting list, from 1; null if not in it.'),
    decidedAt: shown.instant().nullable().describe('When it was decided; null until then.'),
    decidedBy: z
      .object({
        userId: z.string().nullable().describe('The id of the person; null if they have no account.'),
        displayName: z.string().describe('The name that others see.'),
        email: z.string().nullable().describe('The e-mail address; null if you may not see it.'),
        avatarUrl: z.string().nullable().describe('The address of a picture; null without one.'),
      })
      .nullable()
      .describe('Who decided; null until then, and if a rule decided.'),
    decisionReason: z.string().nullable().describe('Why it was decided so; null without a reason.'),
    createdAt: shown.createdAt(),
    updatedAt: shown.updatedAt(),
    version: shown.version(),
  })
  .meta({ id: 'WebinarRegistration', description: 'A registration for a webinar.' });

export function registrationView(
  registration: ListedRegistration,
  workspaceId: string,
): z.input<typeof RegistrationView> {
  const { decidedByUserId: userId, decidedByName, answers, ...fields } = registration;
  return {
    ...fields,
    workspaceId,
    answers: answers.map(({ questionId, label, value }) => ({
      questionId,
      label,
      value: typeof value === 'object' ? [...value] : value,
    })),
    decidedBy:
      userId === null
        ? null
        : { userId, displayName: decidedByName ?? formerMember, email: null, avatarUrl: null },
  };
}

/** The same message for a registrant and a stranger (MTG-84). */
export const registrationMessage =
  'Look into your mailbox: the mail says how your registration stands and carries your link.';
