import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ByteSource, DetectedType } from '@chancery/core';
import { readWhole } from './content-range.ts';
import type { FromChild, ToChild } from './inspection-messages.ts';

const runsFromSource = import.meta.url.endsWith('.ts');
const program = fileURLToPath(
  new URL(runsFromSource ? './inspection-child.ts' : './inspection-child.js', import.meta.url),
);
/** What reads TypeScript while we develop; no package of ours needs it. */
const loader: string = 'tsx';
const sourceArguments = () => ['--conditions=@chancery/source', `--import=${import.meta.resolve(loader)}`];

/** One process that inspects one archive at a time. */
export class InspectionProcess {
  readonly #child: ChildProcess;
  readonly #stepSeconds: number;
  /** How many archives it was given. */
  tasks = 0;
  hasEnded = false;

  constructor(stepSeconds: number) {
    this.#stepSeconds = stepSeconds;
    this.#child = fork(program, {
      serialization: 'advanced',
      execArgv: ['--max-old-space-size=128', ...(runsFromSource ? sourceArguments() : [])],
    });
    this.#child.once('exit', () => {
      this.hasEnded = true;
    });
    this.rest();
  }

  get id(): number | undefined {
    return this.#child.pid;
  }

  /**
   * What the archive is. Reading fails as `content` does. One that keeps the process busy or fills its memory is unsafe;
   * then, or after any other failure of it, the process has ended.
   */
  async inspect(content: ByteSource): Promise<DetectedType> {
    this.tasks += 1;
    this.#child.ref();
    this.#child.channel?.ref();
    return new Promise<DetectedType>((resolve, reject) => {
      let unread: unknown;
      let isBusyTooLong = false;
      const watch = setTimeout(() => {
        isBusyTooLong = true;
        this.end();
      }, this.#stepSeconds * 1000);
      const settle = (finish: () => void) => {
        clearTimeout(watch);
        this.#child.removeAllListeners('message').removeListener('exit', ended);
        finish();
      };
      const ended = (_: number | null, signal: string | null) =>
        settle(() =>
          isBusyTooLong || signal === 'SIGABRT'
            ? resolve({ kind: 'unsafe_archive' })
            : reject(new Error('The process that inspects archives has ended')),
        );
      this.#child.once('exit', ended);
      this.#child.on('message', (message: FromChild) => {
        watch.refresh();
        if (message.kind === 'read') {
          readWhole(content, message.start, message.end).then(
            (bytes) => this.#say({ kind: 'bytes', bytes }),
            (error: unknown) => {
              unread = error;
              this.#say({ kind: 'bytes', bytes: null });
            },
          );
        } else if (message.kind === 'found') settle(() => resolve(message.type));
        else settle(() => reject(message.kind === 'unread' ? unread : new Error(message.message)));
      });
      this.#say({ kind: 'inspect', sizeBytes: content.sizeBytes });
    });
  }

  /** While it has nothing to do it keeps no process alive. */
  rest(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }

  end(): void {
    this.hasEnded = true;
    this.#child.kill('SIGKILL');
  }

  #say(message: ToChild): void {
    if (this.#child.connected) this.#child.send(message);
  }
}
