import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { UndiciEgressClient } from '@chancery/adapters-services';
import { ContainerModule } from 'inversify';
import { issued, temporaryFolder } from '../../../../adapters-engines/src/seal/testing/openssl.ts';
import { openStampingAuthority } from '../../../../adapters-engines/src/seal/testing/stamping-authority.ts';
import { timestampByOpenssl } from '../../../../adapters-engines/src/seal/testing/timestamp-check.ts';
import { selfMadeCertificate } from '../../../../adapters-services/src/webhooks/testing/self-made-certificate.ts';
import { tokens } from '../../tokens.ts';

/** A time-stamp authority of OpenSSL that answers garbage until it is repaired. */
export interface RepairableAuthority {
  readonly url: string;
  /** The way out of an installation, which trusts the certificate of this server and reaches it although it is here. */
  readonly egress: ContainerModule;
  readonly asked: number;
  repair(): void;
  breakDown(): void;
  /** What OpenSSL says of the time-stamp in a sealed file. */
  verdictOn(sealed: Uint8Array): Promise<string>;
  close(): Promise<void>;
}

export async function openRepairableAuthority(): Promise<RepairableAuthority> {
  const folder = await temporaryFolder();
  const root = await issued(folder, 'stamp-root', 'ec');
  const stamp = await issued(folder, 'stamp', 'ec', { issuer: root, use: 'stamp' });
  const authority = await openStampingAuthority(folder, stamp, root);
  let works = false;
  let asked = 0;
  const identity = selfMadeCertificate(['localhost']);
  const egress = new UndiciEgressClient({
    allowedRanges: ['127.0.0.0/8'],
    certificateAuthorities: identity.cert,
  });
  const server = createServer(identity, async (request, response) => {
    const query = await buffer(request);
    asked += 1;
    const body = works ? await authority.answer(query) : '<html>Bad gateway</html>';
    response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has such an address
  return {
    url: `https://127.0.0.1:${port}/`,
    egress: new ContainerModule(async ({ rebind }) => {
      (await rebind(tokens.egress)).toConstantValue(egress);
    }),
    get asked() {
      return asked;
    },
    repair() {
      works = true;
    },
    breakDown() {
      works = false;
    },
    verdictOn: (sealed) => timestampByOpenssl(folder, sealed, root.certificatePath),
    async close() {
      await egress.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await authority.close();
      await folder.remove();
    },
  };
}
