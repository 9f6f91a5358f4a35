import { inWorkspace } from '../in-workspace.ts';
import { reaction } from '../ports.ts';
import { checkpointIssued } from './events.ts';
import { auditJobs } from './jobs.ts';
import { wholeNote } from './views.ts';

/** Every checkpoint goes to a place outside the database (records 10). */
export const publishCheckpoint = reaction(
  checkpointIssued,
  { topic: 'audit.publish_checkpoint', policy: auditJobs, needs: ['ledgerId', 'size'] },
  async ({ ledgerId, size }, { transact, checkpointSink }) => {
    const checkpoint = await inWorkspace(ledgerId, transact)(({ checkpointLog }) => checkpointLog.at(size));
    if (checkpoint !== null) await checkpointSink.publish(ledgerId, size, wholeNote(checkpoint));
  },
);
