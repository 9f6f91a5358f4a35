import type { Practice } from './practice.ts';

/** What must hold after each day; answers with a sentence for each thing that does not. */
export interface Invariant {
  readonly name: string;
  /** Only after days on which all background work was done. */
  readonly afterWork?: boolean;
  check(practice: Practice): Promise<readonly string[]>;
}

type Row = { readonly id: string; readonly status: string };

const statusesOf = async ({ world }: Practice, table: string): Promise<Map<string, string>> => {
  const rows = await world.sql<Row>(`select id, status from ${table} where workspace_id = $1`, [
    world.workspaceId,
  ]);
  return new Map(rows.map(({ id, status }) => [id, status]));
};

/** What the product has, compared with the books: nothing is missing, nothing is there that nobody made. */
async function asInTheBooks(practice: Practice, table: string, books: ReadonlyMap<string, string>) {
  const stored = await statusesOf(practice, table);
  const wrong = [...books].flatMap(([id, status]) =>
    stored.get(id) === status
      ? []
      : [`${table} ${id} is ${stored.get(id) ?? 'missing'} and should be ${status}`],
  );
  return stored.size === books.size ? wrong : [...wrong, `${table}: ${stored.size} instead of ${books.size}`];
}

export const invariants: readonly Invariant[] = [
  {
    name: 'the chain of the ledger holds, with every detail',
    async check({ world, as }) {
      const { verification } = await world.chancery.records.verifyAuditLedger({}, await as(world.owner));
      return verification.ok && verification.complete
        ? []
        : [`${verification.reason} at ${verification.firstBadSeq}`];
    },
  },
  {
    name: 'each answered call left its event once, and nothing else did',
    async check({ world, tally }) {
      const rows = await world.sql<{ action: string; count: number }>(
        'select action, count(*)::int count from audit_event where ledger_id = $1 and action = any($2) group by 1',
        [world.workspaceId, [...tally.acknowledged.keys()]],
      );
      const written = new Map(rows.map(({ action, count }) => [action, count]));
      return [...tally.acknowledged].flatMap(([action, count]) =>
        written.get(action) === count
          ? []
          : [`${action}: ${count} answered, ${written.get(action) ?? 0} in the ledger`],
      );
    },
  },
  {
    name: 'projects are as people left them',
    check: (practice) => asInTheBooks(practice, 'projects', practice.books.projects),
  },
  {
    name: 'a cancelled meeting stays cancelled, and no other is',
    async check(practice) {
      const stored = await statusesOf(practice, 'meetings');
      return [...practice.books.meetings].flatMap(([id, status]) =>
        (stored.get(id) === 'cancelled') === (status === 'cancelled')
          ? []
          : [`meeting ${id} is ${stored.get(id)} and should be ${status}`],
      );
    },
  },
  {
    name: 'documents are as people left them, and none under a hold is in the trash',
    async check(practice) {
      const { documents } = practice.books;
      const trashed = [...documents].filter(([, { status, held }]) => held && status !== 'active');
      return [
        ...trashed.map(([id]) => `document ${id} is under a hold and in the trash`),
        ...(await asInTheBooks(
          practice,
          'documents',
          new Map([...documents].map(([id, { status }]) => [id, status])),
        )),
      ];
    },
  },
  {
    name: 'what everybody signed is sealed',
    afterWork: true,
    async check({ world, books }) {
      const rows = await world.sql<{ id: string }>(
        'select id from documents where workspace_id = $1 and sealed_sha256 is not null',
        [world.workspaceId],
      );
      const sealed = new Set(rows.map(({ id }) => id));
      return [...books.documents].flatMap(([id, { signed }]) =>
        signed === sealed.has(id)
          ? []
          : [`document ${id} is ${signed ? 'signed and not sealed' : 'sealed unsigned'}`],
      );
    },
  },
  {
    name: 'every open case has a lead',
    async check({ world }) {
      const rows = await world.sql<{ id: string }>(
        `select id from record_cases c where workspace_id = $1 and status in ('intake', 'active', 'on_hold')
         and not exists (select from case_members m where m.case_id = c.id and m.role = 'lead' and m.ended_at is null)`,
        [world.workspaceId],
      );
      return rows.map(({ id }) => `case ${id} has no lead`);
    },
  },
  {
    name: 'signed notes are what was signed',
    async check({ world, books, as, people, random }) {
      const wrong: string[] = [];
      for (let count = 0; count < Math.min(3, books.entries.size); count += 1) {
        const [artifactId, { authorId, contentHash }] = random.pick([...books.entries]);
        const author = people.find(({ id }) => id === authorId);
        if (author === undefined) continue;
        const { entry } = await world.chancery.records.getEntry({ artifactId }, await as(author));
        if (entry.contentHash !== contentHash || entry.status !== 'finalized')
          wrong.push(`entry ${artifactId} is ${entry.status} with another hash than was signed`);
      }
      return wrong;
    },
  },
  {
    name: 'no mail with one Message-ID says two things',
    async check({ world }) {
      const said = new Map<string, string>();
      return world.ports.mail.sent.flatMap(({ messageId, to, subject, text }) => {
        const content = `${to.address}\n${subject}\n${text}`;
        const before = said.get(messageId) ?? content;
        said.set(messageId, before);
        return before === content ? [] : [`${messageId} was sent with two contents`];
      });
    },
  },
  {
    name: 'no work is left over that is due, and none is given up',
    afterWork: true,
    async check({ world }) {
      const rows = await world.sql<{ topic: string; status: string }>(
        `select topic, status from jobs where workspace_id = $1
         and (status = 'dead' or status in ('pending', 'retrying') and available_at < $2::timestamptz - interval '1 day')`,
        [world.workspaceId, world.clock.now()],
      );
      return rows.map(({ topic, status }) => `a job of ${topic} is ${status}`);
    },
  },
  {
    name: 'the board of expiry counts every document that is not in the trash once, and knows which have a date',
    afterWork: true,
    async check({ world, as, books }) {
      const { counts } = await world.chancery.lifecycle.getLifecycleDashboard(
        { limit: 1 },
        await as(world.owner),
      );
      const counted = Object.values(counts.byStatus).reduce((sum, count) => sum + count, 0);
      const active = [...books.documents.values()].filter(({ status }) => status === 'active');
      const found = { counted, dated: counted - counts.byStatus.untracked };
      const expected = { counted: active.length, dated: active.filter(({ dated }) => dated).length };
      return JSON.stringify(found) === JSON.stringify(expected)
        ? []
        : [`it says ${JSON.stringify(found)} and should say ${JSON.stringify(expected)}`];
    },
  },
  {
    name: 'somebody of another workspace sees nothing',
    async check({ world, as }) {
      const stranger = await as(await world.stranger());
      const { documents } = await world.chancery.documents.listDocuments({}, stranger);
      const { cases } = await world.chancery.records.listCases({}, stranger);
      return documents.length + cases.length === 0 ? [] : ['a stranger sees documents or cases'];
    },
  },
];
