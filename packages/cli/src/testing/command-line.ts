import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Operation } from '@chancery/sdk/operations';
import { endpointsOf } from '../../../sdk/generator/operations.ts';
import { type Answer, type Seen, serviceDouble } from '../../../sdk/src/testing/service-double.ts';
import type { HostCommand } from '../host-commands.ts';
import { run } from '../run.ts';

const sample = new URL('../../../sdk/generator/testing/sample-openapi.json', import.meta.url);

/** The operations of the sample contract. */
export const sampleOperations: readonly Operation[] = endpointsOf(
  JSON.parse(readFileSync(sample, 'utf8')),
).map(({ operation }) => operation);

export interface Situation {
  readonly env?: Readonly<Record<string, string>>;
  /** Columns of a terminal; without them the output goes to a file. */
  readonly columns?: number;
  readonly input?: string;
  /** Answers to what is asked at the terminal, in order. */
  readonly answers?: readonly string[];
  readonly host?: readonly HostCommand[] | null;
  /** Called when the host is loaded. */
  readonly loaded?: () => void;
  readonly operations?: readonly Operation[];
  /** Whether somebody sits at the terminal. */
  readonly interactive?: boolean;
}

/** A person at a terminal with a home of their own, before a service that answers as the test says. */
export async function commandLine(answer: (request: Seen, index: number) => Answer | Promise<Answer>) {
  const homeDirectory = mkdtempSync(join(tmpdir(), 'chancery-cli-'));
  const service = await serviceDouble(answer);
  const configFile = join(homeDirectory, '.config/chancery/config.json');

  async function chancery(args: readonly string[], situation: Situation = {}) {
    const {
      env = {},
      columns,
      input = '',
      answers = [],
      host = null,
      loaded = () => {},
      operations = sampleOperations,
      interactive = true,
    } = situation;
    const asked: string[] = [];
    const replies = [...answers];
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    const output = (chunks: Buffer[]) => ({
      write: (content: string | Uint8Array) => chunks.push(Buffer.from(content)),
      isTTY: columns !== undefined,
      columns,
    });
    const exitCode = await run(args, {
      operations,
      env: { CHANCERY_BASE_URL: service.baseUrl, ...env },
      homeDirectory,
      hostName: 'laptop',
      stdout: output(out),
      stderr: output(err),
      readInput: async () => input,
      ask: async (question, { hidden = false } = {}) => {
        asked.push(hidden ? `${question}(hidden)` : question);
        return replies.shift() ?? '';
      },
      interactive,
      fetch,
      loadHost: async () => {
        loaded();
        return host;
      },
    });
    return { exitCode, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString(), asked };
  }

  const close = async () => {
    await service.close();
    rmSync(homeDirectory, { recursive: true, force: true });
  };
  return { chancery, requests: service.requests, baseUrl: service.baseUrl, homeDirectory, configFile, close };
}

export type CommandLine = Awaited<ReturnType<typeof commandLine>>;
