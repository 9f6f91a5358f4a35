import { createRequire } from 'node:module';
import { Chancery, type ClientOptions } from '@chancery/sdk';
import type { Operation } from '@chancery/sdk/operations';
import { UsageError } from './exit-codes.ts';
import { configurationFile, type Profile, ProfileStore } from './profiles.ts';
import type { GlobalOptions, Surroundings } from './surroundings.ts';

/** The version of this package, and of all of Chancery. */
export const { version } = createRequire(import.meta.url)('../package.json') as { readonly version: string };
const defaultBaseUrl = 'http://127.0.0.1:8080';

export const profileStore = (surroundings: Surroundings) => new ProfileStore(configurationFile(surroundings));

export interface Target {
  readonly profileName: string;
  readonly profile: Profile | null;
  readonly baseUrl: string;
}

/** Which service and profile a command is about: flags before environment before what is kept. */
export function targetOf(options: GlobalOptions, surroundings: Surroundings): Target {
  const { env } = surroundings;
  const store = profileStore(surroundings);
  const profileName = options.profile ?? (env.CHANCERY_PROFILE || store.read().current);
  const profile = store.get(profileName);
  const fromEnv = env.CHANCERY_BASE_URL || undefined;
  const kept = options.profile ? (profile?.baseUrl ?? fromEnv) : (fromEnv ?? profile?.baseUrl);
  const baseUrl = options.baseUrl ?? kept ?? defaultBaseUrl;
  if (!URL.canParse(baseUrl) || !/^https?:/.test(baseUrl)) {
    throw new UsageError(`"${baseUrl}" is no base URL.`, 'Write it as https://chancery.example.org.');
  }
  return { profileName, profile, baseUrl };
}

type Credential = Pick<ClientOptions, 'apiKey' | 'accessToken' | 'session'>;

/** A client for an operation, with the first credential that the operation accepts. */
export function connect(
  options: GlobalOptions,
  surroundings: Surroundings,
  accepted: Operation['credentials'] = [],
): { client: Chancery; target: Target } {
  const target = targetOf(options, surroundings);
  if (options.profile && !target.profile) {
    const names = Object.keys(profileStore(surroundings).read().profiles).join(', ') || 'none';
    const nextStep = `Profiles: ${names}. Run \`chancery auth login --profile ${options.profile}\`.`;
    throw new UsageError(`There is no profile "${options.profile}".`, nextStep);
  }
  const candidates = credentials(options, surroundings, target);
  const fitting = candidates.find((each) => accepted.includes(each.apiKey ? 'apiKey' : 'bearer'));
  return { client: clientFor(target.baseUrl, options, surroundings, fitting ?? candidates[0]), target };
}

export const clientFor = (
  baseUrl: string,
  options: GlobalOptions,
  { fetch }: Surroundings,
  credential: Credential = {},
) =>
  new Chancery({
    baseUrl,
    fetch,
    ...credential,
    ...(options.timeout !== undefined && { timeoutMs: options.timeout * 1000 }),
    headers: { 'user-agent': `chancery-cli/${version}` },
  });

/** Every credential at hand for the service, the one that wins first. */
export const credentialsFor = (options: GlobalOptions, surroundings: Surroundings): Credential[] =>
  credentials(options, surroundings, targetOf(options, surroundings));

function credentials(options: GlobalOptions, surroundings: Surroundings, target: Target): Credential[] {
  const { env } = surroundings;
  const { profile, profileName, baseUrl } = target;
  // What is kept for one service is never sent to another.
  const own = profile && new URL(profile.baseUrl).origin === new URL(baseUrl).origin ? profile : null;
  const kept = [
    ...(own?.session ? [{ session: profileStore(surroundings).session(profileName) }] : []),
    ...(own?.apiKey ? [{ apiKey: own.apiKey }] : []),
  ];
  const given = [
    ...(env.CHANCERY_API_KEY ? [{ apiKey: env.CHANCERY_API_KEY }] : []),
    ...(env.CHANCERY_TOKEN ? [{ accessToken: env.CHANCERY_TOKEN }] : []),
  ];
  return [
    ...(options.apiKey ? [{ apiKey: options.apiKey }] : []),
    ...(options.profile ? [...kept, ...given] : [...given, ...kept]),
  ];
}
