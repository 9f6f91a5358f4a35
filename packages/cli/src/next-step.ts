import { ChanceryError, ConnectionError, TimeoutError } from '@chancery/sdk';
import type { Operation } from '@chancery/sdk/operations';
import { commandOf, commandPathOf } from './command-names.ts';
import { UsageError } from './exit-codes.ts';

/** What to do about a failure, as a command if there is one. */
export function nextStepOf(
  error: unknown,
  operations: readonly Operation[],
  operation: Operation | null,
): string | null {
  if (error instanceof UsageError) return error.nextStep;
  if (error instanceof ConnectionError) {
    return 'Check the address (--base-url, CHANCERY_BASE_URL), or start a server here with `chancery serve`.';
  }
  if (error instanceof TimeoutError) return 'Give it longer with --timeout <seconds>.';
  if (!(error instanceof ChanceryError)) return null;

  const { code } = error;
  const command = (...ids: string[]) => {
    const found = operations.find(({ id }) => ids.includes(id));
    return found ? commandOf(found) : null;
  };
  const missingScope = /\b[a-z]+\.(read|write)\b/.exec(JSON.stringify(error.details))?.[0];
  const steps: Record<string, string | null> = {
    'auth.required': `Nobody is signed in here: ${waysIn(operation)}.`,
    'auth.access_token_required': `This takes a member, not an API key: run \`chancery auth login\`.${suffix(' With a key, use', counterpartOf(operation, operations))}`,
    'auth.api_key_required': `This takes an API key: set CHANCERY_API_KEY.${suffix(' Make one with', command('createApiKey'))}${suffix(' As a member, use', counterpartOf(operation, operations))}`,
    'auth.reauthentication_required':
      'Prove that it is you: run `chancery auth login` again, then repeat the command.',
    'attestation.reauthentication_failed':
      'For recent_session, prove first that it is you: run `chancery auth reauthenticate --password`, then repeat the command. For another method, repeat it and type the proof again.',
    'scope.missing': `An owner adds the scope, and the key stays valid:${suffix('', command('updateApiKey'), '--scopes <scopes>')}, with all scopes that it has${missingScope ? ` and ${missingScope}` : ''}.`,
    version_conflict: `Read it again${suffix(' with', readerOf(operation, operations))}, then repeat with the --expected-version that it shows.`,
    rate_limited: `Wait ${Math.ceil(error.retryAfterSeconds ?? 60)} seconds and repeat.`,
    'idempotency.key_reused': 'Use another --idempotency-key for another request.',
    'idempotency.in_flight': 'Repeat with the same --idempotency-key in a second.',
    'folder.not_found': suffix('See the folders with', command('listDocuments')).trim() || null,
    'dependency.unavailable': `Try again shortly.${suffix(' See what is away with', command('getHealth', 'health'))}`,
    'response.malformed': 'Check the address (--base-url): something else than Chancery answers there.',
  };
  const step = steps[code];
  if (step) return step;
  if (/^auth\.(token_|refresh_|session_)/.test(code)) return 'Run `chancery auth login` again.';
  if (code.startsWith('auth.key_'))
    return `Set CHANCERY_API_KEY to a key that is valid.${suffix(' See them with', command('listApiKeys'))}`;
  if (code.startsWith('plan.')) return 'An owner can see and change the plan under billing.';
  if (code.endsWith('.not_found'))
    return suffix('See what is there with', listOf(operation, operations)) || null;
  if (error.status === 400 && operation)
    return `See what it takes: \`chancery ${commandPathOf(operation).join(' ')} --help\``;
  return null;
}

const suffix = (words: string, command: string | null, ...more: readonly string[]) =>
  command ? `${words} \`${[command, ...more].join(' ')}\`` : '';

/** How to be let in by an operation that was called without any credential. */
function waysIn(operation: Operation | null): string {
  const { credentials = [] } = operation ?? {};
  const ways = [
    ...(credentials.includes('bearer') ? ['run `chancery auth login`'] : []),
    ...(credentials.includes('apiKey') ? ['set CHANCERY_API_KEY'] : []),
  ];
  return ways.join(', or ') || 'run `chancery auth login`, or set CHANCERY_API_KEY';
}

/** The command that does the same for the other kind of caller: members, or applications with a key. */
function counterpartOf(operation: Operation | null, operations: readonly Operation[]): string | null {
  if (operation === null) return null;
  const words = commandPathOf(operation);
  const wanted = (words[0] === 'integrations' ? words.slice(1) : ['integrations', ...words]).join(' ');
  const found = operations.find((each) => commandPathOf(each).join(' ') === wanted);
  return found ? commandOf(found) : null;
}

function readerOf(operation: Operation | null, operations: readonly Operation[]): string | null {
  const reader = operations.find(
    ({ method, path }) => method === 'GET' && operation?.path.startsWith(path) && path.endsWith('}'),
  );
  return reader ? commandOf(reader) : null;
}

/** The list that the path's last id comes from. */
function listOf(operation: Operation | null, operations: readonly Operation[]): string | null {
  const collection = operation?.path.replace(/\/\{[^}]*\}[^{]*$/, '');
  const list = operations.find(({ method, path }) => method === 'GET' && path === collection);
  return list ? commandOf(list) : null;
}
