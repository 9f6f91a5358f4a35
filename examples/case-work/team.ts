import { Chancery, isSession, memorySession } from '@chancery/sdk';

/** Who works on the case, each by an account of their own: what somebody signs, they sign themselves. */
export interface Team {
  /** Opens the case, reads what was written, and hands the file over. */
  readonly lead: Chancery;
  /** Visits the client and writes down what happened. */
  readonly writer: Chancery;
  /** Of the writer, who proves with it that it is they who sign. */
  readonly writerPassword: string;
}

/** Both of them signed in, by what the environment says of them. */
export async function teamOf(environment: Readonly<Record<string, string | undefined>>): Promise<Team> {
  const given = (name: string): string => {
    const value = environment[name];
    if (value === undefined || value === '') throw new Error(`Set ${name}.`);
    return value;
  };
  const baseUrl = environment.CHANCERY_BASE_URL ?? 'http://127.0.0.1:8080';
  const signedIn = async (person: string): Promise<Chancery> => {
    const session = memorySession();
    const chancery = new Chancery({ baseUrl, session });
    const signIn = await chancery.identity.login({
      email: given(`CHANCERY_${person}_EMAIL`),
      password: given(`CHANCERY_${person}_PASSWORD`),
    });
    if (!isSession(signIn)) throw new Error('This account asks for a second factor: choose one without.');
    await session.save(signIn);
    const workspaceId = given('CHANCERY_WORKSPACE_ID');
    await session.save({ ...signIn, ...(await chancery.identity.switchWorkspace({ workspaceId })) });
    return chancery;
  };
  return {
    lead: await signedIn('LEAD'),
    writer: await signedIn('WRITER'),
    writerPassword: given('CHANCERY_WRITER_PASSWORD'),
  };
}
