import { expect } from 'chai';
import { killWhileReminding } from './testing/reminder-kills.ts';

describe('a process that is killed while it mails reminders', () => {
  for (const kind of ['pglite', 'postgres'] as const)
    it(`MTG-50: leaves no reminder unsent and none with another Message-ID, on ${kind}`, async () => {
      const count = await killWhileReminding(kind, 2, { remindersPerMeeting: 16 });

      expect(count).to.include({
        kills: 2,
        missing: 0,
        peopleWithSeveralMessageIds: 0,
        notMarked: 0,
      });
    });
});
