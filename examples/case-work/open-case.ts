import type { Chancery } from '@chancery/sdk';
import type { Team } from './team.ts';

const client = { displayName: 'Clara Client', birthDate: '1961-04-03' };
const aWeek = 7 * 86_400_000;

/**
 * Opens a case with its team, its first visit and what is to be done before it; prints the id of the case. It is about the
 * subject that was named, or about a new one unless the practice may know the client already.
 */
export async function openCase({ lead, writer }: Team, namedSubjectId: string): Promise<void> {
  const subjectId = namedSubjectId === '' ? await newClient(lead) : namedSubjectId;
  if (subjectId === null) return;
  const { user } = await writer.identity.getMe();
  const { case: opened } = await lead.records.createCase({
    title: 'Help at home',
    caseType: 'general',
    subjectId,
    status: 'active',
    members: [{ userId: user.id, role: 'contributor' }],
  });
  const { encounter } = await lead.records.createEncounter({
    caseId: opened.id,
    encounterType: 'contact',
    mode: 'home_visit',
    title: 'First visit',
    scheduledStartAt: inAWeek(0),
    scheduledEndAt: inAWeek(45),
  });
  await lead.records.createFollowUp({
    caseId: opened.id,
    encounterId: encounter.id,
    title: 'Ask the landlord about the ramp',
    ownerUserId: user.id,
    dueAt: inAWeek(0),
  });
  console.log(`case ${opened.id}`);
}

/** The id of the new subject. Null if somebody who is known looks like the client: whether it is them a person decides. */
async function newClient({ records }: Chancery): Promise<string | null> {
  const { candidates } = await records.checkSubjectDuplicates(client);
  for (const { subjectId, subjectNumber, displayName, birthDate } of candidates)
    console.log(`perhaps ${subjectNumber}, ${displayName}, born ${birthDate}: open ${subjectId}`);
  if (candidates.length > 0) {
    process.exitCode = 1;
    return null;
  }
  const { subject } = await records.createSubject(client);
  console.log(`new as ${subject.subjectNumber}`);
  return subject.id;
}

const inAWeek = (minutes: number) => new Date(Date.now() + aWeek + minutes * 60_000).toISOString();
