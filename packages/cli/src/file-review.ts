import { writeFile } from 'node:fs/promises';
import { ChanceryError } from '@chancery/sdk';
import type { Operation } from '@chancery/sdk/operations';
import { Option } from 'commander';
import { connect } from './connection.ts';
import { nameOf } from './download-command.ts';
import { UsageError } from './exit-codes.ts';
import { note, perform, show } from './operation-call.ts';
import type { OwnManner } from './operation-command.ts';
import { harmless } from './style.ts';
import type { GlobalOptions, Surroundings } from './surroundings.ts';
import { type Client, type Waiting, waitingFiles } from './waiting-files.ts';

interface Operations {
  readonly list: Operation;
  readonly read: Operation;
  readonly content: Operation;
  readonly me: Operation;
}

/** What is given for all files of a run. */
type Given = Readonly<Record<string, unknown>>;

interface Reviewed {
  readonly upload: { readonly status: string };
  readonly request: { readonly id: string; readonly title: string; readonly status: string };
  readonly document: { readonly id: string } | null;
}

interface Desk {
  readonly client: Client;
  readonly review: Operation;
  readonly content: Operation;
  readonly given: Given;
  readonly options: GlobalOptions;
  readonly surroundings: Surroundings;
}

/** `file-requests review`: one file by its id as the operation does, or all that wait, one after the other. */
export const reviewManner = (operations: Operations): OwnManner => ({
  found: ['uploadId', 'decision'],
  options: [
    new Option('--request <id>', 'Go through the files of this request; else of all your open ones.'),
  ],
  description:
    'Without the id of a file the command goes through all that wait and asks what becomes of each; with --decision it does the same with all of them and asks nothing.',
  examples: [
    'chancery file-requests review',
    'chancery file-requests review --request $REQUEST_ID --decision accept',
    "chancery file-requests review $UPLOAD_ID --decision reject --reason 'Only every second page is there.'",
  ],
  async run(review, input, own, options, surroundings) {
    if (input.uploadId !== undefined) {
      if (input.decision === undefined)
        throw new UsageError('The command also needs --decision.', 'Say accept, reject or reset.');
      return perform(review, input, own, options, surroundings);
    }
    refuseOfOne(input);
    const { client } = connect(options, surroundings, review.credentials);
    const { files, scanning } = await waitingFiles(client, operations, own.request);
    const desk: Desk = { client, review, content: operations.content, given: input, options, surroundings };
    const reviews = await goneThrough(files, desk);
    if (options.json) show({ reviews }, options, surroundings);
    else if (files.length === 0) sayIn(desk, 'No file waits for you.');
    if (scanning > 0) sayIn(desk, `Still being scanned: ${scanning}. Look again in a few seconds.`);
  },
});

/** What only one file can have, or be. */
function refuseOfOne({ decision, documentName }: Given): void {
  if (decision === 'reset')
    throw new UsageError('A decision is taken back for one file.', 'Name the file by its id.');
  if (documentName !== undefined)
    throw new UsageError('--document-name is for one file.', 'Name the file by its id.');
}

async function goneThrough(files: readonly Waiting[], desk: Desk): Promise<readonly Reviewed[]> {
  const { given, surroundings } = desk;
  const reviews: Reviewed[] = [];
  let named = '';
  for (const file of files) {
    const { id, title, clientName } = file.request;
    const decided = given.decision === undefined ? null : given;
    if (decided === null && named !== id)
      surroundings.stderr.write(`\n${harmless(title)}, from ${harmless(clientName)}\n`);
    named = id;
    const decision = decided ?? (await asked(file, desk));
    if (decision === 'quit') break;
    const review = decision === 'next' ? null : await reviewed(file, decision, desk);
    if (review === null) continue;
    if (review.request.status === 'completed' && !isComplete(file, reviews))
      sayIn(desk, `${title} is complete.`);
    reviews.push(review);
  }
  return reviews;
}

/** Whether the request of the file was complete before it. */
const isComplete = ({ request }: Waiting, reviews: readonly Reviewed[]): boolean =>
  (reviews.findLast((review) => review.request.id === request.id)?.request ?? request).status === 'completed';

/** Beside the data, for people. */
const sayIn = ({ options, surroundings: { stderr, env } }: Desk, line: string): void =>
  note([harmless(line)], options, stderr, env);

/** What somebody at the terminal decides about the file, who may save it before. */
async function asked(file: Waiting, desk: Desk): Promise<Given | 'next' | 'quit'> {
  const { ask, stderr } = desk.surroundings;
  stderr.write(`${described(file)}\n`);
  for (;;) {
    const word = (
      await ask('[a]ccept, [r]eject, [s]ave it here, [n]ext or [q]uit: ', { instead: '--decision' })
    )
      .trim()
      .toLowerCase();
    if (word === 'a' || word === 'accept') return { decision: 'accept' };
    if (word === 'n' || word === 'next' || word === '') return 'next';
    if (word === 'q' || word === 'quit') return 'quit';
    if (word === 's' || word === 'save') await save(file, desk);
    if (word !== 'r' && word !== 'reject') continue;
    const reason = (await ask('Why, in words that the client reads: ', { instead: '--reason' })).trim();
    if (reason !== '') return { decision: 'reject', reason };
  }
}

function described({ item, upload }: Waiting): string {
  const { fileName, mimeType, sizeBytes, uploaderName, note: said, duplicateOf } = upload;
  const size = `${Math.max(1, Math.round(sizeBytes / 1000)).toLocaleString('en')} kB`;
  const parts = [
    `${item.name}: ${fileName} (${mimeType}, ${size})`,
    ...(uploaderName === null ? [] : [`sent by ${uploaderName}`]),
    ...(said === null ? [] : [`“${said}”`]),
    ...(duplicateOf === null ? [] : ['the same bytes came before']),
  ];
  return parts.map((part) => harmless(part)).join(', ');
}

async function save({ upload }: Waiting, desk: Desk): Promise<void> {
  const { client, content } = desk;
  const { stream, fileName } = await client.download(content.route, { uploadId: upload.id });
  const path = nameOf({ fileName });
  try {
    await writeFile(path, stream, { flag: 'wx' });
    sayIn(desk, `Written to ${path}.`);
  } catch (error) {
    await stream.cancel().catch(() => undefined);
    sayIn(desk, `${path} cannot be written: ${error instanceof Error ? error.message : error}`);
  }
}

/** Null if somebody else was faster. */
async function reviewed(file: Waiting, decision: Given, desk: Desk): Promise<Reviewed | null> {
  const { client, review, given, options, surroundings } = desk;
  try {
    const input = { ...given, ...decision, uploadId: file.upload.id };
    const answer = await client.call<Reviewed>(review.route, input);
    if (!options.json) surroundings.stdout.write(`${outcome(file, answer)}\n`);
    return answer;
  } catch (error) {
    if (!(error instanceof ChanceryError) || error.code !== 'client_upload.not_reviewable') throw error;
    sayIn(desk, 'Somebody else has decided about it meanwhile.');
    return null;
  }
}

function outcome({ item, upload }: Waiting, { upload: { status }, document }: Reviewed): string {
  const what = `${harmless(item.name)}: ${harmless(upload.fileName)} is ${status}`;
  return document === null ? `${what}.` : `${what}, as document ${document.id}.`;
}
