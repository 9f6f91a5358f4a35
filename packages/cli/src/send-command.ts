import { upload } from '@chancery/sdk/uploads';
import { type Command, Option } from 'commander';
import { connect } from './connection.ts';
import { UsageError } from './exit-codes.ts';
import { withExamples } from './help-examples.ts';
import { show } from './operation-call.ts';
import { progressBar } from './progress-bar.ts';
import { chunkSizeOption, sendingWords } from './sending.ts';
import type { GlobalOptions, Surroundings } from './surroundings.ts';

const examples = [
  'chancery uploads send report.pdf',
  'chancery uploads send scan.tiff --purpose record_attachment --name Scan.tiff',
];
const purposes = ['document', 'record_attachment'] as const;

interface SendOptions {
  readonly purpose: (typeof purposes)[number];
  readonly name?: string;
  readonly mimeType?: string;
  readonly chunkSize?: number;
  readonly session?: string;
  readonly resume: boolean;
}

/** `uploads send <file>`: sends a file of any size, going on where an earlier run for the same bytes stopped. */
export function addSendCommand(uploads: Command, surroundings: Surroundings): void {
  const command = uploads
    .command('send')
    .argument('<file>')
    .summary('Send a file of any size, resuming what was begun')
    .description(
      'Hashes the file, sends what is missing four chunks at once, and completes. Run again after an interruption, it goes on with the open session for the same bytes.',
    )
    .addOption(
      new Option('--purpose <purpose>', 'What may be made of the file.')
        .choices(purposes)
        .default('document'),
    )
    .option('--name <name>', 'Shown instead of the name of the file.')
    .option('--mime-type <type>', 'A hint; the bytes decide.')
    .addOption(chunkSizeOption())
    .option('--session <id>', 'The upload session to go on with.')
    .option('--no-resume', 'Begin anew, whatever is open.')
    .action(async (file: string, _options, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions & SendOptions>();
      const { client } = connect(options, surroundings, ['bearer']);
      const bar = progressBar(options, surroundings);
      try {
        const session = await upload(client, file, {
          purpose: options.purpose,
          fileName: options.name,
          mimeType: options.mimeType,
          chunkSizeBytes: options.chunkSize,
          uploadSessionId: options.session,
          resume: options.resume,
          onProgress: ({ phase, doneBytes, totalBytes }) =>
            bar.tell(sendingWords[phase], doneBytes, totalBytes),
        }).catch((error: unknown) => {
          throw isAbsentFile(error) ? new UsageError(`${file} cannot be read: ${error.message}`) : error;
        });
        bar.end();
        show({ uploadSession: session }, options, surroundings);
      } finally {
        bar.end();
      }
    });
  withExamples(command, () => examples);
}

const isAbsentFile = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && ['ENOENT', 'EACCES', 'EISDIR'].includes(String(error.code));
