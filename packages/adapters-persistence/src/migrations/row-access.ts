// Text that migrations share. Released migrations are made of it, so what these functions answer never changes.

/** Which rows a transaction reaches: those of the workspace that it has entered. */
export const boundToWorkspace = "workspace_id = current_setting('app.workspace', true)";

/** Row-level security for tables of a workspace, whose rows the functions of `chancery_gate` may read across workspaces. */
export const rowAccess = (tables: readonly string[]): string =>
  tables
    .map(
      (table) => `
    alter table ${table} enable row level security;
    alter table ${table} force row level security;
    create policy tenant on ${table} to chancery_app, chancery_identity using (${boundToWorkspace}) with check (${boundToWorkspace});
    create policy gate on ${table} to chancery_gate using (true);
    grant select, insert, update, delete on ${table} to chancery_app, chancery_identity;
    grant select on ${table} to chancery_gate;`,
    )
    .join('\n');

interface Grant {
  /** Each with the types of its parameters. */
  readonly functions: readonly string[];
  readonly to: string;
}

/** Functions that answer across workspaces: they run as `chancery_gate`, and nobody else than the named roles may call them. */
export function ownedByGate(...grants: readonly Grant[]): string {
  const all = grants.flatMap(({ functions }) => functions);
  return `
grant create on schema public to chancery_gate;
${all.map((name) => `alter function ${name} owner to chancery_gate;`).join('\n')}
revoke create on schema public from chancery_gate;
revoke execute on function ${all.join(', ')} from public;
${grants.map(({ functions, to }) => `grant execute on function ${functions.join(', ')} to ${to};`).join('\n')}
`;
}
