import type { CaseAccessPart } from '../../file-requests/index.ts';
import type { Instant } from '../../kernel/time.ts';
import type { RecordReader } from '../access/record-reader.ts';
import { ports, type RecordsPorts } from '../ports.ts';
import { mayOnCase } from './seen-case.ts';

type Asking = RecordsPorts & { readonly now: Instant };

/** What other contexts ask about cases: who reads one, whatever the purpose, and who works on one. */
export const recordsCaseAccess: CaseAccessPart = {
  kind: 'case_access',
  ports,
  bind: (context, own: () => Asking) => ({
    context,
    async readable(userId) {
      const asking = own();
      const reader = await memberAsReader(userId, asking);
      return reader === null
        ? { caseIds: [], openTo: null }
        : asking.cases.readable({ reader, now: asking.now }, mostNamed);
    },
    async readableAmong(userId, caseIds) {
      const asking = own();
      const reader = await memberAsReader(userId, asking);
      return reader === null ? [] : asking.cases.readableAmong(caseIds, { reader, now: asking.now });
    },
    async mayWork(userId, caseId) {
      const asking = own();
      const reader = await memberAsReader(userId, asking);
      const found = reader && (await asking.cases.findSeen(caseId, { reader, now: asking.now }));
      return reader !== null && found !== null && mayOnCase('write', { ...found, reader });
    },
  }),
};

/** So many cases that are open to everybody of a kind are named one by one; of more than that, only the kind is said. */
const mostNamed = 1000;

/** The person as decisions about records know them; null for somebody who is no active member. */
export async function memberAsReader(
  userId: string,
  { memberDirectory, recordStandings }: Asking,
): Promise<RecordReader | null> {
  const [member] = await memberDirectory.find([userId]);
  if (member?.status !== 'active') return null;
  return { userId, role: member.role, ...(await recordStandings.reader(userId)) };
}
