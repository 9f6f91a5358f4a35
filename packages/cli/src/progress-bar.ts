import type { GlobalOptions, Surroundings } from './surroundings.ts';

const cells = 30;

export interface ProgressBar {
  /** `totalBytes` is null if nobody knows it. */
  tell(word: string, doneBytes: number, totalBytes: number | null): void;
  end(): void;
}

/** One line on a terminal, written over as it goes; nothing if nobody watches. */
export function progressBar({ quiet }: GlobalOptions, { stderr }: Pick<Surroundings, 'stderr'>): ProgressBar {
  const shown = stderr.isTTY === true && !quiet;
  let open = false;
  return {
    tell(word, doneBytes, totalBytes) {
      if (!shown) return;
      open = true;
      stderr.write(
        `\r\u001b[K${word} ${totalBytes === null ? mebibytes(doneBytes) : barOf(doneBytes, totalBytes)}`,
      );
    },
    end() {
      if (open) stderr.write('\r\u001b[K');
      open = false;
    },
  };
}

function barOf(doneBytes: number, totalBytes: number): string {
  const share = totalBytes === 0 ? 1 : doneBytes / totalBytes;
  const full = Math.floor(share * cells);
  const bar = '█'.repeat(full) + '░'.repeat(cells - full);
  return `${bar} ${String(Math.floor(share * 100)).padStart(3)} % of ${mebibytes(totalBytes)}`;
}

const mebibytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;

/** The same parts, with the bar beside them. */
export async function* watched(
  parts: AsyncIterable<Uint8Array>,
  word: string,
  totalBytes: number | null,
  bar: ProgressBar,
  doneBefore = 0,
): AsyncIterable<Uint8Array> {
  let done = doneBefore;
  for await (const part of parts) {
    done += part.byteLength;
    bar.tell(word, done, totalBytes);
    yield part;
  }
}
