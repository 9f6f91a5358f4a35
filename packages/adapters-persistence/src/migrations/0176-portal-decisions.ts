import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowAccess } from './row-access.ts';

/** What recipients decided about the terms of a package, with what they signed (governance 6.3). */
export class PortalDecisions0176 implements MigrationInterface {
  readonly name = 'PortalDecisions1700000000176';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(decisions);
    await runner.query(rowAccess(['portal_decisions']));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table portal_decisions');
  }
}

const decisions = `
create table portal_decisions (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  package_id uuid not null,
  decision text not null check (decision in ('accept', 'decline')),
  signer_name text not null,
  relationship text not null,
  typed_signature text,
  -- A drawn signature under the key ring.
  sealed_drawing bytea,
  statement_sha256 text not null,
  decided_at timestamptz not null,
  primary key (id, workspace_id),
  foreign key (package_id, workspace_id) references release_packages (id, workspace_id) on delete cascade
);
create index portal_decisions_of_package on portal_decisions (package_id, workspace_id, decided_at desc, id desc);
`;
