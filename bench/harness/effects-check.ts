import { join } from 'node:path';
import { readSpool, type SpooledMail } from '@chancery/adapters-services';
import { groupBy } from '@chancery/core/internal';
import { checkJobs, checkLedger, type Line, line, type Query } from './database-check.ts';
import { type Creations, inviteesOf } from './persistent-client.ts';

/** What was promised, looked up in the database and in the spool: each line says what was found, and whether it fits. */
export async function checkEffects(
  query: Query,
  workspaceId: string,
  { acknowledged }: Creations,
  dataFolder: string,
): Promise<Line[]> {
  const meetings = await query(
    'select id, external_reference reference from meetings where workspace_id = $1',
    [workspaceId],
  );
  const idsOf = groupBy(meetings, ({ reference }) => reference);
  const wrong = acknowledged.filter(({ reference, meetingId }) => {
    const found = idsOf.get(reference) ?? [];
    return found.length !== 1 || found[0]?.id !== meetingId;
  });

  const mails = await readSpool(join(dataFolder, 'mail'));
  const invitees = acknowledged.flatMap(({ reference }) => inviteesOf(reference));
  const mailsTo = groupBy(mails, addressOf);
  const ids = new Set(mails.map(({ id }) => id));
  const misfit = invitees.filter((address) => mailsTo.get(address)?.length !== 1);

  const ledger = await checkLedger(query, workspaceId, dataFolder);
  const created = ledger.actions.filter((action) => action === 'meeting.created').length;

  return [
    line('meetings acknowledged', acknowledged.length, acknowledged.length > 0),
    line('of them not there exactly once', wrong.length, wrong.length === 0),
    line('meetings in the database', meetings.length, meetings.length === acknowledged.length),
    line('invitees', invitees.length, true),
    line('of them without exactly one mail', misfit.length, misfit.length === 0),
    line(
      'mails, message ids',
      `${mails.length}, ${ids.size}`,
      mails.length === invitees.length && ids.size === mails.length,
    ),
    ...ledger.lines,
    line('lines meeting.created', created, created === acknowledged.length),
    await checkJobs(query),
  ];
}

const addressOf = ({ to }: SpooledMail): string => /<(.+)>$/.exec(to)?.[1] ?? to;
