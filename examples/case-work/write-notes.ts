import type { Team } from './team.ts';

const notes = [
  { title: 'At the door', body: 'She opened by herself and walked with a stick.' },
  { title: 'In the kitchen', body: 'The stove is switched off by a timer, which works.' },
  { title: 'On the stairs', body: 'Eleven steps, no rail on the left. She wants a ramp.' },
];

/** The writer writes one note of each room, and the lead approves it. It can be changed until it is signed. */
export async function writeNotes({ lead, writer }: Team, caseId: string): Promise<void> {
  for (const note of notes) {
    const { entry } = await writer.records.createEntry({ caseId, entryType: 'note', ...note });
    await writer.records.submitEntry({ artifactId: entry.id });
    await lead.records.approveEntry({ artifactId: entry.id });
    console.log(`approved: ${note.title}`);
  }
}
