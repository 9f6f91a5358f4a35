import { z } from 'zod';
import { csvPieces } from '../../kernel/csv.ts';
import { failure } from '../../kernel/errors.ts';
import { madeFile } from '../../kernel/file-answer.ts';
import type { HandlerContext, Later } from '../../kernel/handler-context.ts';
import { lifecycleViews } from '../lifecycles/views.ts';
import { type LifecyclePorts, query } from '../ports.ts';
import { viewNotFound } from '../saved-views/errors.ts';
import { viewId } from '../saved-views/save-lifecycle-view.ts';
import { viewInUse } from '../saved-views/view-in-use.ts';
import { boardFields, orderOf, questionOf } from './board-fields.ts';
import { type ExportColumn, exportColumns } from './column-names.ts';
import { lifecyclesExported } from './events.ts';
import { cellOf, type ExportedDocument, usualColumns, valuesOf } from './export-columns.ts';
import type { BoardOrder, BoardPlace, BoardQuestion } from './ports.ts';

const mostRows = 100_000;
/** The most documents that are in memory at once. */
const rowsAtOnce = 500;

export const exportTooLarge = failure(
  'export.too_large',
  'conflict',
  'An export has at most 100,000 documents; narrow the filters.',
);

const namesColumns = (list: string) =>
  list.split(',').every((column) => (exportColumns as readonly string[]).includes(column));

export const exportLifecycles = query({
  summary: 'Export documents with their dates as a table',
  description:
    'Has what the dashboard lists for the same filters, in the same order, as things stand when it begins. In CSV a cell that a spreadsheet would take for a formula begins with an apostrophe.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  cli: { command: 'documents export' },
  input: z.strictObject({
    viewId: viewId().optional(),
    ...boardFields,
    format: z
      .enum(['csv', 'json'])
      .default('csv')
      .describe('A table for spreadsheets, or a list of objects.'),
    columns: z
      .string()
      .max(600, { abort: true })
      .refine(namesColumns, {
        error: 'Give names of columns, with commas between them.',
        params: { code: 'field.not_an_option' },
      })
      .optional()
      .describe(`What each document is shown with, with commas between them: ${exportColumns.join(', ')}.`)
      .meta({ examples: ['documentName,status,expiresOn'] }),
  }),
  output: madeFile('*/*'),
  errors: [viewNotFound, exportTooLarge],

  async run({ format, columns, ...given }, context) {
    const { lifecycleBoard, now, readLater, writeLater } = context;
    const { input, view } = await viewInUse(given, context);
    const question = await questionOf(input, now, context);
    const rows = await lifecycleBoard.countUpTo(question, mostRows + 1);
    if (rows > mostRows) throw exportTooLarge();
    const chosen = columnsOf(columns, view?.columns ?? []);
    const documents = exported(question, orderOf(input), readLater);
    return {
      mediaType: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json',
      fileName: `documents.${format}`,
      content: format === 'csv' ? asCsv(documents, chosen) : asJson(documents, chosen),
      etag: null,
      cacheControl: null,
      // Who gets no byte has exported nothing.
      delivering: () =>
        writeLater(async ({ emit }) => emit(lifecyclesExported, { format, rows, filter: saidOf(input) })),
    };
  },
});

function columnsOf(named: string | undefined, ofView: readonly ExportColumn[]): readonly ExportColumn[] {
  const names = new Set(named?.split(','));
  if (names.size > 0)
    return [...names].flatMap((name) => exportColumns.find((column) => column === name) ?? []);
  return ofView.length > 0 ? ofView : usualColumns;
}

/** The filters as the ledger writes them: those that were given. */
const saidOf = (input: object): Record<string, string | boolean> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));

/** What a question finds, a few hundred documents at a time, each time in a transaction of its own. */
async function* exported(
  question: BoardQuestion,
  order: BoardOrder,
  readLater: Later<LifecyclePorts>['readLater'],
): AsyncGenerator<readonly ExportedDocument[]> {
  let after: BoardPlace | null = null;
  for (let count = 0; count < mostRows; count += rowsAtOnce) {
    const place: BoardPlace | null = after;
    const { documents, last }: ExportedPage = await readLater((later) =>
      pageAfter(place, question, order, later),
    );
    if (documents.length > 0) yield documents;
    if (documents.length < rowsAtOnce) return;
    after = last;
  }
}

interface ExportedPage {
  readonly documents: readonly ExportedDocument[];
  readonly last: BoardPlace | null;
}

async function pageAfter(
  place: BoardPlace | null,
  question: BoardQuestion,
  order: BoardOrder,
  { lifecycleBoard, expirationPolicies, documentHolds, memberDirectory, timeZones }: Reading,
): Promise<ExportedPage> {
  const found = (await lifecycleBoard.page(question, order, place, rowsAtOnce)).slice(0, rowsAtOnce);
  const ownerIds = new Set(found.flatMap(({ ownerUserId }) => ownerUserId ?? []));
  const owners = await memberDirectory.find([...ownerIds]);
  const nameOf = new Map(owners.map(({ userId, displayName }) => [userId, displayName]));
  const views = await lifecycleViews(found, {
    ...{ lifecycleBoard, expirationPolicies, documentHolds, timeZones },
    now: question.asOf,
  });
  const documents = views.map((view, at) => ({
    ...view,
    typeName: found[at]?.typeName ?? null,
    ownerName: nameOf.get(view.ownerUserId ?? '') ?? null,
  }));
  const end = found.at(-1);
  return {
    documents,
    last: end === undefined ? null : { part: end.part, value: end.sortedBy, documentId: end.documentId },
  };
}

type Reading = Pick<
  LifecyclePorts,
  'lifecycleBoard' | 'expirationPolicies' | 'documentHolds' | 'memberDirectory'
> &
  Pick<HandlerContext, 'timeZones'>;

type Documents = AsyncIterable<readonly ExportedDocument[]>;

/** The mark at the beginning has spreadsheets read it as UTF-8. */
async function* asCsv(pages: Documents, columns: readonly ExportColumn[]): AsyncGenerator<string> {
  async function* batches() {
    yield [columns];
    for await (const documents of pages)
      yield documents.map((document) => valuesOf(document, columns).map(cellOf));
  }
  yield '\uFEFF';
  yield* csvPieces(batches());
}

async function* asJson(pages: Documents, columns: readonly ExportColumn[]): AsyncGenerator<string> {
  let separator = '[';
  for await (const documents of pages) {
    const objects = documents.map((document) => {
      const values = valuesOf(document, columns);
      return JSON.stringify(Object.fromEntries(columns.map((column, at) => [column, values[at]])));
    });
    yield `${separator}\n${objects.join(',\n')}`;
    separator = ',';
  }
  yield separator === '[' ? '[]\n' : '\n]\n';
}
