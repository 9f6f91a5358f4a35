import { setTimeout } from 'node:timers/promises';
import { downloadDocument } from '@chancery/sdk/download-document';
import type { Operation } from '@chancery/sdk/operations';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { connect } from './connection.ts';
import { toFile } from './download-command.ts';
import { SigningEnded } from './exit-codes.ts';
import { withExamples } from './help-examples.ts';
import { harmless } from './style.ts';
import type { GlobalOptions, Surroundings } from './surroundings.ts';

const usualSeconds = 5;
const ends = ['none', 'preparing', 'sealed', 'declined', 'voided', 'expired'];

interface WatchOptions extends GlobalOptions {
  readonly output?: string;
  readonly interval?: number;
}

/** What the detail of a document says, as far as it is shown here. */
interface Detail {
  readonly document: { readonly signatureStatus: string };
  readonly signers: readonly { readonly id: string; readonly name: string; readonly status: string }[];
}

/** `signing watch <documentId>`: a line for each change. */
export function addWatchCommand(
  signing: Command,
  operation: Operation,
  surroundings: Surroundings,
  started: (operation: Operation) => void,
): void {
  const command = signing
    .command('watch')
    .argument('<documentId>')
    .summary('Follow a document until it is sealed')
    .description(
      'Prints a line for each change until the document is sealed, declined, voided or expired. Ends with code 0 if it is sealed, and with 6 otherwise.',
    )
    .option('--output <path>', 'Save the sealed file there.')
    .addOption(
      new Option('--interval <seconds>', 'How often to look.').argParser(secondsOf).default(usualSeconds),
    )
    .action(async (documentId: string, _options, self: Command) => {
      started(operation);
      const options = self.optsWithGlobals<WatchOptions>();
      const { client } = connect(options, surroundings, operation.credentials);
      await watchSigning(client, operation, documentId, options, surroundings);
    });
  withExamples(command, () => [
    'chancery signing watch $DOCUMENT_ID',
    'chancery signing watch $DOCUMENT_ID --output sealed.pdf',
  ]);
}

export async function watchSigning(
  client: Parameters<typeof downloadDocument>[0],
  { route }: Operation,
  documentId: string,
  options: WatchOptions,
  surroundings: Surroundings,
): Promise<void> {
  const shown = new Map<string, string>();
  const tell = (key: string, who: string, status: string) => {
    if (shown.get(key) === status) return;
    shown.set(key, status);
    surroundings.stdout.write(
      options.json ? `${JSON.stringify({ who, status })}\n` : `${harmless(who)}: ${status}\n`,
    );
  };
  for (;;) {
    const { document, signers } = await client.call<Detail>(route, { documentId });
    for (const { id, name, status } of signers) tell(id, name, status);
    tell('document', 'document', document.signatureStatus);
    if (ends.includes(document.signatureStatus)) {
      if (document.signatureStatus !== 'sealed') throw new SigningEnded(document.signatureStatus);
      break;
    }
    await setTimeout((options.interval ?? usualSeconds) * 1000);
  }
  if (options.output !== undefined)
    await toFile(
      (received) => downloadDocument(client, documentId, { variant: 'sealed', received }),
      options,
      surroundings,
    );
}

function secondsOf(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError('It must be a number of seconds.');
  return Number(text);
}
