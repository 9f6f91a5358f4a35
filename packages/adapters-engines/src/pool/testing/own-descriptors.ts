import { readdirSync, readlinkSync } from 'node:fs';

/** The sockets and files that this process holds, by what Linux calls them: `socket:[<number>]`, or a path. */
export function ownDescriptors(): string[] {
  return readdirSync('/proc/self/fd')
    .map((name) => {
      try {
        return readlinkSync(`/proc/self/fd/${name}`);
      } catch {
        return '';
      }
    })
    .filter((target) => /^socket|^\/(?!dev|proc)/.test(target));
}
