#!/usr/bin/env node
import { homedir, hostname } from 'node:os';
import { text } from 'node:stream/consumers';
import { operations } from '@chancery/sdk/operations';
import { loadHost } from './host-commands.ts';
import { interruption } from './interruption.ts';
import { ask } from './prompt.ts';
import { run } from './run.ts';

// A reader that has seen enough, such as `head`, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

process.exitCode = await run(process.argv.slice(2), {
  operations,
  env: process.env,
  homeDirectory: homedir(),
  hostName: hostname(),
  stdout: process.stdout,
  stderr: process.stderr,
  readInput: () => text(process.stdin),
  ask,
  interactive: process.stdin.isTTY === true,
  fetch,
  interruption,
  loadHost,
});
