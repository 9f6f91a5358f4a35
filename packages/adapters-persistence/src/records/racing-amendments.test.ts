import { expect } from 'chai';
import { type Database, postgresDatabase } from '../testing/databases.ts';
import { noteOffice } from '../testing/note-office.ts';
import { failureOf } from '../testing/world.ts';

describe('requests and amended versions under races, on PostgreSQL', () => {
  let database: Database;
  let here: Awaited<ReturnType<typeof noteOffice>>;
  before(async () => {
    database = await postgresDatabase();
    here = await noteOffice({ database });
  });
  after(() => database.close());

  it('REC-50: of two people who decide one request at once, one does', async () => {
    const { signed, ask, decide, denying, read, bo, guest } = here;
    for (let round = 0; round < 5; round += 1) {
      const { id } = await signed();
      const { id: amendmentId } = await ask(id);

      const outcomes = await Promise.all([
        failureOf(decide(amendmentId, 'accept', bo)),
        failureOf(decide(amendmentId, 'deny', guest, denying)),
      ]);

      expect(outcomes.toSorted()).to.deep.equal(['amendment.invalid_state', 'none']);
      const { amendments, addenda, workingVersion, versions } = await read(id);
      const isAccepted = amendments[0]?.status === 'accepted';
      expect([addenda.length, workingVersion?.number ?? null, versions.length]).to.deep.equal(
        isAccepted ? [0, 2, 2] : [1, null, 1],
      );
      expect(amendments[0]?.status).to.equal(outcomes[0] === 'none' ? 'accepted' : 'denied');
    }
  });

  it('5.4: of two requests that are accepted at once, one opens the next version', async () => {
    const { signed, ask, decide, read, bo, guest } = here;
    for (let round = 0; round < 5; round += 1) {
      const { id } = await signed();
      const [one, other] = [await ask(id), await ask(id)];

      const outcomes = await Promise.all([
        failureOf(decide(one.id, 'accept', bo)),
        failureOf(decide(other.id, 'accept', guest)),
      ]);

      expect(outcomes.toSorted()).to.deep.equal(['entry.working_version_exists', 'none']);
      expect((await read(id)).versions.map(({ number }) => number)).to.deep.equal([1, 2]);
    }
  });

  it('REC-44: of signing an amended version and marking its entry as in error at once, each order holds', async () => {
    const { signed, ask, decide, write, submit, approve, sign, read, records, attestingTo, cy, bo } = here;
    for (let round = 0; round < 5; round += 1) {
      const { id } = await signed();
      await decide((await ask(id)).id, 'accept');
      await write(id, { body: 'She called on 3 May.' });
      await submit(id);
      await approve(id);

      const [signing, marking] = await Promise.all([
        failureOf(sign(id, cy)),
        failureOf(
          records.markEntryInError(
            { artifactId: id, reason: 'Wrong chart.', attestation: attestingTo('attest.error.v1') },
            bo.session,
          ),
        ),
      ]);

      // Nothing stops the mark; a signature that comes after it finds nothing to sign.
      expect(marking).to.equal('none');
      const { status, versions, amendments } = await read(id);
      expect([status, versions[1]?.state, amendments[0]?.status]).to.deep.equal([
        'entered_in_error',
        signing === 'none' ? 'finalized' : 'abandoned',
        signing === 'none' ? 'fulfilled' : 'withdrawn',
      ]);
      expect(signing).to.be.oneOf(['none', 'entry.invalid_state']);
    }
  });

  it('GOV-28: of two people who sign too at once, one does', async () => {
    const { template, signed, records, attestingTo, bo, guest } = here;
    const { id: templateId } = await template({ coSignPolicy: 'required' });
    const { id } = await signed({ templateId, body: undefined, sections: { findings: 'She called.' } });
    const coSign = (as: typeof bo) =>
      failureOf(
        records.coSignEntry(
          { artifactId: id, action: 'sign', attestation: attestingTo('attest.cosign.v1') },
          as.session,
        ),
      );

    const outcomes = await Promise.all([coSign(bo), coSign(guest)]);

    expect(outcomes.toSorted()).to.deep.equal(['co_sign.invalid_state', 'none']);
  });
});
