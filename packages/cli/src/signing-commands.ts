import type { Operation } from '@chancery/sdk/operations';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { connect } from './connection.ts';
import { UsageError } from './exit-codes.ts';
import { withExamples } from './help-examples.ts';
import { keysHint } from './keys-hint.ts';
import { note, show } from './operation-call.ts';
import {
  fieldNames,
  fieldOption,
  type GivenField,
  type GivenSigner,
  signerNames,
  signerOption,
} from './signer-options.ts';
import { documentOf } from './signing-document.ts';
import { addPrepareCommand } from './signing-prepare.ts';
import { addWatchCommand, watchSigning } from './signing-watch.ts';
import type { GlobalOptions, Surroundings } from './surroundings.ts';

interface RequestOptions extends GlobalOptions {
  readonly signer?: readonly GivenSigner[];
  readonly field?: readonly GivenField[];
  readonly signaturePage?: boolean;
  readonly deadlineDays?: number;
  readonly watch?: boolean;
}

/** What takes several operations: to have a file signed in one line, and to follow it to its end. */
export function addSigningCommands(
  signing: Command,
  surroundings: Surroundings,
  started: (operation: Operation) => void,
): void {
  const operation = (id: string) => surroundings.operations.find((each) => each.id === id);
  const [send, read] = [operation('sendDocument'), operation('getDocument')];
  if (send === undefined || read === undefined) return;
  addRequestCommand(signing, { send, read }, surroundings, started);
  addPrepareCommand(signing, read, surroundings, started);
  addWatchCommand(signing, read, surroundings, started);
}

function addRequestCommand(
  signing: Command,
  { send, read }: { readonly send: Operation; readonly read: Operation },
  surroundings: Surroundings,
  started: (operation: Operation) => void,
): void {
  const itemsOf = (list: string) => send.fields.find(({ name }) => name === list)?.items;
  const people = new Option(
    '--signer <fields>',
    `Who takes part, such as name=…,email=…,role=approver; repeat it. Keys: ${keysHint(signerNames, itemsOf('signers'))}.`,
  );
  const fields = new Option(
    '--field <fields>',
    `What to fill, such as signer=<email>,kind=signature,anchor='Signed by:' or ,page=1,x=0.1,y=0.8; repeat it. Keys: ${keysHint(fieldNames, itemsOf('fields'))}.`,
  );
  const command = signing
    .command('request')
    .argument('<fileOrDocumentId>')
    .summary('Send a file or a document for signature')
    .description(
      'Uploads the file, unless you give the id of a document, and sends it to the people you name. Whoever has no field signs on a page of its own with --signature-page.',
    )
    .addOption(people.argParser(signerOption).makeOptionMandatory())
    .addOption(fields.argParser(fieldOption))
    .option('--signature-page', 'Add a page for the signatures of people without a field.')
    .addOption(new Option('--deadline-days <number>', 'When the links end, in days.').argParser(daysOf))
    .option('--watch', 'Show every change until all is over.')
    .action(async (what: string, _options, self: Command) => {
      started(send);
      const options = self.optsWithGlobals<RequestOptions>();
      const input = requestOf(options);
      const { client } = connect(options, surroundings, send.credentials);
      const documentId = await documentOf(what, client);
      if (documentId !== what)
        note([`Uploaded as document ${documentId}.`], options, surroundings.stderr, surroundings.env);
      const answer = await client.call<object>(send.route, { documentId, ...input });
      if (options.watch !== true) show(answer, options, surroundings, { operation: send });
      else await watchSigning(client, read, documentId, options, surroundings);
    });
  withExamples(command, () => [
    "chancery signing request contract.pdf --signer 'name=Grace Hopper,email=grace@example.com' --signature-page",
    "chancery signing request $DOCUMENT_ID --signer email=grace@example.com --field 'signer=grace@example.com,kind=signature,anchor=Signed by:'",
  ]);
}

/** The body of sending; a field that names nobody is refused before anything is uploaded. */
function requestOf({ signer = [], field = [], signaturePage, deadlineDays }: RequestOptions) {
  const keys = new Map(signer.map(({ email, key }) => [email.toLowerCase(), key]));
  const fields = field.map(({ signer: email, ...given }) => {
    const signerKey = keys.get(email.toLowerCase());
    if (signerKey === undefined)
      throw new UsageError(`No --signer has the address ${email}.`, 'Name that person with --signer too.');
    return { ...given, signerKey };
  });
  const deadline = deadlineDays === undefined ? null : new Date(Date.now() + deadlineDays * 86_400_000);
  return {
    signers: signer,
    fields,
    ...(signaturePage === true ? { appendSignaturePage: true } : {}),
    ...(deadline === null ? {} : { deadlineAt: deadline.toISOString() }),
  };
}

function daysOf(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text) || Number(text) > 365)
    throw new InvalidArgumentError('It must be 1 to 365.');
  return Number(text);
}
