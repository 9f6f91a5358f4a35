import { later, noteOffice } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { daysLater } from '../../kernel/plain-dates.ts';

/** The office, and the mails to its people since the last look, in any order. */
async function mailingOffice() {
  const here = await noteOffice();
  const { ports, worker, bo, cy, guest, admin, owner } = here;
  // Other tests of this database have something late too.
  const ours = [bo, cy, guest, admin, owner].map(({ email }) => email);
  const mails = async (topic?: string) => {
    if (topic !== undefined) await worker.run(topic);
    await worker.drain();
    return ports.mail.sent
      .splice(0)
      .filter(({ to }) => ours.includes(to.address))
      .map(({ to, subject }) => `${to.name}: ${subject.replace(/C-\d+-\d+/, 'C')}`)
      .sort();
  };
  await mails();
  return { ...here, mails };
}

describe('mails about requests, second signatures and what is late', () => {
  it('5.7: go to leads when somebody asks, and to whoever asked when it is extended, accepted and fulfilled', async () => {
    const { signed, ask, decide, write, submit, approve, sign, mails, guest } = await mailingOffice();
    const { id } = await signed();
    await mails();

    const asked = await ask(id, guest);
    expect(await mails()).to.deep.equal(['Bo: Somebody asks for a change in C']);
    await decide(asked.id, 'extend', undefined, { reason: 'More time.' });
    expect(await mails()).to.deep.equal(['Gus: Your request in C takes longer']);
    await decide(asked.id, 'accept');
    expect(await mails()).to.deep.equal([
      'Cy: An entry of C is to be changed',
      'Gus: Your request in C was accepted',
    ]);
    await write(id, { body: 'She called on 3 May.' });
    await submit(id);
    await approve(id);
    await sign(id);
    expect(await mails()).to.include('Gus: An entry of C was changed as you asked');
    const { id: other } = await ask(id, guest);
    await mails();
    const because = {
      ...{ reason: 'It was 4 May.', denialBasis: 'other' as const },
      attestation: {
        ...{ statementId: 'attest.addendum.v1' as const, accepted: true as const },
        reauthentication: { method: 'password' as const, value: 'correct horse battery staple' },
      },
    };
    await decide(other, 'deny', undefined, because);
    expect(await mails()).to.deep.equal(['Gus: Your request in C was denied']);
  });

  it('5.6: go to whoever is asked to sign too, and to the author when they decline', async () => {
    const { signed, records, mails, bo, guest, template } = await mailingOffice();
    const { id } = await signed({ coSignFromUserId: guest.id });
    expect(await mails()).to.include('Gus: An entry of C waits for your signature');
    await records.coSignEntry({ artifactId: id, action: 'decline', reason: 'I was away.' }, guest.session);
    expect(await mails()).to.deep.equal(['Cy: An entry of C was not signed by a second person']);
    await records.coSignEntry({ artifactId: id, action: 'request', requestedFromUserId: bo.id }, bo.session);
    expect(await mails()).to.deep.equal(['Bo: An entry of C waits for your signature']);
    const { id: templateId } = await template({ coSignPolicy: 'required' });
    await signed({ templateId, body: undefined, sections: { findings: 'She called.' } });
    expect((await mails()).filter((mail) => mail.includes('your signature'))).to.deep.equal([
      'Bo: An entry of C waits for your signature',
      'Gus: An entry of C waits for your signature',
    ]);
  });

  it('REC-50: go to leads each morning for a week once a request is late, then to the privacy officer, once', async () => {
    const here = await mailingOffice();
    const { signed, ask, mails, clear, admin, owner, bo, clock } = here;
    await here.sql("update member_clearances set duties = '{}' where user_id = $1", [owner.id]);
    await clear(admin, 0, ['privacy_officer']);
    const { id } = await signed();
    const { dueOn } = await ask(id);
    await mails();
    const at = async (date: string, time: string) => {
      const seconds = (Date.parse(`${date}T${time}:00Z`) - Date.parse(clock.now())) / 1000;
      await later(here, bo, { seconds });
      return mails('records.amendments_due');
    };

    expect(await at(dueOn, '09:00')).to.deep.equal([]);
    expect(await at(daysLater(dueOn, 1), '07:59')).to.deep.equal([]);
    const late = 'Bo: A request in C is late';
    for (let day = 1; day <= 7; day += 1) {
      expect(await at(daysLater(dueOn, day), '08:00')).to.deep.equal([late]);
      expect(await at(daysLater(dueOn, day), '08:15')).to.deep.equal([]);
    }
    expect(await at(daysLater(dueOn, 8), '08:00')).to.deep.equal(['Ann: A request in C is late']);
    expect(await at(daysLater(dueOn, 9), '08:00')).to.deep.equal([]);
  });

  it('REC-103: hand on what is late and mark it in one transaction, so that nothing is said twice', async () => {
    const here = await mailingOffice();
    const { signed, ask, mails, worker, bo, clock } = here;
    const { id } = await signed();
    const { dueOn } = await ask(id);
    await mails();
    const nextMorning = Date.parse(`${daysLater(dueOn, 1)}T09:00:00Z`);
    await later(here, bo, { seconds: (nextMorning - Date.parse(clock.now())) / 1000 });

    await worker.run('records.amendments_due');
    await worker.run('records.amendments_due');

    expect(await mails()).to.deep.equal(['Bo: A request in C is late']);
  });

  it('10: go to the author when an entry is to be signed, and once more 72 hours later', async () => {
    const here = await mailingOffice();
    const { begin, mails, cy } = here;
    await begin();
    const due = 'Cy: An entry of C is not signed yet';
    const after = async (hours: number) => {
      await later(here, cy, { hours });
      return mails('records.signatures_due');
    };

    expect(await after(71)).to.deep.equal([]);
    expect(await after(1)).to.deep.equal([due]);
    expect(await after(1)).to.deep.equal([]);
    expect(await after(71)).to.deep.equal([due]);
    expect(await after(200)).to.deep.equal([]);
  });

  it('10: go to leads each morning from the day after the second reminder on, one mail for all entries that they see', async () => {
    const here = await mailingOffice();
    const { begin, mails, bo, cy, clock, sql, workspaceId } = here;
    await begin();
    const { id: labelled } = await begin({ title: 'Second interview' });
    await later(here, cy, { hours: 144 });
    expect(await mails('records.signatures_due')).to.have.length(2);
    const evening = clock.now();
    const at = async (day: number, time: string) => {
      const when = Date.parse(`${daysLater(evening.slice(0, 10), day)}T${time}:00Z`);
      await later(here, bo, { seconds: (when - Date.parse(clock.now())) / 1000 });
      return mails('records.unsigned_digests');
    };

    expect(await at(0, '20:00')).to.deep.equal([]);
    expect(await at(1, '07:59')).to.deep.equal([]);
    expect(await at(1, '08:00')).to.deep.equal(['Bo: 2 entries wait for their signatures']);
    expect(await at(1, '08:15')).to.deep.equal([]);
    await sql(
      'update record_entries set own_mask = 128, effective_mask = 128 where workspace_id = $1 and id = $2',
      [workspaceId, labelled],
    );
    expect(await at(2, '08:00')).to.deep.equal(['Bo: An entry waits for its signature']);
    await sql('update record_entries set signature_due_at = null where workspace_id = $1', [workspaceId]);
    expect(await at(3, '08:00')).to.deep.equal([]);
  });

  it('10: do not remind of an entry that was signed meanwhile, and remind once after a long time off', async () => {
    const here = await mailingOffice();
    const { begin, signed, mails, cy } = here;
    await signed();
    await begin();
    await mails();

    await later(here, cy, { days: 30 });

    expect(await mails('records.signatures_due')).to.deep.equal(['Cy: An entry of C is not signed yet']);
    expect(await mails('records.signatures_due')).to.deep.equal([]);
  });
});
