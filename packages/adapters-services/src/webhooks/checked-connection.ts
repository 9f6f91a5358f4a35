import { lookup as systemLookup } from 'node:dns/promises';
import { connect as netConnect, type Socket, type TcpNetConnectOpts } from 'node:net';
import type { EgressPolicy, EgressRefusal } from '@chancery/core';
import { type AddressRange, isAllowedAddress } from './allowed-addresses.ts';
import type { Target } from './target-url.ts';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}
/** Resolves all addresses of a name. */
export type Resolver = (host: string) => Promise<readonly ResolvedAddress[]>;
/** Opens a TCP connection, as `net.connect` does. */
export type Dial = (options: TcpNetConnectOpts) => Socket;

export const systemResolver: Resolver = (host) => systemLookup(host, { all: true });
export const systemDial: Dial = netConnect;

/** The reason why there is no answer. */
export class EgressRefused extends Error {
  override readonly name = 'EgressRefused';
  readonly kind: EgressRefusal;
  constructor(kind: EgressRefusal, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

interface Means {
  readonly opened: readonly AddressRange[];
  readonly resolve: Resolver;
  readonly dial: Dial;
}

/** Returns the addresses of the target; if one of them is not allowed, all are refused (WHK-5). */
export async function allowedAddresses(
  { host, isLiteral }: Target,
  { opened, resolve }: Means,
  milliseconds: number,
): Promise<readonly ResolvedAddress[]> {
  if (isLiteral) {
    if (!isAllowedAddress(host, opened))
      throw new EgressRefused('blocked_address', 'The address is not public.');
    return [{ address: host, family: host.includes(':') ? 6 : 4 }];
  }
  const addresses = await within(milliseconds, resolve(host), 'The name was not resolved in time.').catch(
    (error: unknown) => {
      throw error instanceof EgressRefused
        ? error
        : new EgressRefused('dns_error', 'The name was not resolved.', error);
    },
  );
  if (addresses.length === 0) throw new EgressRefused('dns_error', 'The name has no address.');
  if (!addresses.every(({ address }) => isAllowedAddress(address, opened)))
    throw new EgressRefused('blocked_address', 'An address of the name is not public.');
  return addresses;
}

/**
 * Opens a TCP connection to one of the addresses that were just checked. The hook of the connection resolves and checks, so
 * that nobody can change the name in between, and the address that answered is compared before a byte is written.
 */
export function checkedConnection(
  target: Target,
  means: Means,
  limits: Pick<EgressPolicy, 'resolveMilliseconds' | 'connectMilliseconds'>,
  signal: AbortSignal,
): Promise<Socket> {
  let checked: readonly string[] = target.isLiteral ? [target.host] : [];
  let clock: ReturnType<typeof setTimeout> | undefined;
  return new Promise((resolve, reject) => {
    if (target.isLiteral && !isAllowedAddress(target.host, means.opened)) {
      reject(new EgressRefused('blocked_address', 'The address is not public.'));
      return;
    }
    const socket = means.dial({
      host: target.host,
      port: target.port,
      autoSelectFamily: true,
      noDelay: true,
      lookup: (_host, { all }, answer) => {
        allowedAddresses(target, means, limits.resolveMilliseconds).then(
          (addresses) => {
            checked = addresses.map(({ address }) => address);
            startClock();
            if (all) answer(null, [...addresses]);
            else answer(null, addresses[0]?.address ?? '', addresses[0]?.family);
          },
          (error: Error) => answer(error, ''),
        );
      },
    });
    const settled = () => {
      clearTimeout(clock);
      signal.removeEventListener('abort', late);
    };
    const fail = (error: unknown) => {
      settled();
      socket.destroy();
      const refused = new EgressRefused('connect_error', 'No connection was made.', error);
      reject(error instanceof EgressRefused ? error : refused);
    };
    const late = () => fail(new EgressRefused('timeout', 'No connection was made in time.'));
    // Resolving has a time limit of its own; that of the connection counts from the addresses.
    const startClock = () => {
      clock = setTimeout(late, limits.connectMilliseconds);
    };
    if (target.isLiteral) startClock();
    signal.addEventListener('abort', late, { once: true });
    socket.on('error', fail);
    socket.once('connect', () => {
      settled();
      socket.off('error', fail);
      const remote = socket.remoteAddress ?? '';
      if (checked.includes(remote) && isAllowedAddress(remote, means.opened)) resolve(socket);
      else
        fail(new EgressRefused('blocked_address', 'Another address answered than the one that was checked.'));
    });
  });
}

function within<T>(milliseconds: number, work: Promise<T>, message: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new EgressRefused('timeout', message)), milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
