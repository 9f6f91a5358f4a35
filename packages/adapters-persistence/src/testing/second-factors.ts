import { aStranger, type Person, sessionOf, type World } from './world.ts';

/** The password that every person of a world registers with. */
export const password = 'correct horse battery staple';

export interface Authenticator {
  readonly factorId: string;
  readonly secret: string;
  /** Null if it was not the first factor. */
  readonly recoveryCodes: readonly string[] | null;
  /** The code that the authenticator shows now. */
  code(): string;
}

/** Enrols an authenticator and lets half a minute pass, so that the next code is a fresh one. */
export async function enrolTotp(
  { chancery, ports, clock }: World,
  { session }: Pick<Person, 'session'>,
): Promise<Authenticator> {
  const { factor, secret } = await chancery.identity.beginTotp({}, session);
  const code = () => ports.totp.code(secret, clock.now());
  const { recoveryCodes } = await chancery.identity.confirmTotp(
    { factorId: factor.id, code: code() },
    session,
  );
  clock.advance({ seconds: 30 });
  return { factorId: factor.id, secret, recoveryCodes, code };
}

export type PlainPasskey = ReturnType<World['ports']['passkeys']['create']>;

/** Registers a passkey of the test world. */
export async function enrolPasskey(
  { chancery, ports }: World,
  { session }: Pick<Person, 'session'>,
  name = 'Laptop',
): Promise<{
  readonly factorId: string;
  readonly passkey: PlainPasskey;
  readonly recoveryCodes: readonly string[] | null;
}> {
  const { ceremonyId, options } = await chancery.identity.passkeyRegistrationOptions({}, session);
  const passkey = ports.passkeys.create(options);
  const { factor, recoveryCodes } = await chancery.identity.registerPasskey(
    { ceremonyId, name, response: passkey },
    session,
  );
  return { factorId: factor.id, passkey, recoveryCodes };
}

/** Signs in with the password and returns the challenge; throws if there is none. */
export async function challengeOf(
  { chancery }: World,
  { email }: Pick<Person, 'email'>,
  deviceToken?: string,
) {
  const answer = await chancery.identity.login({ email, password, deviceToken }, aStranger());
  if (answer.tokenType !== 'Challenge') throw new Error('The sign-in asks for no second factor');
  return answer;
}

/** The same person in a session of their own. */
export async function signedInAnew(world: World, person: Person): Promise<Person> {
  const { email } = person;
  const session = sessionOf(await world.chancery.identity.login({ email, password }, aStranger()));
  return { ...person, session: aStranger({ credential: session.accessToken }) };
}
