import { expect } from 'chai';
import { unit } from '../kernel/raw-unit.ts';
import { derivedLinks } from '../meetings/derived-links.ts';
import { onBothDatabases } from '../testing/both-databases.ts';
import { noon, world } from '../testing/world.ts';
import { identitySweep } from './sweep.ts';

const phc = (pepperId: string) =>
  `$argon2id$v=19$m=19456,t=2,p=1,keyid=${Buffer.from(pepperId).toString('base64').replaceAll('=', '')}$c2FsdA$aGFzaA`;

onBothDatabases('the root secret', (database) => {
  it('PLT-27: the pepper of a replaced root is kept for a day, and as long as a password or passcode is hashed with it', async () => {
    const made = await world({ database: database() });
    const { sql, owner, chancery } = made;
    await sql('delete from key_root', []);
    await sql(
      `insert into key_root (number, pepper_id, secret_sealed, pepper_sealed, created_at, replaced_at)
       values (1, 'derived', null, 'x', $1, $1), (2, 'root2', null, 'x', $1, $1), (3, 'root3', null, 'x', $1, $1), (4, 'root4', 'x', null, $1, null)`,
      [noon],
    );
    await sql('update password_credentials set hash = $2 where user_id = $1', [owner.id, phc('derived')]);
    const { meeting } = await chancery.meetings.createMeeting(
      { title: 'Guarded', scheduledStartAt: '2026-12-01T09:00:00Z' },
      owner.session,
    );
    await sql('update meetings set passcode_hash = $2 where id = $1', [meeting.id, phc('root2')]);
    const kept = async (peppersBefore: string) => {
      await unit(database(), 'chancery_identity', (statement) =>
        identitySweep(statement).sweep({
          now: noon,
          saltsBefore: noon,
          sessionsBefore: noon,
          securityLogBefore: noon,
          peppersBefore,
        }),
      );
      const rows = await sql<{ number: number }>('select number from key_root order by number');
      return rows.map(({ number }) => number);
    };

    expect(await kept('2026-11-23T11:59:59.000Z')).to.deep.equal([1, 2, 3, 4]);
    expect(await kept(noon)).to.deep.equal([1, 2, 4]);
    await sql('update password_credentials set hash = $2 where user_id = $1', [owner.id, phc('root4')]);
    expect(await kept(noon)).to.deep.equal([2, 4]);
    await sql('update meetings set passcode_hash = null where id = $1', [meeting.id]);
    expect(await kept(noon)).to.deep.equal([4]);
    await sql('delete from key_root', []);
  });

  it('PLT-27: links of the root get new tokens in every workspace, in as many statements as it takes; others keep theirs', async () => {
    const made = await world({ database: database() });
    const stranger = await made.stranger();
    const { sql, chancery } = made;
    const ids: string[] = [];
    for (const [person, count] of [
      [made.owner, 3],
      [stranger, 2],
    ] as const) {
      const invitees = Array.from({ length: count }, (_, index) => ({
        email: `g${index}.${person.id}@example.com`,
      }));
      const { meeting } = await chancery.meetings.createMeeting(
        { title: 'Linked', scheduledStartAt: '2026-12-01T09:00:00Z', invitees },
        person.session,
      );
      const rows = await sql<{ id: string }>(
        "select id from meeting_invitations where meeting_id = $1 and kind = 'guest' order by id",
        [meeting.id],
      );
      ids.push(...rows.map(({ id }) => id));
    }
    const [other = '', revoked = '', ...opening] = ids;
    await sql('update meeting_invitations set token_key_number = 0 where id = any($1)', [ids]);
    await sql('update meeting_invitations set token_key_number = 1 where id = $1', [other]);
    await sql("update meeting_invitations set status = 'revoked' where id = $1", [revoked]);
    const hashes = async () =>
      new Map(
        (
          await sql<{ id: string; hash: string; replaced: string[] }>(
            'select id, token_hash hash, replaced_token_hashes replaced from meeting_invitations where id = any($1)',
            [ids],
          )
        ).map(({ id, hash, replaced }) => [id, { hash, replaced }]),
      );
    const before = await hashes();

    const counted = await unit(database(), 'chancery_identity', async (statement) => {
      const links = derivedLinks(statement, 2);
      const count = await links.count();
      await links.renew((kind, id, generation) => `${kind} ${id} ${generation}`);
      return count;
    });

    expect(counted).to.equal(opening.length);
    const after = await hashes();
    for (const id of [revoked, ...opening])
      expect(after.get(id)).to.deep.equal({
        hash: `meeting_invitation ${id} 1`,
        replaced: [before.get(id)?.hash],
      });
    expect(after.get(other)).to.deep.equal(before.get(other));
  });
});
