/** What every connection of the workload is set to. */
const settings = {
  timezone: 'UTC',
  // To compile a plan, or to start workers for it, takes longer than any of these statements runs.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  idle_in_transaction_session_timeout: '60000',
  lock_timeout: '5000',
  statement_timeout: '30000',
} as const;

/** For a connection that is ours for as long as it lasts: it is opened with them. */
export const settingsOfConnection = Object.entries(settings)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');

/** For one transaction on a connection that is lent to others afterwards. */
export const settingsOfTransaction = `select ${Object.entries(settings)
  .map(([name, value]) => `set_config('${name}', '${value}', true)`)
  .join(', ')}`;
