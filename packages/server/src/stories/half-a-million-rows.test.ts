import { delivered, lifecycleOffice, type Person } from '@chancery/adapters-persistence/testing';
import { textOfFile } from '@chancery/core/testing';
import { expect } from 'chai';

/** So many documents; `CHANCERY_LIFECYCLE_ROWS=500000` is the whole of it. */
const rows = Number(process.env['CHANCERY_LIFECYCLE_ROWS'] ?? 2000);
const isWhole = rows >= 500_000;

describe('lifecycle 13, walk-through 9: half a million rows', function () {
  this.timeout(isWhole ? 3_600_000 : 240_000);

  it('the dashboard counts what SQL counts by hand, an export defuses formulas, and strangers see nothing', async () => {
    const here = await lifecycleOffice();
    const { lifecycle, owner, admin, upload, policy, everywhere, chancery, worker, sql, workspaceId } = here;
    const { clock, person, stranger } = here;
    await everywhere((await policy({ graceDays: 14, requireConfirmation: false })).id);
    const { id } = await upload({ name: 'Seed' });
    const today = clock.now().slice(0, 10);
    await sql(
      `insert into documents (id, workspace_id, name, file_name, owner_user_id, tags, visibility, status, signature_status,
         mime_type, size_bytes, sha256, original_sha256, content_flags, scan, share_count, created_at, updated_at, version)
       select gen_random_uuid(), workspace_id, case when n % 10 = 0 then '=SUM(A' || n || ')' else 'Lease ' || n end,
         'lease.pdf', owner_user_id, tags, visibility, status, signature_status, mime_type, size_bytes, sha256,
         original_sha256, content_flags, scan, share_count, created_at, updated_at, version
       from documents, generate_series(1, $2::integer) n where id = $1`,
      [id, rows - 1],
    );
    await sql(
      `update document_lifecycles l set stated_source = 'stated',
         stated_expires_on = $2::date + ((abs(hashtext(l.document_id::text)) % 800) - 400),
         owner_user_id = case when abs(hashtext(l.document_id::text)) % 3 = 0 then $3 else $4 end
       where workspace_id = $1 and abs(hashtext(l.document_id::text)) % 11 > 0`,
      [workspaceId, today, owner.id, admin.id],
    );
    // All of the workspace is computed anew.
    await chancery.workspace.updateSettings({ defaultTimeZone: 'Europe/Berlin' }, owner.session);
    await worker.drain();
    await sql('analyze');

    const look = (input: object = {}, as: Person = owner) =>
      lifecycle.getLifecycleDashboard(input, as.session);
    const byHand = async (also = 'true') =>
      Object.fromEntries(
        (
          await sql<{ status: string; n: number }>(
            `select case when stated_expires_on is null then 'needs_date'
               when $2::date > stated_expires_on + 14 then 'expired'
               when $2::date > stated_expires_on then 'in_grace'
               when $2::date >= stated_expires_on - 60 then 'expiring_soon' else 'current' end status, count(*)::integer n
             from document_lifecycles where workspace_id = $1 and ${also} group by 1`,
            [workspaceId, today],
          )
        ).map(({ status, n }) => [status, n]),
      );
    const counted = async (input: object) =>
      Object.fromEntries(
        Object.entries((await look(input)).counts.byStatus).filter(([, count]) => count > 0),
      );

    expect(await counted({})).to.deep.equal(await byHand());
    expect(await counted({ ownerUserId: admin.id })).to.deep.equal(
      await byHand(`owner_user_id = '${admin.id}'`),
    );
    const range = { from: '2026-12-01', to: '2027-01-31' };
    expect(await counted(range)).to.deep.equal(
      await byHand("stated_expires_on between '2026-12-01' and '2027-01-31'"),
    );
    if (isWhole) {
      expect(await slowest(() => look())).to.be.lessThan(300);
      expect(
        await slowest(() => lifecycle.searchDocuments({ query: 'lease 4242' }, owner.session)),
      ).to.be.lessThan(250);
    }

    const csv = await textOfFile(
      await delivered(
        lifecycle.exportLifecycles({ status: 'expiring_soon', columns: 'documentName' }, owner.session),
      ),
    );
    const names = csv.trimEnd().split('\r\n').slice(1);
    expect(names).to.have.length((await byHand())['expiring_soon'] ?? 0);
    expect(names.filter((name) => name.startsWith('='))).to.deep.equal([]);
    expect(names.some((name) => name.startsWith("'=SUM(A"))).to.equal(true);

    // LIF-21: an export of everything is one of more than 100,000 documents.
    if (isWhole) {
      const refusal = await lifecycle.exportLifecycles({}, owner.session).catch(({ code }) => code);
      expect(refusal).to.equal('export.too_large');
    }

    const guest = await person('guest', 'Gil');
    const foreign = await stranger();
    expect((await look({}, foreign)).count).to.equal(0);
    const refused = await look({}, guest).catch(({ code }) => code);
    expect(refused).to.equal('permission.denied');
  });
});

/** The slowest of twenty, in milliseconds, after three that warm up. */
async function slowest(call: () => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  for (let at = 0; at < 23; at++) {
    const from = performance.now();
    await call();
    took.push(performance.now() - from);
  }
  return Math.max(...took.slice(3));
}
