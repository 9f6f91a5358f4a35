import type { MigrationInterface, QueryRunner } from 'typeorm';

const reasons = `'not_started', 'policy', 'invitation_policy', 'removed_before', 'full'`;

/** A host can lock the room of a live session; whoever comes meanwhile waits for that reason (MTG-107). */
export class LockedRooms0042 implements MigrationInterface {
  readonly name = 'LockedRooms1700000000042';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table meeting_occurrences add column is_locked boolean not null default false;
      alter table admissions drop constraint admissions_wait_reason_check,
        add constraint admissions_wait_reason_check check (wait_reason in (${reasons}, 'locked'));`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      update admissions set wait_reason = 'policy' where wait_reason = 'locked';
      alter table admissions drop constraint admissions_wait_reason_check,
        add constraint admissions_wait_reason_check check (wait_reason in (${reasons}));
      alter table meeting_occurrences drop column is_locked;`);
  }
}
