import { type Command, InvalidArgumentError, Option } from 'commander';
import { connect } from './connection.ts';
import { withExamples } from './help-examples.ts';
import { note } from './operation-call.ts';
import type { GlobalOptions, Surroundings } from './surroundings.ts';
import {
  type Forwarded,
  listenForWebhooks,
  type WebhookContext,
  webhookContexts,
} from './webhook-listener.ts';

const examples = [
  'chancery webhooks listen --forward-to http://localhost:3000/hooks',
  'chancery webhooks listen --forward-to http://localhost:3000/hooks --events meeting.created,meeting.cancelled',
  'chancery webhooks listen --forward-to http://localhost:3000/hooks --context lifecycle',
];

interface ListenOptions {
  readonly forwardTo: string;
  readonly events: readonly string[];
  readonly context: WebhookContext;
  readonly interval: number;
}

/** `webhooks listen --forward-to <url>`: brings webhooks to a program that the service cannot reach. */
export function addListenCommand(webhooks: Command, surroundings: Surroundings): void {
  const listen = webhooks
    .command('listen')
    .summary('Bring webhooks to a program on this machine')
    .description(
      'Registers an endpoint with a secret of its own, reads what is recorded for it, and sends it to your program, signed as the service signs it. The endpoint is deleted when you end the command with Ctrl+C.',
    )
    .addOption(
      new Option('--forward-to <url>', 'Where your program listens, such as http://localhost:3000/hooks.')
        .argParser(address)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--events <types>', 'Only these event types, separated by commas.')
        .argParser((text) => text.split(',').map((type) => type.trim()))
        .default(['*'], 'all'),
    )
    .addOption(
      new Option('--context <context>', 'workspace: meetings, members, projects; lifecycle: documents.')
        .choices(webhookContexts)
        .default('workspace'),
    )
    .addOption(
      new Option('--interval <seconds>', 'How often to ask for what is new.').argParser(seconds).default(1),
    )
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions & ListenOptions>();
      const { client } = connect(options, surroundings, ['bearer']);
      const { stdout, stderr, env, interruption, hostName, fetch } = surroundings;
      await listenForWebhooks(client, {
        url: options.forwardTo,
        eventTypes: options.events,
        context: options.context,
        description: `chancery webhooks listen on ${hostName}`.slice(0, 200),
        intervalMs: options.interval * 1000,
        fetch,
        signal: interruption?.() ?? new AbortController().signal,
        tell: (text) => note([text], options, stderr, env),
        forwarded: (each) => stdout.write(`${options.json ? JSON.stringify(each) : lineOf(each)}\n`),
      });
    });
  withExamples(listen, () => examples);
}

const lineOf = ({ eventType, deliveryId, status, error }: Forwarded): string =>
  `${eventType}  ${deliveryId}  ${status ?? error}`;

function address(text: string): string {
  if (!URL.canParse(text) || !/^https?:/.test(text))
    throw new InvalidArgumentError('Write it as http://localhost:3000/hooks.');
  return text;
}

function seconds(text: string): number {
  const number = Number(text);
  if (!(number >= 0.1 && number <= 3600)) throw new InvalidArgumentError('It must be 0.1 to 3600 seconds.');
  return number;
}
