import type { Act } from './act.ts';

const password = 'correct horse battery staple';

/** Cases with their notes, which are written by one person, approved by another and signed. */
export const records: readonly Act[] = [
  {
    name: 'open a case',
    weight: 2,
    async run({ world, books, call, random, people }) {
      const { records: own } = world.chancery;
      const [lead, writer] = [random.pick(people.slice(0, 9)), random.pick(people.slice(9, 17))];
      const displayName = `Person ${random.below(1_000_000)}`;
      const subject = await call('subject.created', lead, (caller) =>
        own.createSubject(
          {
            displayName,
            duplicateOverride: { reason: 'Somebody else of that name.' },
          },
          caller,
        ),
      );
      const subjectId = subject?.subject.id;
      if (subjectId === undefined) return;
      const title = `Case ${random.below(1_000_000)}`;
      const made = await call('case.created', lead, (caller) =>
        own.createCase(
          {
            title,
            caseType: 'general',
            subjectId,
            status: 'active',
            members: [{ userId: writer.id, role: 'contributor' }],
          },
          caller,
        ),
      );
      if (made !== null) books.cases.set(made.case.id, { leadId: lead.id, writerId: writer.id, open: true });
    },
  },
  {
    name: 'write, approve and sign a note',
    weight: 6,
    async run({ world, books, call, random, people }) {
      const { records: own } = world.chancery;
      const found = random.any([...books.cases].filter(([, { open }]) => open));
      if (found === null) return;
      const [caseId, { leadId, writerId }] = found;
      const lead = people.find(({ id }) => id === leadId) ?? null;
      const writer = people.find(({ id }) => id === writerId) ?? null;
      const title = `Note ${random.below(1000)}`;
      const body = `What was said, ${random.next()}.`;
      const begun = await call('entry.created', writer, (caller) =>
        own.createEntry(
          {
            caseId,
            entryType: 'note',
            title,
            body,
          },
          caller,
        ),
      );
      const artifactId = begun?.entry.id;
      if (artifactId === undefined) return;
      const submitted = await call('entry.submitted', writer, (caller) =>
        own.submitEntry({ artifactId }, caller),
      );
      if (submitted === null) return;
      const approved = await call('entry.approved', lead, (caller) =>
        own.approveEntry({ artifactId }, caller),
      );
      if (approved === null || random.is(0.1)) return;
      const signed = await call('entry.finalized', writer, (caller) =>
        own.finalizeEntry(
          {
            artifactId,
            attestation: {
              statementId: 'attest.author.v1',
              accepted: true,
              reauthentication: { method: 'password', value: password },
            },
          },
          caller,
        ),
      );
      const contentHash = signed?.entry.contentHash;
      if (typeof contentHash === 'string')
        books.entries.set(artifactId, { caseId, authorId: writerId, contentHash });
    },
  },
  {
    name: 'note what is to be done, and do it',
    weight: 3,
    async run({ world, books, call, random, people }) {
      const { records: own } = world.chancery;
      const found = random.any([...books.cases].filter(([, { open }]) => open));
      if (found === null) return;
      const [caseId, { writerId }] = found;
      const writer = people.find(({ id }) => id === writerId) ?? null;
      const dueAt = new Date(Date.parse(world.clock.now()) + random.below(20) * 86_400_000).toISOString();
      const title = `Call back ${random.below(1000)}`;
      const made = await call('follow_up.created', writer, (caller) =>
        own.createFollowUp({ caseId, title, dueAt }, caller),
      );
      const followUpId = made?.followUp.id;
      if (followUpId === undefined || random.is(0.4)) return;
      await call('follow_up.completed', writer, (caller) =>
        own.updateFollowUp({ followUpId, status: 'completed' }, caller),
      );
    },
  },
];
