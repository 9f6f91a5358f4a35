import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Session, SessionStore } from '@chancery/sdk';
import { UsageError } from './exit-codes.ts';
import type { Surroundings } from './surroundings.ts';

/** One service and what signs in to it. */
export interface Profile {
  readonly baseUrl: string;
  readonly email?: string;
  readonly session?: Session;
  readonly apiKey?: string;
}
export interface Configuration {
  readonly current: string;
  readonly profiles: Readonly<Record<string, Profile>>;
}

export function configurationFile({
  env,
  homeDirectory,
}: Pick<Surroundings, 'env' | 'homeDirectory'>): string {
  return join(env.XDG_CONFIG_HOME || join(homeDirectory, '.config'), 'chancery', 'config.json');
}

/** The profiles kept in one file that only its owner can read. Each change replaces the file whole. */
export class ProfileStore {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** What is kept. Refuses a file that others can read: its tokens are to be taken as known to them. */
  read(): Configuration {
    let text: string;
    try {
      text = readFileSync(this.#file, 'utf8');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
        return { current: 'default', profiles: {} };
      throw error;
    }
    this.#refuseLoose(this.#file, '600');
    this.#refuseLoose(dirname(this.#file), '700');
    try {
      const { current, profiles } = JSON.parse(text) as Configuration; // the shape is checked on the next line
      if (typeof current === 'string' && typeof profiles === 'object' && profiles !== null)
        return { current, profiles };
    } catch {
      // Refused below, together with a wrong shape.
    }
    throw new UsageError(
      `${this.#file} is damaged.`,
      `Delete it and run \`chancery auth login\` again: rm ${this.#file}`,
    );
  }

  get(name: string): Profile | null {
    const { profiles } = this.read();
    return Object.hasOwn(profiles, name) ? (profiles[name] ?? null) : null;
  }

  /** Stores a profile; null removes it. */
  put(name: string, profile: Profile | null, current = this.read().current): void {
    if (!/^[A-Za-z0-9][\w.-]{0,63}$/.test(name)) {
      throw new UsageError(
        `"${name}" cannot be the name of a profile.`,
        'Use letters, digits, dots and hyphens.',
      );
    }
    const { [name]: _, ...others } = this.read().profiles;
    this.#write({ current, profiles: profile ? { ...others, [name]: profile } : others });
  }

  use(name: string): void {
    this.#write({ ...this.read(), current: name });
  }

  /** The session of a profile, for the client to load and renew. */
  session(name: string): SessionStore {
    return {
      load: () => this.get(name)?.session ?? null,
      save: (session) => {
        const profile = this.get(name);
        if (!profile) return;
        const { session: _, ...others } = profile;
        this.put(name, session ? { ...others, session: onlyTokens(session) } : others);
      },
    };
  }

  #write(configuration: Configuration): void {
    mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
    const draft = `${this.#file}.${randomUUID()}`;
    const handle = openSync(draft, 'wx', 0o600);
    try {
      writeSync(handle, `${JSON.stringify(configuration, null, 2)}\n`);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    try {
      renameSync(draft, this.#file);
    } catch (error) {
      rmSync(draft, { force: true });
      throw error;
    }
  }

  #refuseLoose(path: string, mode: string): void {
    // Windows keeps no such bits.
    if (process.platform === 'win32' || (statSync(path).mode & 0o077) === 0) return;
    throw new UsageError(
      `Others on this machine can open ${path}, which keeps your tokens.`,
      `Run: chmod ${mode} ${path}`,
    );
  }
}

/** A sign-in answers more than a session; only that is kept. */
export const onlyTokens = ({ accessToken, accessTokenExpiresAt, refreshToken }: Session): Session => ({
  accessToken,
  accessTokenExpiresAt,
  refreshToken,
});
