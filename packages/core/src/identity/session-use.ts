import { CollectedNotes, type NotePorts } from '../kernel/collected-notes.ts';
import type { UserPrincipal } from '../kernel/principal.ts';
import { type Instant, secondsBetween } from '../kernel/time.ts';
import type { SessionRepository } from './ports.ts';

interface Written {
  readonly identity: { readonly sessions: Pick<SessionRepository, 'seen'> };
}

/** A session's `lastSeenAt` moves at most once a minute (platform 2.2). */
const restSeconds = 60;

/** Notes when each session was last seen. Without it a person at work would count as idle between two refreshes. */
export class SessionUse extends CollectedNotes<{ readonly id: string; readonly at: Instant }, Written> {
  constructor(ports: NotePorts<Written>) {
    super(ports, {
      name: 'sessions',
      unwritten: 'sessions in use not written; trying again',
      // Other processes see within this time that a session is in use; the idle limit allows for it.
      flushEveryMilliseconds: 30_000,
      databaseRole: 'identity',
      keyOf: ({ id }) => id,
      write: (notes, { identity }) => identity.sessions.seen(notes),
    });
  }

  /** Called for every request that a session was admitted for; it touches memory only. */
  note({ sessionId, lastSeenAt }: Pick<UserPrincipal, 'sessionId' | 'lastSeenAt'>, at: Instant): void {
    if (secondsBetween(lastSeenAt, at) >= restSeconds) this.keep({ id: sessionId, at });
  }
}
