import { machine } from '../../kernel/machine.ts';
import { meetingInvalidState } from '../errors.ts';

/** A message to one invitee on its way out. It is opened again if the process that was sending it died. */
export const meetingMailStates = machine(meetingInvalidState, ['waiting'], {
  waiting: { open: 'sending', supersede: 'skipped' },
  sending: { open: 'sending', send: 'sent', skip: 'skipped', fail: 'failed' },
  sent: {},
  skipped: {},
  failed: {},
});

/** A reminder; one that somebody asks for is sent at once. */
export const reminderStates = machine(meetingInvalidState, ['queued', 'sent'], {
  queued: { send: 'sent', expire: 'expired', cancel: 'cancelled' },
  sent: {},
  expired: {},
  cancelled: {},
});
