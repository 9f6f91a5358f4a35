import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type pg from 'pg';
import { answer } from './bare-answer.ts';
import { type AuditedThing, auditArrays } from './bare-audit.ts';
import { lookUpKey } from './bare-key.ts';
import {
  auditSql,
  claimSql,
  enterSql,
  jobsSql,
  meetingSql,
  peopleSql,
  storedSql,
  storeSql,
} from './bare-sql.ts';

interface Body {
  readonly title: string;
  readonly description: string;
  readonly scheduledStartAt: string;
  readonly timeZone: string;
  readonly durationMinutes: number;
  readonly invitees: readonly { readonly email: string; readonly displayName: string }[];
  readonly externalReference: string;
}

const settings = JSON.stringify({
  admission: 'invited',
  joinBeforeHostMinutes: null,
  muteOnEntry: false,
  attendeesMayPublishAudio: true,
  attendeesMayPublishVideo: true,
  attendeesMayShareScreen: true,
  maxParticipants: 1000,
  guestListVisibility: 'members',
  reminders: [15],
  autoEndEmptyMinutes: 10,
  maxLiveMinutes: 1440,
  allowTentative: true,
});

/**
 * The same statements in one transaction. Statements that do not depend on an answer are sent together in one pipeline, so
 * this is as fast as the database allows: it waits three times.
 */
export async function createMeeting(
  pool: pg.Pool,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const text = await textOf(request);
  const body: Body = JSON.parse(text);
  const client = await pool.connect();
  try {
    const [, key] = await Promise.all([client.query('begin'), lookUpKey(client, request)]);
    const keyHash = sha256(`${key.api_key_id}:${request.headers['x-idempotency-key']}`);
    const emails = body.invitees.map(({ email }) => email.toLowerCase());
    const [, claimed, stored, people] = await Promise.all([
      client.query({ ...enterSql, values: [key.workspace_id] }),
      client.query({ ...claimSql, values: [keyHash] }),
      client.query({ ...storedSql, values: [keyHash] }),
      client.query({ ...peopleSql, values: [key.workspace_id, [key.acts_as_user_id], emails] }),
    ]);
    if (!claimed.rows[0].locked || stored.rows.length > 0) throw new Error('not a new key');
    const organizer = people.rows.find(({ userId }) => userId === key.acts_as_user_id);

    const id = randomUUID();
    const joinCode = joinCodeOf();
    const invited = body.invitees.map((invitee) => ({
      id: randomUUID(),
      kind: 'guest',
      userId: null,
      ...invitee,
      role: 'attendee',
      status: 'pending',
      deliveryStatus: 'queued',
      tokenHash: sha256(randomBytes(32)),
    }));
    const host = {
      id: randomUUID(),
      kind: 'member',
      userId: organizer.userId,
      email: organizer.email,
      displayName: organizer.displayName,
      role: 'host',
      status: 'accepted',
      deliveryStatus: 'none',
      tokenHash: sha256(randomBytes(32)),
    };
    const endsAt = new Date(Date.parse(body.scheduledStartAt) + body.durationMinutes * 60_000).toISOString();
    const data = {
      id,
      title: body.title,
      joinUrl: `http://127.0.0.1:8080/?room=${joinCode}&prejoin=1`,
      joinCode,
      status: 'scheduled',
      scheduledStartAt: body.scheduledStartAt,
      durationMinutes: body.durationMinutes,
      timeZone: body.timeZone,
      invitationCount: invited.length,
      externalReference: body.externalReference,
    };
    const { durationMinutes, scheduledStartAt, title, externalReference } = body;
    const things: AuditedThing[] = [
      {
        action: 'meeting.created',
        kind: 'meeting',
        id,
        facts: {
          durationMinutes,
          invitationCount: invited.length,
          meetingType: 'scheduled',
          organizerUserId: organizer.userId,
          scheduledStartAt,
          source: 'integration',
        },
        detail: { title },
      },
      ...invited.map(({ id: invitationId, displayName, email }) => ({
        action: 'meeting_invitation.created',
        kind: 'meeting_invitation',
        id: invitationId,
        facts: { kind: 'guest', meetingId: id, role: 'attendee', userId: null },
        detail: { displayName, email },
      })),
    ];
    const jobs = invited.map(({ id: invitationId, displayName, email }) => ({
      id: randomUUID(),
      payload: {
        invitationId,
        meetingId: id,
        kind: 'guest',
        role: 'attendee',
        userId: null,
        displayName,
        email,
      },
    }));
    const meeting = [
      ...[
        key.workspace_id,
        id,
        joinCode,
        title,
        body.description,
        scheduledStartAt,
        scheduledStartAt.slice(0, 16),
        durationMinutes,
        body.timeZone,
      ],
      ...[
        settings,
        organizer.userId,
        externalReference,
        `${id}@127.0.0.1`,
        randomUUID(),
        endsAt,
        JSON.stringify([host, ...invited]),
      ],
    ];
    await Promise.all([
      client.query({ ...meetingSql, values: meeting }),
      client.query({ ...jobsSql, values: [key.workspace_id, JSON.stringify(jobs)] }),
      client.query({ ...auditSql, values: [key.workspace_id, ...auditArrays(key, things)] }),
      client.query({ ...storeSql, values: [keyHash, sha256(text), JSON.stringify(data)] }),
      client.query('commit'),
    ]);
    answer(response, 201, data);
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

const sha256 = (value: string | Uint8Array) => createHash('sha256').update(value).digest('hex');

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function joinCodeOf(): string {
  const letters = [...randomBytes(10)].map((byte) => 'abcdefghjkmnpqrstuvwxyz'.charAt(byte % 23)).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}
