import { z } from 'zod';
import { authRequired } from '../../kernel/access.ts';
import { hexOf, sha256 } from '../../kernel/crypto.ts';
import { malformedJson, requestTooLarge, routeNotFound } from '../../kernel/errors.ts';
import { groupBy } from '../../kernel/grouping.ts';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { headerField } from '../../kernel/header-fields.ts';
import { rawBytes } from '../../kernel/shapes.ts';
import { misses } from '../../kernel/throttling.ts';
import { command, type MeetingsPorts } from '../ports.ts';
import type { NewFact } from './attendance-ports.ts';
import type { ConferenceFact } from './conference-provider.ts';
import { conferenceKinds } from './conference-provider.ts';
import { applyPresence } from './presence-tracking.ts';

const mostBytes = 256 * 1024;

export const receiveConferenceEvents = command({
  summary: 'Receive events of the media server',
  description:
    'Each provider proves itself in its own way: LiveKit by a token over the digest of the body, Jitsi by the configured bearer. Events may come late, twice and in any order. Unknown rooms and people are counted and dropped.',
  access: 'anyone',
  throttle: misses('conference_refused', 60),
  mostBytes: { bytes: 256 * 1024, because: 'One event may list everybody who is in a room.' },
  always: true,
  idempotent: false,
  throttles: [
    { bucket: 'conference_events', limit: 1000, windowSeconds: 60, by: ({ provider }) => provider },
  ],
  body: { form: 'whole', mediaTypes: [] },
  input: z.strictObject({
    provider: z.enum(conferenceKinds).describe('Which media server sends them.'),
    authorization: headerField(
      'Authorization',
      z.string().max(8192).optional().describe('As the media server sends it.'),
      { secret: true, required: true },
    ),
    content: rawBytes(),
  }),
  output: z.object({
    accepted: z.int().describe('How many events were taken.'),
    ignored: z.int().describe('How many were about rooms or people that are not known here.'),
  }),
  errors: [authRequired, routeNotFound, malformedJson, requestTooLarge],

  async run({ provider: kind, authorization = null, content }, context) {
    const { conference, now } = context;
    const provider = kind === 'embedded' ? null : conference.of(kind);
    if (provider === null) throw routeNotFound();
    if (content.byteLength > mostBytes) throw requestTooLarge({ message: 'Send events of at most 256 KiB.' });
    const facts = await provider.readEvents(authorization, content, now).catch((error: unknown) => {
      throw error instanceof SyntaxError ? malformedJson() : error;
    });
    if (facts === null) throw authRequired({ message: 'These events are not signed by the media server.' });
    let accepted = 0;
    for (const [room, ofRoom] of groupBy(facts, (fact) => fact.room))
      accepted += await takeFacts(room, ofRoom, kind === 'livekit' ? 'livekit' : 'jitsi', context);
    return { accepted, ignored: Math.max(facts.length === 0 ? 1 : 0, facts.length - accepted) };
  },
});

type TakingContext = WritingContext & MeetingsPorts;

/** Returns how many of these facts belong to a known session and known people; facts that were known already count too. */
async function takeFacts(
  room: string,
  facts: readonly ConferenceFact[],
  source: 'livekit' | 'jitsi',
  context: TakingContext,
): Promise<number> {
  const { now, newId } = context;
  const found = await context.attendance.sessionOfRoom(room);
  if (found === null) return 0;
  context.enter(found.workspaceId);
  const { attendance } = context;
  const { sessionId } = found;
  const identities = facts.flatMap((fact) =>
    fact.kind === 'presence' && isId(fact.identity) ? fact.identity : [],
  );
  const known = await attendance.knownAdmissions(sessionId, identities);
  const rows = facts.flatMap((fact): NewFact[] => {
    const shared = { id: newId(), sessionId, source, receivedAt: now, eventKey: keyOf(fact) };
    if (fact.kind === 'snapshot') {
      const { at, connections, finished } = fact;
      return [
        {
          ...shared,
          admissionId: null,
          connection: '',
          joinedAt: null,
          leftAt: null,
          snapshot: { at, connections, finished },
        },
      ];
    }
    if (!known.has(fact.identity)) return [];
    const { connection, joinedAt, leftAt } = fact;
    return [{ ...shared, admissionId: fact.identity, connection, joinedAt, leftAt, snapshot: null }];
  });
  if ((await attendance.addFacts(rows)) > 0) await applyPresence(sessionId, context);
  return rows.length;
}

const isId = (identity: string): boolean => z.guid().safeParse(identity).success;
/** The same event has the same key, however often it is sent. */
const keyOf = (fact: ConferenceFact): string => hexOf(sha256(JSON.stringify(fact)));
