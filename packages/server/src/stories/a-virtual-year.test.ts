import { lifecycleOffice, postgresDatabase } from '@chancery/adapters-persistence/testing';
import { operate, workspace } from '@chancery/core/internal';
import { zonesOf2026a } from '@chancery/core/testing';
import { expect } from 'chai';

/**
 * `CHANCERY_YEAR_DOCUMENTS=500 CHANCERY_YEAR_DAYS=365` is the whole of it, which needs `CHANCERY_YEAR_DATABASE=postgres` on a
 * busy machine; `CHANCERY_YEAR_SEED` chooses another one.
 */
const many = Number(process.env['CHANCERY_YEAR_DOCUMENTS'] ?? 10);
const days = Number(process.env['CHANCERY_YEAR_DAYS'] ?? 45);
const seed = Number(process.env['CHANCERY_YEAR_SEED'] ?? 1);

/** Numbers that look random and are the same for the same seed (mulberry32). */
function randomFrom(start: number) {
  let state = start;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (bound: number) => Math.floor(next() * bound);
  return {
    below,
    pick: <T>(all: readonly T[]): T => all[below(all.length)] as T,
    is: (share: number) => next() < share,
  };
}

interface Rule {
  readonly id: string;
  readonly notices: readonly number[];
  readonly graceDays: number;
  /** Null follows the workspace. */
  readonly zone: string | null;
}
interface Watched {
  readonly id: string;
  rule: Rule;
  expiresOn: string;
  holdId: string | null;
}

const plusDays = (date: string, more: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + more * 86_400_000).toISOString().slice(0, 10);
/** What clocks show in a zone; the calendar of the runtime, not that of the product. */
const wallAt = (at: number, timeZone: string) => clockOf(timeZone).format(at).replace(' ', 'T');
/** Making one takes longer than a year of reading it. */
const clocks = new Map<string, Intl.DateTimeFormat>();
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  clocks.set(timeZone, made);
  return made;
}
/** Since November of 2026 clocks in Vancouver are not set back, and in summer they show what those of the other zone do. */
const vancouverUnderTheNewLaw = 'Etc/GMT+7';
/** Nine in the morning of a day in a zone. No zone of this story skips it. */
function morningOf(date: string, timeZone: string): number {
  const asUtc = Date.parse(`${date}T09:00:00Z`);
  return [-14, -12, 0, 12, 14]
    .map((hours) => asUtc + hours * 3_600_000)
    .map((at) => at - (Date.parse(`${wallAt(at, timeZone)}Z`) - asUtc))
    .find((at) => wallAt(at, timeZone) === `${date}T09:00:00`) as number;
}

describe(`lifecycle 13, a virtual year of ${many} documents over ${days} days`, function () {
  this.timeout(days > 100 ? 7_200_000 : 600_000);

  it(`LIF-9, LIF-12: each notice is sent once, at its time or collapsed into the latest, whatever happens (seed ${seed})`, async () => {
    const timeZones = zonesOf2026a();
    const database = process.env['CHANCERY_YEAR_DATABASE'] === 'postgres' ? await postgresDatabase() : null;
    const here = await lifecycleOffice({ ports: { timeZones }, ...(database && { database }) });
    const { lifecycle, owner, admin, upload, put, policy, worker, clock, sql, workspaceId, chancery } = here;
    const adopt = () =>
      operate(
        { ...here.ports, timeZones },
        workspace.ports,
        null,
        (work) => workspace.adoptTimeZones({ version: timeZones.version(), data: null }, work),
        'identity',
      );
    await adopt();
    let isVancouverUnderTheNewLaw = false;
    const random = randomFrom(seed);
    const zones = [
      'Europe/Berlin',
      'America/New_York',
      'America/Vancouver',
      'Pacific/Auckland',
      'Asia/Kolkata',
      null,
    ];
    let workspaceZone = 'UTC';
    await chancery.workspace.updateSettings({ defaultTimeZone: workspaceZone }, owner.session);
    const rules: Rule[] = [];
    for (const zone of zones) {
      const notices = [60, 30, 14, 7, 1, 0, -3].filter(() => random.is(0.6));
      const graceDays = random.below(20);
      const { id } = await policy({
        name: `Rule ${rules.length}`,
        notices: notices.map((daysBefore) => ({ daysBefore, recipients: ['document_owner'] })),
        graceDays,
        timeZone: zone,
        requireConfirmation: false,
      });
      rules.push({ id, notices, graceDays, zone });
    }
    const today = () => clock.now().slice(0, 10);
    const say = ({ id, rule, expiresOn }: Watched) =>
      put(id, { policyId: rule.id, statedExpiresOn: expiresOn });
    const watched: Watched[] = [];
    for (let number = 0; number < many; number++) {
      const { id } = await upload({ name: `Deed ${number}` });
      const one: Watched = {
        id,
        rule: random.pick(rules),
        expiresOn: plusDays(today(), random.below(days + 60) - 20),
        holdId: null,
      };
      watched.push(one);
      await say(one);
    }

    /** A zone whose clocks the calendar of the runtime shows as the law of that day has them. */
    const zoneOf = ({ rule }: Watched) => {
      const zone = rule.zone ?? workspaceZone;
      return zone === 'America/Vancouver' && isVancouverUnderTheNewLaw ? vancouverUnderTheNewLaw : zone;
    };
    const keyOf = (id: string, daysBefore: number, expiresOn: string) => `${id} ${daysBefore} ${expiresOn}`;
    const wanted = new Set<string>();
    /** Sent, collapsed into a later one, or too old: another rule that has the same notice does not bring it back. */
    const settled = new Set<string>();
    /** What a worker that runs now has to send: of what is past the latest, unless it is older than thirty days. */
    const noteDue = () => {
      const now = Date.parse(clock.now());
      for (const one of watched) {
        const past = one.rule.notices
          .map((daysBefore) => ({
            daysBefore,
            at: morningOf(plusDays(one.expiresOn, -daysBefore), zoneOf(one)),
          }))
          .filter(({ at }) => at <= now)
          .sort((a, b) => b.at - a.at);
        const [latest, ...earlier] = past.map(({ daysBefore, at }) => ({
          key: keyOf(one.id, daysBefore, one.expiresOn),
          at,
        }));
        if (latest !== undefined && !settled.has(latest.key) && now - latest.at <= 30 * 86_400_000)
          wanted.add(latest.key);
        for (const { key } of earlier) settled.add(key);
      }
    };
    const statusOf = (one: Watched) => {
      const local = wallAt(Date.parse(clock.now()), zoneOf(one)).slice(0, 10);
      const window = Math.max(...one.rule.notices.filter((notice) => notice > 0), 0) || 30;
      if (local > plusDays(one.expiresOn, one.rule.graceDays)) return 'expired';
      if (local > one.expiresOn) return 'in_grace';
      return local >= plusDays(one.expiresOn, -window) ? 'expiring_soon' : 'current';
    };
    const checked = async () => {
      const sent = (await here.happened())
        .filter(({ type }) => type === 'lifecycle.notice_sent')
        .map(({ target, facts }) =>
          keyOf(target?.id ?? '', Number(facts['daysBefore']), String(facts['expiresOn'])),
        );
      expect(new Set(sent).size, 'no notice is sent twice').to.equal(sent.length);
      const all = new Set(sent);
      const missing = [...wanted].filter((key) => !all.has(key));
      const unwanted = sent.filter((key) => !wanted.has(key));
      expect({ missing, unwanted }, clock.now()).to.deep.equal({ missing: [], unwanted: [] });
      const { counts, compliance } = await lifecycle.getLifecycleDashboard({ limit: 1 }, owner.session);
      const expected: Record<string, number> = {};
      for (const one of watched) expected[statusOf(one)] = (expected[statusOf(one)] ?? 0) + 1;
      const byStatus = Object.entries(counts.byStatus).filter(([, count]) => count > 0);
      expect(Object.fromEntries(byStatus), clock.now()).to.deep.equal(expected);
      expect(compliance.held).to.equal(watched.filter(({ holdId }) => holdId !== null).length);
      const stuck = await sql(
        "select 1 from lifecycle_actions where workspace_id = $1 and status = 'started' and kind = 'send_notice'",
        [workspaceId],
      );
      expect(stuck).to.deep.equal([]);
    };

    let restingDays = 0;
    for (let day = 0; day < days; day++) {
      // The worker runs at any time of the day, also in the hour that a law moves.
      clock.advance({ seconds: 43_200 + random.below(86_400) });
      await here.lastForYears();
      if (day === Math.floor(days / 3)) {
        timeZones.load();
        isVancouverUnderTheNewLaw = true;
        await adopt();
        await worker.drain();
      }
      const one = random.pick(watched);
      const happening = random.below(6);
      if (happening === 0) {
        // Renewed: it has a later date.
        one.expiresOn = plusDays(one.expiresOn, 20 + random.below(200));
        await say(one);
      } else if (happening === 1) {
        one.rule = random.pick(rules);
        await say(one);
      } else if (happening === 2 && one.holdId === null) {
        const { legalHold } = await lifecycle.placeLegalHold(
          { documentId: one.id, matter: 'Byron', reason: 'A suit' },
          admin.session,
        );
        one.holdId = legalHold.id;
      } else if (happening === 3 && one.holdId !== null) {
        await lifecycle.releaseLegalHold({ holdId: one.holdId, reason: 'Settled' }, admin.session);
        one.holdId = null;
      } else if (happening === 4 && random.is(0.3)) {
        // Days begin at other instants from now on.
        workspaceZone = random.pick(['UTC', 'Asia/Tokyo', 'America/Los_Angeles']);
        await chancery.workspace.updateSettings({ defaultTimeZone: workspaceZone }, owner.session);
        await worker.drain();
      }
      if (restingDays > 0) restingDays -= 1;
      else if (random.is(0.1)) restingDays = 1 + random.below(6);
      else {
        noteDue();
        await worker.run('lifecycle.plan');
        await worker.run('lifecycle.notices');
        // Whoever met a mail of both while another sent it looks again.
        clock.advance({ seconds: 60 });
        await worker.drain();
        await checked();
      }
    }
    expect(wanted.size).to.be.greaterThan(0);
  });
});
