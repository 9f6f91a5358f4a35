import { buildBreachedFilter } from '@chancery/adapters-services';

/** `chancery passwords build-filter`: makes the file of CHANCERY_BREACHED_PASSWORDS_FILE. Needs no configuration. */
export async function buildPasswordFilter({
  input,
  output,
  sha1,
}: Readonly<Record<string, unknown>>): Promise<number> {
  if (typeof input !== 'string' || typeof output !== 'string') {
    process.stderr.write('chancery: name the list with --input and the filter with --output.\n');
    return 2;
  }
  const started = performance.now();
  const entries = await buildBreachedFilter({ input, output, form: sha1 === true ? 'sha1' : 'text' });
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  process.stdout.write(`${output}: ${entries} passwords in ${seconds} s.\n`);
  process.stdout.write(`Set CHANCERY_BREACHED_PASSWORDS_FILE=${output} and start the server anew.\n`);
  return 0;
}
