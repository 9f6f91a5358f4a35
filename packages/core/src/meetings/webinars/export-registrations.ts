import { z } from 'zod';
import { RawAnswer } from '../../kernel/raw-answer.ts';
import { id } from '../../kernel/shapes.ts';
import { csvOf } from '../csv.ts';
import { meetingNotAWebinar, meetingNotFound } from '../errors.ts';
import { onMeeting, visibleMeeting } from '../meeting-access.ts';
import { query } from '../ports.ts';
import type { ListedRegistration } from './ports.ts';
import { type RegistrationAnswer, registrationStatuses } from './registration.ts';
import { requireWebinar } from './webinar-guard.ts';

/** The most rows of an export, which are in memory at once. */
const mostRows = 100_000;

export const exportRegistrations = query({
  summary: 'Export the registrations of a webinar as a table',
  description:
    'Returns CSV with a header, one row for each registration and one column for each question that was answered.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  always: true,
  raw: 'text/csv',
  input: z.strictObject({ meetingId: id(), status: z.enum(registrationStatuses).optional() }),
  output: RawAnswer,
  errors: [meetingNotFound, meetingNotAWebinar],

  find: ({ meetingId }, context) => visibleMeeting(meetingId, context),
  may: onMeeting('registrations'),

  async run({ status }, context) {
    const { found, registrations } = context;
    const { meeting } = found;
    requireWebinar(meeting);
    const rows = await registrations.list(meeting.chainId, status ?? null, null, mostRows);
    return {
      mediaType: 'text/csv; charset=utf-8',
      fileName: 'registrations.csv',
      content: csvOf(tableOf(rows, meeting.webinar?.questions ?? [])),
      etag: null,
      cacheControl: null,
    };
  },
});

/** The current questions first, then former ones. */
function tableOf(
  rows: readonly ListedRegistration[],
  questions: readonly { readonly id: string; readonly label: string }[],
): readonly (readonly string[])[] {
  const labels = new Map(questions.map((question) => [question.id, question.label]));
  for (const { answers } of rows)
    for (const { questionId, label } of answers) if (!labels.has(questionId)) labels.set(questionId, label);
  const header = [
    'Name',
    'E-mail',
    'Status',
    'Registered',
    'Decided',
    'Decided by',
    'Reason',
    ...labels.values(),
  ];
  return [
    header,
    ...rows.map((row) => [
      row.displayName,
      row.email ?? '',
      row.status,
      row.createdAt,
      row.decidedAt ?? '',
      row.decidedByName ?? '',
      row.decisionReason ?? '',
      ...[...labels.keys()].map((questionId) =>
        textOf(row.answers.find((answer) => answer.questionId === questionId)?.value),
      ),
    ]),
  ];
}

function textOf(value: RegistrationAnswer['value'] | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : value.join('; ');
}
