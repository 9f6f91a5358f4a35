import { inboundSecret, meetingWorld } from '@chancery/adapters-persistence/testing';
import { StandardWebhookSigner } from '@chancery/adapters-services';
import { expect } from 'chai';
import { type OddEvent, type OddMail, type OddMeeting, oddMail, seeded } from '../testing/odd-mails.ts';
import { type Served, served } from '../testing/served.ts';

/** `CHANCERY_ODD_MAILS=500 CHANCERY_ODD_SEED=7` sends more of them, and others. */
const messages = Number(process.env.CHANCERY_ODD_MAILS ?? 150);
const seed = Number(process.env.CHANCERY_ODD_SEED ?? 20_261_122);
const invitee = 'cleo@client.example';
const other = 'dan@client.example';

interface Standing {
  status: string;
  proposed: string | null;
  readonly answers: Record<string, string>;
}
interface Stamp {
  readonly counted: number;
  readonly written: number;
  readonly ahead: readonly number[];
}

/** What the answers of a message amount to by the rules, without a look at how they are carried out. */
class Expectation {
  readonly people: Record<string, Standing> = {
    [invitee]: { status: 'pending', proposed: null, answers: {} },
    [other]: { status: 'pending', proposed: null, answers: {} },
  };
  readonly #stamps = new Map<string, Stamp>();

  /** `applied`, `ignored`, or `refused` for what nobody can read. */
  hear({ asks, authenticated, sender }: OddMail, uid: string, now: number): string {
    if (!authenticated) return 'ignored';
    if (asks === null) return 'refused';
    const person = sender.toLowerCase();
    if (asks.uid !== uid || this.people[person] === undefined) return 'ignored';
    if (asks.method !== 'REPLY' && asks.method !== 'COUNTER') return 'ignored';
    const heard = asks.events.map((event) => this.#hearEvent(event, asks.method, person, now));
    return heard.includes(true) ? 'applied' : 'ignored';
  }

  #hearEvent(event: OddEvent, method: string, person: string, now: number): boolean {
    const { attendees, answer, sequence, stamp, days, start } = event;
    const isOwn = attendees.includes(person) && (method === 'COUNTER' || attendees.length === 1);
    const asked = method === 'COUNTER' ? start : answer;
    if (!isOwn || sequence === null || sequence < 1 || stamp === null || asked === null) return false;
    const taken = (days ?? ['']).filter((day) => this.#take(`${person} ${day}`, stamp, now));
    const standing = this.people[person];
    if (taken.length === 0 || standing === undefined) return false;
    if (method === 'COUNTER') standing.proposed = start;
    else if (days === null) {
      standing.status = asked;
      // Whoever accepts has no other time in mind any more.
      if (asked === 'accepted') standing.proposed = null;
    } else for (const day of taken) standing.answers[day] = asked;
    return true;
  }

  #take(key: string, stamp: number, now: number): boolean {
    const before = this.#stamps.get(key);
    const counted = Math.min(stamp, now);
    const isNewer =
      before === undefined ||
      counted > before.counted ||
      (counted === before.counted && stamp > before.written);
    if (!isNewer || before?.ahead.includes(stamp)) return false;
    const ahead = [...(before?.ahead ?? []), ...(stamp > now ? [stamp] : [])];
    this.#stamps.set(key, { counted, written: stamp, ahead });
    return true;
  }
}

describe('mails from calendars', () => {
  let here: Served;
  let meetingId: string;
  let meeting: OddMeeting;
  before(async () => {
    const made = await meetingWorld(
      {
        recurrence: { rrule: 'FREQ=WEEKLY;COUNT=4' },
        invitees: [{ email: invitee }, { email: other }],
      },
      { settings: { inboundSecret }, ports: { webhookSigner: new StandardWebhookSigner() } },
    );
    const { chancery, owner } = made;
    meetingId = made.meetingId;
    // A change of time, before which nobody has answered in earnest.
    await chancery.meetings.updateMeeting(
      { meetingId, durationMinutes: 30, expectedVersion: made.meeting.version },
      owner.session,
    );
    const days = ['2027-06-07', '2027-06-14', '2027-06-21', '2027-06-28'];
    meeting = { uid: made.meeting.icalUid, days, invitee, other, stranger: 'mallory@evil.example' };
    here = await served({ world: made });
  });
  after(() => here.close());

  async function send({ message, authenticated, sender }: OddMail) {
    const raw = JSON.stringify({ message, authenticated, sender });
    const headers = new StandardWebhookSigner().sign('msg_1', here.clock.now(), raw, [inboundSecret]);
    const { status, body } = await here.call('POST /api/v1/meetings/itip', { raw, headers });
    return status === 201 ? body.data.outcome : status === 400 ? 'refused' : status;
  }

  async function people(): Promise<Record<string, Standing>> {
    const rows = await here.sql<{ email: string; status: string; proposed: string | null; answers: object }>(
      `select i.email, i.status, i.proposed_start_at proposed,
         coalesce((select jsonb_object_agg(left(o.recurrence_id, 10), r.status) from occurrence_responses r
           join meeting_occurrences o on o.id = r.occurrence_id where r.invitation_id = i.id), '{}') answers
       from meeting_invitations i where i.meeting_id = $1 and i.kind = 'guest'`,
      [meetingId],
    );
    return Object.fromEntries(
      rows.map(({ email, status, proposed, answers }) => [
        email,
        { status, proposed: proposed === null ? null : new Date(proposed).toISOString(), answers },
      ]),
    ) as never; // the shape that the statement selects
  }

  it('MTG-109: odd and hostile mails have the effect that they ask for, or none, and no server error', async () => {
    const random = seeded(seed);
    const expected = new Expectation();
    const outcomes: Record<string, number> = {};

    for (let index = 0; index < messages; index += 1) {
      here.clock.advance({ seconds: 7 });
      const now = Date.parse(here.clock.now());
      const mail = oddMail(random, meeting, now);
      const outcome = expected.hear(mail, meeting.uid, now);
      const told = `mail ${index}: ${mail.message.slice(0, 4000)}`;
      expect(await send(mail), told).to.equal(outcome);
      expect(await people(), told).to.deep.equal(expected.people);
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }

    // Enough of each, so that neither nothing nor everything was taken.
    expect(Math.min(...['applied', 'ignored', 'refused'].map((name) => outcomes[name] ?? 0))).to.be.above(
      messages / 25,
    );
    expect(here.logLines.filter((line) => line.includes('"level":50'))).to.deep.equal([]);
  });
});
