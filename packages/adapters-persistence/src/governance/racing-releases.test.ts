import { expect } from 'chai';
import { type Database, postgresDatabase } from '../testing/databases.ts';
import { disclosingOffice } from '../testing/disclosing-office.ts';
import { failureOf } from '../testing/world.ts';

/** How many release at once. */
const racers = 50;

describe('releases under races, on PostgreSQL', () => {
  let database: Database;
  let here: Awaited<ReturnType<typeof disclosingOffice>>;
  before(async () => {
    database = await postgresDatabase();
    here = await disclosingOffice({ database });
  });
  after(() => database.close());

  const counted = (outcomes: readonly string[]) =>
    Object.fromEntries(
      [...new Set(outcomes)].sort().map((code) => [code, outcomes.filter((each) => each === code).length]),
    );
  /** Links and lines of the accounting of these packages. */
  const made = async (packageIds: readonly string[]) => {
    const [row] = await here.sql<{ links: number; lines: number; used: number }>(
      `select (select count(*)::integer from portal_tokens where package_id = any($1::uuid[])) links,
         (select count(*)::integer from disclosure_accounting where package_id = any($1::uuid[])) lines,
         (select max(a.releases_used) from disclosure_authorizations a join release_packages p
            on p.authorization_id = a.id where p.id = any($1::uuid[])) used`,
      [packageIds],
    );
    return row;
  };

  it('GOV-6: of many who release one package at once one does, with one link and one line of the accounting', async () => {
    const { id } = await here.authorized();
    const approved = await here.approvedWith(id);

    const outcomes = await Promise.all(
      Array.from({ length: racers }, () => failureOf(here.release(approved.id))),
    );

    expect(counted(outcomes)).to.deep.equal({ none: 1, 'release_package.invalid_state': racers - 1 });
    expect(await made([approved.id])).to.deep.equal({ links: 1, lines: 1, used: 1 });
  });

  it('GOV-6: of two packages of an authorization for one release, one is released', async () => {
    const { id } = await here.authorized();
    const entry = await here.signed();
    const packages = [
      await here.approvedWith(id, { delivery: 'manual' }, entry),
      await here.approvedWith(id, { delivery: 'manual' }, entry),
    ];

    const outcomes = await Promise.all(
      Array.from({ length: racers }, (_, at) => failureOf(here.release(packages[at % 2]?.id ?? ''))),
    );

    expect(counted(outcomes).none).to.equal(1);
    expect(Object.keys(counted(outcomes)).sort()).to.deep.equal([
      'authorization.releases_used_up',
      'none',
      'release_package.invalid_state',
    ]);
    expect(await made(packages.map((each) => each.id))).to.deep.equal({ links: 1, lines: 1, used: 1 });
  });

  it('GOV-3: a consent that is revoked while it is released on leaves nothing open', async () => {
    const { own, aCase, bo } = here;
    const { consent } = await own.createRecordConsent(
      {
        ...{ subjectId: aCase.primarySubjectId, category: 'disclosure', method: 'written' },
        grantedBy: { kind: 'subject', name: 'Ann Smith' },
        statementText: 'I agree.',
      },
      bo.session,
    );
    const onConsent = { basis: 'consent', consentId: consent.id, legalReference: null } as const;
    const { id } = await here.authorized(onConsent);
    const approved = await here.approvedWith(id);

    const [released, revoked] = await Promise.all([
      failureOf(here.release(approved.id)),
      failureOf(own.revokeRecordConsent({ consentId: consent.id, reason: 'Withdrawn' }, bo.session)),
    ]);

    expect(revoked).to.equal('none');
    expect(released).to.be.oneOf(['none', 'release_package.invalid_state', 'authorization.not_valid']);
    const [row] = await here.sql<{ status: string; live: number }>(
      `select status, (select count(*)::integer from portal_tokens t where t.package_id = p.id and t.status = 'live') live
       from release_packages p where id = $1`,
      [approved.id],
    );
    expect(row?.live).to.equal(0);
    expect(row?.status).to.be.oneOf(['revoked', 'cancelled']);
  });
});
