import { handOver } from './hand-over.ts';
import { openCase } from './open-case.ts';
import { signNotes } from './sign-notes.ts';
import { teamOf } from './team.ts';
import { writeNotes } from './write-notes.ts';

// A case of a client: `open` prints its id, which the other steps take.
const [step, id = '', file = 'case.pdf'] = process.argv.slice(2);
const team = await teamOf(process.env);
if (step === 'open') await openCase(team, id);
else if (step === 'write') await writeNotes(team, id);
else if (step === 'sign') await signNotes(team, id);
else if (step === 'hand-over') await handOver(team, id, file);
else throw new Error('Say `open [<subject>]`, `write <case>`, `sign <case>` or `hand-over <case> <file>`.');
