import {
  type AuthSession,
  type Chancery,
  isSession,
  type LoginInput,
  memorySession,
  type RequestOptions,
} from '@chancery/sdk';
import { type Installation, storyPassword } from './installation.ts';

/** How the people of a story sign in and find their mail. */
export interface People {
  /** The SDK with the tokens of a sign-in, which it renews by itself. */
  clientOf(session: AuthSession): Promise<Chancery>;
  /** Signs a person in anew; without a second factor. */
  signIn(email: string, more?: Partial<LoginInput>): Promise<Chancery>;
  /** Registers a person and follows the link that confirms the address. */
  registerVerified(email: string, displayName: string): Promise<Chancery>;
  /** Invites somebody new, who registers by the link: verified at once, and a member there and nowhere else. */
  joinByInvitation(
    host: Chancery,
    invitee: {
      readonly email: string;
      readonly displayName: string;
      readonly role: 'admin' | 'member' | 'guest';
    },
  ): Promise<Chancery>;
  /** What stands after # in the newest mail to the address that links to this page, such as `verify-email`. */
  mailedToken(address: string, page: string): Promise<string>;
}

export function peopleOf({ client, register, mails }: Installation): People {
  const clientOf = async (answer: AuthSession) => {
    const session = memorySession();
    await session.save(answer);
    return client({ session });
  };
  const people: People = {
    clientOf,
    async signIn(email, more = {}) {
      const answer = await client().identity.login({ email, password: storyPassword, ...more });
      if (!isSession(answer)) throw new Error('The sign-in asks for a second factor');
      return clientOf(answer);
    },
    async registerVerified(email, displayName) {
      const person = await register(email, displayName);
      await person.identity.verifyEmail({ token: await people.mailedToken(email, 'verify-email') });
      return person;
    },
    async joinByInvitation(host, { email, displayName, role }) {
      await host.workspace.createInvitation({ email, role });
      const invitationToken = await people.mailedToken(email, 'invitation');
      const registration = { email, displayName, password: storyPassword, invitationToken };
      return clientOf(await client().identity.registerAccount(registration));
    },
    async mailedToken(address, page) {
      const link = new RegExp(`/${page}#token=([\\w-]{43})`);
      const found = (await mails()).flatMap(({ to, text }) =>
        to.includes(address) ? (link.exec(text)?.[1] ?? []) : [],
      );
      const token = found.at(-1);
      if (token === undefined) throw new Error(`No mail to ${address} links to ${page}`);
      return token;
    },
  };
  return people;
}

/** The data of a call, with the HTTP status of its answer. */
export async function answerOf<T>(
  call: (options: RequestOptions) => Promise<T>,
): Promise<{ readonly status: number; readonly data: T }> {
  const statuses: number[] = [];
  const data = await call({ onResponse: ({ status }) => void statuses.push(status) });
  return { status: statuses.at(-1) ?? 0, data };
}
