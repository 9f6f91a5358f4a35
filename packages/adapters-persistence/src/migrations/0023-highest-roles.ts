import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The highest role that a person had in the room, which attendance shows; null while it is their present role. */
const column = `
alter table admissions add column highest_role text check (highest_role in ('host', 'co_host', 'presenter', 'attendee'));
`;

export class HighestRoles0023 implements MigrationInterface {
  readonly name = 'HighestRoles1700000000023';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(column);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table admissions drop column highest_role');
  }
}
