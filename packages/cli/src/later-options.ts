import type { Command } from 'commander';

const waiting = new WeakMap<Command, () => void>();

/**
 * Gives a command its options when it is parsed, explained or completed: of hundreds of commands one is used, and to make the
 * options of all of them took longer than the call itself.
 */
export function addOptionsLater(command: Command, add: () => void): void {
  waiting.set(command, add);
}

/** The command with all its options. */
export function withOptions(command: Command): Command {
  const add = waiting.get(command);
  // Options are added once; what adds them may ask for the command's options itself.
  waiting.delete(command);
  add?.();
  return command;
}
