import { ChanceryError } from '@chancery/sdk';
import type { Operation } from '@chancery/sdk/operations';
import { exitCodeOf, UsageError } from './exit-codes.ts';
import { flagOf } from './field-options.ts';
import { singular } from './names.ts';
import { nextStepOf } from './next-step.ts';
import { harmless, styleFor } from './style.ts';
import type { GlobalOptions, Surroundings } from './surroundings.ts';

/** Writes a failure to stderr, as JSON with --json, and gives the exit code. */
export function reportFailure(
  error: unknown,
  surroundings: Surroundings,
  options: GlobalOptions,
  operation: Operation | null,
): number {
  const { stderr, env, operations } = surroundings;
  const exitCode = exitCodeOf(error);
  const nextStep = nextStepOf(error, operations, operation);
  const known = error instanceof ChanceryError ? error : null;
  const code = known?.code ?? (error instanceof UsageError ? 'usage' : 'unexpected');
  const message = error instanceof Error ? error.message : String(error);

  if (options.json) {
    const { status = null, details = [], requestId = null, retryAfterSeconds = null } = known ?? {};
    const report = { code, message, status, details, requestId, retryAfterSeconds, nextStep, exitCode };
    stderr.write(`${JSON.stringify({ error: report })}\n`);
    return exitCode;
  }
  const style = styleFor(stderr, env, options);
  const lines = [`${style('red', `${harmless(code)}:`)} ${harmless(message, error instanceof UsageError)}`];
  for (const { path, message: fault } of known?.details ?? []) {
    lines.push(`  ${style('bold', harmless(nameOf(path)))}  ${harmless(fault)}`);
  }
  if (nextStep) lines.push(`${style('cyan', 'next:')} ${harmless(nextStep)}`);
  if (known?.requestId && exitCode === 1) lines.push(style('dim', `request ${known.requestId}`));
  if (env.DEBUG && error instanceof Error && error.stack) lines.push(style('dim', error.stack));
  stderr.write(`${lines.join('\n')}\n`);
  return exitCode;
}

/**
 * `/body/consent/version` is `--consent.version` to somebody at a terminal, and `/body/invitees/0/email` the part `email` of
 * the first `--invitee`.
 */
function nameOf(pointer: string): string {
  const [, place, name, ...rest] = pointer.split('/');
  if (!name || (place !== 'body' && place !== 'query')) return name ?? pointer;
  const at = rest.findIndex((part) => /^\d+$/.test(part));
  const inside = at < 0 ? rest : rest.slice(0, at);
  const flag = `--${flagOf([name, ...inside].join('.'))}`;
  if (at < 0) return flag;
  return [singular(flag), `${Number(rest[at]) + 1}`, ...rest.slice(at + 1)].join(' ');
}
