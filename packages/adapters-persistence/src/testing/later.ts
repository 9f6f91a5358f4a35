import type { Caller } from '@chancery/core';
import type { Person, World } from './world.ts';

/** Moves the clock, and signs the person in at that moment: sessions do not live as long as subscriptions. */
export async function later(
  { clock, ports, sql }: Pick<World, 'clock' | 'ports' | 'sql'>,
  { session, id }: Person,
  by: Parameters<World['clock']['advance']>[0],
): Promise<Caller> {
  const claims = await ports.tokens.verify(session.credential ?? '', clock.now());
  // The token that was made with the world is signed anew, so its age is ignored here.
  const known = typeof claims === 'string' ? JSON.parse(readable(session.credential ?? '')) : claims;
  clock.advance(by);
  const now = clock.now();
  await sql(
    "update sessions set created_at = $2, last_seen_at = $2, authenticated_at = $2, expires_at = $2::timestamptz + interval '30 days', absolute_ends_at = $2::timestamptz + interval '90 days' where user_id = $1",
    [id, now],
  );
  const seconds = Date.parse(now) / 1000;
  const credential = await ports.tokens.sign({
    ...known,
    iat: seconds,
    exp: seconds + 600,
    auth_time: seconds,
  });
  return { ...session, credential };
}

const readable = (token: string): string =>
  Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8');
