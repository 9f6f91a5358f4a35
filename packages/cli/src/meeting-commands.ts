import type { Operation } from '@chancery/sdk/operations';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type AgendaEntry, agendaFile, agendaRows, narrowAgenda } from './agenda.ts';
import { connect } from './connection.ts';
import { UsageError } from './exit-codes.ts';
import { commandAt } from './groups.ts';
import { withExamples } from './help-examples.ts';
import { lineWidth, note, perform, show } from './operation-call.ts';
import { styleFor } from './style.ts';
import type { GlobalOptions, Surroundings } from './surroundings.ts';

/** What people do with meetings most, in fewer words than the operations have. */
export function addMeetingCommands(meetings: Command, surroundings: Surroundings): void {
  const operation = (id: string) => surroundings.operations.find((each) => each.id === id);
  const [agenda, list, file] = ['getAgenda', 'listAttendance', 'exportAttendance'].map(operation);
  if (agenda) addAgenda(meetings, agenda, surroundings);
  if (list && file) addAttendance(meetings, { list, file }, surroundings);
}

interface AgendaOptions {
  readonly from?: string;
  readonly days: number;
  readonly ics?: boolean;
}

function addAgenda(meetings: Command, operation: Operation, surroundings: Surroundings): void {
  const command = meetings
    .command('agenda')
    .summary('Show your next seven days')
    .description(
      'Sessions that you organize or are invited to, each at the local time of its meeting. With --ics, as a calendar file.',
    )
    .addOption(
      new Option('--from <date>', 'The first day, such as 2026-11-30; today where not given.').argParser(
        firstDay,
      ),
    )
    .addOption(new Option('--days <number>', 'How many, at most 62.').argParser(dayCount).default(7))
    .option('--ics', 'Print a calendar file.')
    .action(async (_options, self: Command) => {
      const options = self.optsWithGlobals<GlobalOptions & AgendaOptions>();
      const from = options.from ?? new Date().toISOString().slice(0, 10);
      const range = { from: `${from}T00:00:00Z`, to: dayAfter(from, options.days) };
      const { client } = connect(options, surroundings, operation.credentials);
      // What the operation answers.
      const data = (await client.call(operation.route, range)) as {
        readonly occurrences: readonly AgendaEntry[];
      };

      if (options.ics) surroundings.stdout.write(agendaFile(data.occurrences, new Date()));
      else if (options.json) show(data, options, surroundings);
      else showAgenda(data.occurrences, options, surroundings);
    });
  withExamples(command, () => [
    'chancery meetings agenda',
    `chancery meetings agenda --from ${dayIn(operation)} --days 31`,
    'chancery meetings agenda --ics > week.ics',
  ]);
}

/** Whoever looks at their day wants to join: the address is left out of no terminal. */
function showAgenda(
  entries: readonly AgendaEntry[],
  options: GlobalOptions,
  surroundings: Surroundings,
): void {
  const { stdout, stderr, env } = surroundings;
  const rows = agendaRows(entries);
  const narrow = narrowAgenda(rows, lineWidth(surroundings), styleFor(stdout, env, options));
  if (narrow === null) show({ sessions: rows, count: rows.length }, options, surroundings);
  else stdout.write(`${narrow.text}\n`);
  const hidden = narrow?.hiddenColumns ?? [];
  const zones = new Set(entries.map(({ timeZone }) => timeZone));
  const notes = [
    ...(hidden.length > 0 ? [`Not shown for want of width: ${hidden.join(', ')}. Use --json.`] : []),
    ...(zones.size > 1 ? ['Times are those of the zone beside them.'] : []),
  ];
  note(notes, options, stderr, env);
}

/** The day that the contract shows as an example. */
const dayIn = ({ fields }: Operation): string =>
  String(fields.find(({ name }) => name === 'from')?.example).slice(0, 10);

function firstDay(text: string): string {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text)
    throw new InvalidArgumentError('It must be a date such as 2026-11-30.');
  return text;
}

function dayCount(text: string): number {
  if (!/^[1-9]\d?$/.test(text) || Number(text) > 62) throw new InvalidArgumentError('It must be 1 to 62.');
  return Number(text);
}

const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString();

interface AttendanceOptions {
  readonly session?: string;
  readonly csv?: boolean;
  readonly output?: string;
  readonly all?: boolean;
}

function addAttendance(
  meetings: Command,
  { list, file }: { readonly list: Operation; readonly file: Operation },
  surroundings: Surroundings,
): void {
  // It stands for the list where no command of the group is named.
  const command = commandAt(meetings, ['attendance'])
    .argument('<meetingId>')
    .summary('Show who was there, and for how long')
    .description('Of the live session, else of the latest. With --csv, as a table for a spreadsheet.')
    .option('--session <id>', 'Another session of the meeting.')
    .option('--csv', 'As CSV, to standard output or to --output.')
    .option('--output <file>', 'Where to write the CSV.')
    .option('--all', 'Read every page.')
    .action(async (meetingId: string, _options, self: Command) => {
      const options = self.optsWithGlobals<GlobalOptions & AttendanceOptions>();
      if (options.output !== undefined && !options.csv)
        throw new UsageError('--output goes with --csv.', 'Add --csv.');
      const input = { meetingId, ...(options.session === undefined ? {} : { sessionId: options.session }) };
      await perform(options.csv ? file : list, input, options, options, surroundings);
    });
  withExamples(command, () => [
    'chancery meetings attendance $MEETING_ID',
    'chancery meetings attendance $MEETING_ID --csv --output attendance.csv',
  ]);
}
