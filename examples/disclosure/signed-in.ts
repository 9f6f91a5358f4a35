import { Chancery, isSession, memorySession } from '@chancery/sdk';

interface Person {
  readonly email: string;
  readonly password: string;
  readonly workspaceId: string;
}

/** The SDK as this person, in the workspace. */
export async function signedIn(baseUrl: string, { email, password, workspaceId }: Person): Promise<Chancery> {
  const session = memorySession();
  const chancery = new Chancery({ baseUrl, session });
  const signIn = await chancery.identity.login({ email, password });
  if (!isSession(signIn))
    throw new Error('This account asks for a second factor; sign in where you can answer it.');
  await session.save(signIn);
  await session.save({ ...signIn, ...(await chancery.identity.switchWorkspace({ workspaceId })) });
  return chancery;
}
