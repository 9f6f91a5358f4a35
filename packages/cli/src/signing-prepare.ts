import type { Operation } from '@chancery/sdk/operations';
import type { Command } from 'commander';
import { connect } from './connection.ts';
import { withExamples } from './help-examples.ts';
import { documentOf } from './signing-document.ts';
import type { GlobalOptions, Surroundings } from './surroundings.ts';

/** `signing prepare <file or documentId>`: where somebody places the fields by hand and sends it. */
export function addPrepareCommand(
  signing: Command,
  operation: Operation,
  surroundings: Surroundings,
  started: (operation: Operation) => void,
): void {
  const command = signing
    .command('prepare')
    .argument('<fileOrDocumentId>')
    .summary('Show where to prepare a document by hand')
    .description(
      'Uploads the file, unless you give the id of a document, and prints the address of the page on which you say who signs, put the fields where they belong, and send it.',
    )
    .action(async (what: string, _options, self: Command) => {
      started(operation);
      const options = self.optsWithGlobals<GlobalOptions>();
      const { client, target } = connect(options, surroundings, operation.credentials);
      const documentId = await documentOf(what, client);
      const url = new URL(`/documents/prepare/${documentId}`, target.baseUrl).href;
      surroundings.stdout.write(
        options.json ? `${JSON.stringify({ documentId, url }, null, 2)}\n` : `${url}\n`,
      );
    });
  withExamples(command, () => [
    'chancery signing prepare contract.pdf',
    'chancery signing prepare $DOCUMENT_ID',
  ]);
}
