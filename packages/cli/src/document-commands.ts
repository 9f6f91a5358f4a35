import type { Operation } from '@chancery/sdk/operations';
import { type Command, Option } from 'commander';
import { connect } from './connection.ts';
import { addDownloadCommand } from './download-command.ts';
import { withExamples } from './help-examples.ts';
import { show } from './operation-call.ts';
import type { GlobalOptions, Surroundings } from './surroundings.ts';
import { addUploadCommand } from './upload-command.ts';

/** What people do with documents and no single operation does: send files of any size, fetch them over bad lines, move several. */
export function addDocumentCommands(
  documents: Command,
  surroundings: Surroundings,
  started: (operation: Operation) => void,
): void {
  const operation = (id: string) => surroundings.operations.find((each) => each.id === id);
  const [create, content, update] = ['createDocumentFromUpload', 'getDocumentContent', 'updateDocument'].map(
    operation,
  );
  if (create) addUploadCommand(documents, create, surroundings, started);
  if (content) addDownloadCommand(documents, content, surroundings, started);
  if (update) addMoveCommand(documents, update, surroundings, started);
}

interface Answer {
  readonly document: object;
}

function addMoveCommand(
  documents: Command,
  operation: Operation,
  surroundings: Surroundings,
  started: (operation: Operation) => void,
): void {
  const folder = new Option('--folder-id <id>', 'The folder that they are to lie in; root is none.');
  const command = documents
    .command('move')
    .argument('<documentId...>')
    .summary('Move documents to another folder')
    .description('Moves one document or several to a folder, or with --folder-id root out of any.')
    .addOption(folder.makeOptionMandatory())
    .action(async (documentIds: readonly string[], _options, self: Command) => {
      started(operation);
      const options = self.optsWithGlobals<GlobalOptions & { readonly folderId: string }>();
      const folderId = ['root', 'null'].includes(options.folderId) ? null : options.folderId;
      const { client } = connect(options, surroundings, operation.credentials);
      const moved = { ...operation, id: 'moveDocument' };
      for (const documentId of documentIds) {
        const answer = await client.call<Answer>(operation.route, { documentId, folderId });
        show(answer, options, surroundings, { operation: moved });
      }
    });
  withExamples(command, () => [
    'chancery documents move $DOCUMENT_ID --folder-id $FOLDER_ID',
    'chancery documents move $DOCUMENT_ID --folder-id root',
  ]);
}
