import { isSession, type Session } from '@chancery/sdk';
import type { Command } from 'commander';
import { clientFor, connect, profileStore, targetOf } from './connection.ts';
import { UsageError } from './exit-codes.ts';
import { withExamples } from './help-examples.ts';
import { note, show } from './operation-call.ts';
import { type Configuration, onlyTokens } from './profiles.ts';
import { type Challenge, deviceNameOf, metChallenge } from './second-factor.ts';
import type { GlobalOptions, Surroundings } from './surroundings.ts';

interface LoginOptions extends GlobalOptions {
  readonly email?: string;
  readonly passwordStdin?: boolean;
  readonly withApiKey?: boolean;
  readonly code?: string;
}

/** `auth login` and `auth logout`: the tokens of a person, or a key, kept in a profile. */
export function addSessionCommands(auth: Command, surroundings: Surroundings): void {
  const signIn = auth
    .command('login')
    .summary('Sign in and keep the session in a profile')
    .description(
      'Signs in and keeps the tokens in the profile, where they renew themselves; it becomes the current one. Asks for what is not given.',
    )
    .option('--email <address>', 'The address of the account.')
    .option('--password-stdin', 'Read the password (or the API key) from standard input.')
    .option('--code <code>', 'The second factor where one is asked for: a code or a recovery code.')
    .option('--with-api-key', 'Keep an API key instead of signing in.')
    .action((_options, command: Command) => login(command.optsWithGlobals<LoginOptions>(), surroundings));
  withExamples(signIn, () => [
    'chancery auth login --base-url https://chancery.example.org',
    'chancery auth login --email ada@example.com --password-stdin < password.txt',
    'chancery auth login --with-api-key --profile booking',
  ]);
  auth
    .command('logout')
    .summary('End the session and forget its tokens')
    .description('Ends the session at the service and forgets the tokens and the API key of the profile.')
    .action((_options, command: Command) => logout(command.optsWithGlobals<GlobalOptions>(), surroundings));
}

async function login(options: LoginOptions, surroundings: Surroundings): Promise<void> {
  const { profileName, profile, baseUrl } = targetOf(options, surroundings);
  const { readInput, ask, stderr, env } = surroundings;
  const store = profileStore(surroundings);
  const { hostname, protocol } = new URL(baseUrl);
  if (protocol === 'http:' && !/^(localhost|127\.|\[::1\])/.test(hostname)) {
    note([`${baseUrl} is not encrypted: others on the way can read what you send.`], options, stderr, env);
  }
  const secret = async (question: string) =>
    options.passwordStdin
      ? (await readInput()).replace(/\r?\n$/, '')
      : ask(question, { hidden: true, instead: '--password-stdin' });
  const switched = switchOf(store.read(), profileName);
  const kept = profile && new URL(profile.baseUrl).origin === new URL(baseUrl).origin ? profile : {};

  if (options.withApiKey) {
    store.put(profileName, { ...kept, baseUrl, apiKey: (await secret('API key: ')).trim() }, profileName);
    const keptIn = `The key is kept in the profile "${profileName}" for ${baseUrl}.`;
    note([keptIn, ...switched], options, stderr, env);
    return;
  }
  const email = options.email ?? (await ask('E-mail: ', { instead: '--email' }));
  const password = await secret('Password: ');
  const client = clientFor(baseUrl, options, surroundings);
  const body = { email, password, deviceName: deviceNameOf(surroundings) };
  const answer = await client.call<(Session & { readonly tokenType: 'Bearer' }) | Challenge>(
    'POST /api/v1/auth/login',
    body,
  );
  const session = isSession(answer) ? answer : await metChallenge(answer, client, surroundings, options.code);
  store.put(profileName, { ...kept, baseUrl, email, session: onlyTokens(session) }, profileName);
  const signedIn = `Signed in to ${baseUrl} as ${email} (profile "${profileName}").`;
  note([signedIn, ...switched], options, stderr, env);
}

/** That every later command acts by another profile than before, if there was one. */
const switchOf = ({ current, profiles }: Configuration, next: string): readonly string[] =>
  current === next || !Object.hasOwn(profiles, current)
    ? []
    : [
        `"${next}" is the current profile now, instead of "${current}". Go back with \`chancery profiles use ${current}\`.`,
      ];

async function logout(options: GlobalOptions, surroundings: Surroundings): Promise<void> {
  const { target, client } = connect(options, surroundings, ['bearer']);
  const { profile, profileName } = target;
  const { stderr, env, operations } = surroundings;
  if (!profile) throw new UsageError(`Nobody is signed in (profile "${profileName}").`);

  const operation = operations.find(({ id }) => id === 'logout');
  const ended =
    profile.session && operation ? await client.call(operation.route).catch((error: Error) => error) : null;
  profileStore(surroundings).put(profileName, { baseUrl: profile.baseUrl });
  note([`The profile "${profileName}" keeps no credential any more.`], options, stderr, env);
  if (ended instanceof Error) {
    note([`The service did not confirm the end of the session: ${ended.message}`], options, stderr, env);
  }
}

/** `profiles`: which services and credentials are kept. */
export function addProfileCommands(program: Command, surroundings: Surroundings): void {
  const profiles = program
    .command('profiles')
    .helpCommand(false)
    .helpGroup('Signing in:')
    .description('The services and credentials that are kept.');
  const store = () => profileStore(surroundings);
  const existing = (name: string) => {
    const found = store().get(name);
    if (found) return found;
    const names = Object.keys(store().read().profiles).join(', ') || 'none';
    throw new UsageError(`There is no profile "${name}".`, `Profiles: ${names}.`);
  };
  const described = (name: string) => {
    const { baseUrl, email = null, session, apiKey } = existing(name);
    const keeps = [session ? 'session' : [], apiKey ? `API key ${apiKey.slice(0, 18)}…` : []].flat();
    return { name, current: store().read().current === name, baseUrl, email, keeps };
  };

  profiles
    .command('list')
    .description('List the profiles.')
    .action((_options, command: Command) => {
      const rows = Object.keys(store().read().profiles).sort().map(described);
      show({ profiles: rows, count: rows.length }, command.optsWithGlobals(), surroundings);
    });
  profiles
    .command('show')
    .argument('[name]', 'the current one where not given')
    .description('Show one profile, without its secrets.')
    .action((name: string | undefined, _options, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>();
      show(described(name ?? targetOf(options, surroundings).profileName), options, surroundings);
    });
  profiles
    .command('use')
    .argument('<name>')
    .description('Make a profile the current one.')
    .action((name: string) => {
      existing(name);
      store().use(name);
    });
  profiles
    .command('remove')
    .argument('<name>')
    .description('Forget a profile and its credentials. The session itself is not ended; see logout.')
    .action((name: string) => {
      existing(name);
      store().put(name, null);
    });
}
