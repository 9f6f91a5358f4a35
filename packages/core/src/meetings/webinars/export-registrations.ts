import { z } from 'zod';
import { madeFile } from '../../kernel/file-answer.ts';
import { id } from '../../kernel/shapes.ts';
import { csvPages, pagesOf } from '../csv.ts';
import { meetingNotAWebinar, meetingNotFound } from '../errors.ts';
import { onMeeting, visibleMeeting } from '../meeting-access.ts';
import { query } from '../ports.ts';
import type { ListedRegistration } from './ports.ts';
import { type RegistrationAnswer, registrationStatuses } from './registration.ts';
import { requireWebinar } from './webinar-guard.ts';

export const exportRegistrations = query({
  summary: 'Export the registrations of a webinar as a table',
  description:
    'Returns CSV with a header, one row for each registration and one column for each question that was answered.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  always: true,
  input: z.strictObject({
    meetingId: id().describe('The id of the meeting.'),
    status: z.enum(registrationStatuses).optional().describe('Only registrations in this state.'),
  }),
  output: madeFile('text/csv'),
  errors: [meetingNotFound, meetingNotAWebinar],

  find: ({ meetingId }, context) => visibleMeeting(meetingId, context),
  may: onMeeting('registrations'),

  async run({ status }, context) {
    const { found, readLater } = context;
    const { meeting } = found;
    requireWebinar(meeting);
    const pages = () =>
      pagesOf<ListedRegistration>((after, limit) =>
        readLater(({ registrations }) =>
          registrations.list(meeting.chainId, status ?? null, after && [after.createdAt, after.id], limit),
        ),
      );
    return {
      mediaType: 'text/csv; charset=utf-8',
      fileName: 'registrations.csv',
      content: table(pages, meeting.webinar?.questions ?? []),
      etag: null,
      cacheControl: null,
    };
  },
});

type Question = { readonly id: string; readonly label: string };

/** The current questions first, then former ones, which only the answers know: hence the rows are read twice. */
async function* table(
  pages: () => AsyncIterable<readonly ListedRegistration[]>,
  questions: readonly Question[],
): AsyncIterable<string> {
  const labels = new Map(questions.map((question) => [question.id, question.label]));
  for await (const rows of pages())
    for (const { answers } of rows)
      for (const { questionId, label } of answers) if (!labels.has(questionId)) labels.set(questionId, label);
  yield* csvPages([...head, ...labels.values()], pages(), (row) => cellsOf(row, [...labels.keys()]));
}

const head = ['Name', 'E-mail', 'Status', 'Registered', 'Decided', 'Decided by', 'Reason'];

const cellsOf = (row: ListedRegistration, questionIds: readonly string[]): readonly string[] => [
  row.displayName,
  row.email ?? '',
  row.status,
  row.createdAt,
  row.decidedAt ?? '',
  row.decidedByName ?? '',
  row.decisionReason ?? '',
  ...questionIds.map((questionId) =>
    textOf(row.answers.find((answer) => answer.questionId === questionId)?.value),
  ),
];

function textOf(value: RegistrationAnswer['value'] | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : value.join('; ');
}
