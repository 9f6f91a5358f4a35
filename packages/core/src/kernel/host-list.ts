/**
 * The addresses of an address that names several hosts with commas between them, as PostgreSQL writes it:
 * `postgresql://user@one:5432,two:5432/name`. One for each host, with everything else that the address says.
 */
export function addressesOfHosts(address: string): readonly string[] {
  const scheme = address.indexOf('://') + 3;
  const end = /[/?#]/.exec(address.slice(scheme));
  const authority = end === null ? address.length : scheme + end.index;
  const hosts = address.lastIndexOf('@', authority - 1) + 1 || scheme;
  return address
    .slice(hosts, authority)
    .split(',')
    .map((host) => `${address.slice(0, hosts)}${host}${address.slice(authority)}`);
}
