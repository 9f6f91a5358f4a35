import { z } from 'zod';
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
    joinCode: z.string(),
    title: z.string(),
    description: z.string(),
    timeZone: z.string(),
    status: z.enum(meetingStatuses),
    hosts: z.array(z.string()).describe('Display names.'),
    workspaceName: z.string(),
    workspaceLogoUrl: z.string().nullable(),
    occurrences: z
      .array(
        z.object({
          startsAt: shown.instant(),
          endsAt: shown.instant(),
          status: z.enum(occurrenceStatuses),
        }),
      )
      .describe('At most the next ten; one registration holds for all of them.'),
    registration: z.object({
      mode: z.enum(registrationModes),
      isOpen: z.boolean(),
      opensAt: shown.instant().nullable().describe('Null if registration opens at once.'),
      closesAt: shown.instant().nullable().describe('Null while the series has no end.'),
      capacity: z.int().nullable(),
      remaining: z.int().nullable().describe('Free places; null unless the host shows them.'),
      waitlistEnabled: z.boolean(),
      questions: z.array(QuestionView),
    }),
  })
  .meta({ id: 'PublicWebinar' });

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
    id: shown.id(),
    workspaceId: z.string(),
    meetingId: shown.id(),
    email: z.string().nullable().describe('Null once personal data of guests were erased.'),
    displayName: z.string(),
    answers: z.array(
      z.object({
        questionId: shown.id(),
        label: z.string().describe('The question as it was asked then.'),
        value: z.union([z.string(), z.array(z.string()), z.boolean()]),
      }),
    ),
    status: z.enum(registrationStatuses),
    timeZone: z.string().nullable(),
    waitlistPosition: z.int().nullable().describe('Place in the line, from 1.'),
    decidedAt: shown.instant().nullable(),
    decidedBy: z
      .object({
        userId: z.string().nullable(),
        displayName: z.string(),
        email: z.string().nullable(),
        avatarUrl: z.string().nullable(),
      })
      .nullable()
      .describe('Null if a rule decided.'),
    decisionReason: z.string().nullable(),
    createdAt: shown.instant(),
    updatedAt: shown.instant(),
    version: z.int(),
  })
  .meta({ id: 'WebinarRegistration' });

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
        : { userId, displayName: decidedByName ?? 'Former member', email: null, avatarUrl: null },
  };
}

/** The same message for a registrant and a stranger (MTG-84). */
export const registrationMessage =
  'Look into your mailbox: the mail says how your registration stands and carries your link.';
