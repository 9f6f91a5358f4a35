import { InvalidArgumentError, Option } from 'commander';

/** What a progress bar says of each phase of an upload. */
export const sendingWords = { hashing: 'Reading', sending: 'Sending', completing: 'Checking' } as const;

export const chunkSizeOption = (): Option =>
  new Option('--chunk-size <bytes>', 'A multiple of 262144; 8 MiB where not given.').argParser(wholeNumber);

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number of bytes.');
  return Number(text);
}
