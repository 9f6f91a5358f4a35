import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Every list of requests for files is read from an index in its order, and reads nothing that it does not show: neither newer
 * requests of other workspaces, which an index that begins with the id leads through, nor those of other people or states.
 */
export class FileRequestLists0200 implements MigrationInterface {
  readonly name = 'FileRequestLists1700000000200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${keyed('workspace_id, id')}
      drop index file_requests_newest;
      create index file_requests_of_owner_open on file_requests (workspace_id, owner_user_id, id desc) where ${isOpen};
      create index file_requests_of_owner_by_status on file_requests (workspace_id, owner_user_id, status, id desc);
      create index file_requests_of_cases_open on file_requests (workspace_id, id desc) where case_id is not null and ${isOpen};
      create index file_requests_of_cases_by_status on file_requests (workspace_id, status, id desc) where case_id is not null;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index file_requests_of_owner_open, file_requests_of_owner_by_status, file_requests_of_cases_open,
        file_requests_of_cases_by_status;
      create index file_requests_newest on file_requests (workspace_id, id desc);
      ${keyed('id, workspace_id')}`);
  }
}

const isOpen = "status in ('sent', 'in_progress', 'submitted')";
const referring = ['file_request_links', 'client_uploads'];

/** The same key in another order of its columns; what refers to it lets go of it meanwhile. */
const keyed = (columns: string) => `
  ${referring.map((table) => `alter table ${table} drop constraint ${table}_request_id_workspace_id_fkey;`).join('\n')}
  alter table file_requests drop constraint file_requests_pkey, add primary key (${columns});
  ${referring
    .map(
      (table) => `alter table ${table} add foreign key (request_id, workspace_id)
        references file_requests (id, workspace_id) on delete cascade;`,
    )
    .join('\n')}`;
