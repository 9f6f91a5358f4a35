/** Tells somebody at a terminal what is being done: on one line that changes, or, where it is kept, a line now and then. */
export interface Progress {
  tell(line: string): void;
  end(): void;
}

interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const quietMilliseconds = 5000;

export function progressOn(terminal: Terminal, now: () => number = Date.now): Progress {
  let last = Number.NEGATIVE_INFINITY;
  let isBegun = false;
  return {
    tell(line) {
      if (terminal.isTTY === true) {
        isBegun = true;
        terminal.write(`\r\u001b[2K${line.slice(0, (terminal.columns ?? 80) - 1)}`);
        return;
      }
      if (now() - last < quietMilliseconds) return;
      last = now();
      terminal.write(`chancery: ${line}\n`);
    },
    end() {
      if (isBegun) terminal.write('\r\u001b[2K');
    },
  };
}

export const noProgress: Progress = { tell: () => undefined, end: () => undefined };
