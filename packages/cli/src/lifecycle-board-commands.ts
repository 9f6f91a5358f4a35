import type { Operation } from '@chancery/sdk/operations';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { connect } from './connection.ts';
import { withExamples } from './help-examples.ts';
import {
  type BoardCompliance,
  type BoardDocument,
  boardText,
  boardWeeks,
  comingFile,
  comingRows,
  plusDays,
} from './lifecycle-board.ts';
import { note, show } from './operation-call.ts';
import { styleFor } from './style.ts';
import type { GlobalOptions, Surroundings } from './surroundings.ts';

/** What runs out, to look at rather than to read, and as a calendar. */
export function addBoardCommands(lifecycle: Command, dashboard: Operation, surroundings: Surroundings): void {
  addBoard(lifecycle, dashboard, surroundings);
  addCalendar(lifecycle, dashboard, surroundings);
}

interface BoardOptions {
  readonly weeks: number;
  readonly mine?: boolean;
  readonly ics?: boolean;
}
type Options = GlobalOptions & BoardOptions;

function addBoard(lifecycle: Command, dashboard: Operation, surroundings: Surroundings): void {
  const command = lifecycle
    .command('board')
    .summary('Show what runs out, week by week')
    .description(
      'Documents whose last day has passed, and those that end in the next weeks, with what is still to be done about them.',
    );
  withWeeks(command).action(async (_options, self: Command) => {
    const options = self.optsWithGlobals<Options>();
    const { documents, compliance, asOf, isCut } = await endingDocuments(dashboard, options, surroundings);
    const today = asOf.slice(0, 10);
    const weeks = boardWeeks(documents, today, options.weeks);
    const { stdout, stderr, env } = surroundings;
    if (options.json) {
      show({ asOf, weeks, compliance }, options, surroundings);
    } else {
      const width = stdout.isTTY ? stdout.columns || Number(env.COLUMNS) || 80 : 80;
      const style = styleFor(stdout, env, options);
      stdout.write(`${boardText(weeks, compliance, { today, width, style })}\n`);
    }
    if (isCut) note([cutWords], options, stderr, env);
  });
  withExamples(command, () => [
    'chancery documents lifecycle board',
    'chancery documents lifecycle board --mine --weeks 4',
  ]);
}

function addCalendar(lifecycle: Command, dashboard: Operation, surroundings: Surroundings): void {
  const command = lifecycle
    .command('calendar')
    .summary('Show the dates that come')
    .description('The last days of documents in the next weeks. With --ics, as a calendar file.');
  withWeeks(command)
    .option('--ics', 'Print a calendar file.')
    .action(async (_options, self: Command) => {
      const options = self.optsWithGlobals<Options>();
      const { documents, asOf, isCut } = await endingDocuments(dashboard, options, surroundings);
      const coming = documents.filter(
        ({ expiresOn }) => expiresOn !== null && expiresOn >= asOf.slice(0, 10),
      );
      const { stdout, stderr, env, now = () => new Date() } = surroundings;
      if (options.ics) stdout.write(comingFile(coming, now()));
      else if (options.json) show({ documents: coming, count: coming.length }, options, surroundings);
      else show({ dates: comingRows(coming), count: coming.length }, options, surroundings);
      if (isCut) note([cutWords], options, stderr, env);
    });
  withExamples(command, () => [
    'chancery documents lifecycle calendar --weeks 26',
    'chancery documents lifecycle calendar --mine --ics > dates.ics',
  ]);
}

const withWeeks = (command: Command): Command =>
  command
    .addOption(
      new Option('--weeks <number>', `How many, at most ${mostWeeks}.`).argParser(weekCount).default(12),
    )
    .option('--mine', 'Only documents that you keep in force.');

const mostWeeks = 104;
function weekCount(text: string): number {
  const weeks = Number(text);
  if (!Number.isInteger(weeks) || weeks < 1 || weeks > mostWeeks)
    throw new InvalidArgumentError(`It must be a number from 1 to ${mostWeeks}.`);
  return weeks;
}

const [pageSize, mostPages] = [200, 10];
const cutWords = `Only the first ${pageSize * mostPages} documents are shown; ask for fewer weeks, or for --mine.`;

interface Page {
  readonly asOf: string;
  readonly compliance: BoardCompliance;
  readonly lifecycles: readonly BoardDocument[];
  readonly nextCursor: string | null;
}

/** What is over was replaced or destroyed, and what never ends has no day. */
const shownStatuses = 'expired,in_grace,expiring_soon,needs_confirmation,current';

async function endingDocuments(dashboard: Operation, options: Options, surroundings: Surroundings) {
  const { client } = connect(options, surroundings, dashboard.credentials);
  const { now = () => new Date() } = surroundings;
  const today = now().toISOString().slice(0, 10);
  // One day more than the last Sunday can be: the service says which day it is.
  const to = plusDays(today, 7 * options.weeks + 1);
  const mine = options.mine ? { ownerUserId: 'me' } : {};
  const documents: BoardDocument[] = [];
  let cursor: string | null = null;
  let page: Page;
  let pages = 0;
  do {
    const input: Record<string, unknown> = { to, ...mine, status: shownStatuses, limit: pageSize };
    // What the operation answers.
    page = (await client.call(dashboard.route, cursor === null ? input : { ...input, cursor })) as Page;
    documents.push(...page.lifecycles);
    cursor = page.nextCursor;
    pages += 1;
  } while (cursor !== null && pages < mostPages);
  // Beside the dates, all that is open counts, also of documents without one.
  const all = (await client.call(dashboard.route, { ...mine, limit: 1 })) as Page;
  return { documents, compliance: all.compliance, asOf: page.asOf, isCut: cursor !== null };
}
