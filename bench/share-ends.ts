import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Chancery } from '@chancery/sdk';
import { uploadDocument } from '@chancery/sdk/upload-document';
import { PDFDocument } from 'pdf-lib';
import { benchDatabase } from './harness/bench-database.ts';
import { dataFolder, startChancery } from './harness/chancery-server.ts';
import { printTable } from './harness/printed-table.ts';
import { program } from './harness/program.ts';
import { End, type Seen, ShareReaders } from './harness/share-readers.ts';
import { SigningPlace } from './harness/signing-place.ts';
import { mebibyte, randomFile } from './harness/upload-files.ts';

// Many people read a shared document again and again while its share ends: because it is revoked, because the round of
// signing is voided, because the document is trashed, or because its time is over. From then on nobody gets a byte of it but
// the downloads that are under way, and those get what was on the line already and less than the MiB after which they are
// asked about (SHR-2, SHR-8, SHR-9). Then the same with downloads of one large file, which is revoked.
const { rounds, readers, mib, largeMib, largeReaders } = program({
  rounds: { usual: 10 },
  readers: { usual: 8 },
  mib: { usual: 16 },
  largeMib: { usual: 1024 },
  largeReaders: { usual: 4 },
});

const [folder, database] = [dataFolder(), await benchDatabase()];
let wrong = 0;
const server = await startChancery({
  folder,
  environment: { CHANCERY_DATABASE_URL: database.url },
  quiet: true,
});
try {
  const place = await SigningPlace.open(server.baseUrl);
  const file = await aFile(mib);
  const sent = async () =>
    (await place.send(file, [{ key: 'one', name: 'Grace Hopper', email: 'a@example.org' }], 1)).id;
  const whole = async () =>
    (await place.prepared(file, [{ key: 'one', name: 'Grace Hopper', email: 'a@example.org' }])).id;
  const rows = [
    await measured('revoked', 'revoked', whole, ({ documentId, shareId }) =>
      place.owner(`POST /api/v1/documents/${documentId}/shares/${shareId}/revoke`),
    ),
    await measured('round voided', 'document_voided', sent, ({ documentId }) =>
      place.owner(`POST /api/v1/documents/${documentId}/void`, { reason: 'Another annex' }),
    ),
    await measured('document trashed', 'document_trashed', whole, ({ documentId }) =>
      place.owner(`POST /api/v1/documents/${documentId}/trash`),
    ),
    await measured('time over', 'expired', whole, ({ shareId }) => endsInASecond(shareId)),
    await measured(
      `${largeMib} MiB revoked`,
      'revoked',
      largeFile,
      ({ documentId, shareId }) =>
        place.owner(`POST /api/v1/documents/${documentId}/shares/${shareId}/revoke`),
      { times: 1, many: largeReaders },
    ),
  ];
  printTable(
    [
      `${readers} readers of ${mib} MiB`,
      'rounds',
      'read before',
      'under way',
      'cut',
      'asked after',
      'answered wrongly',
      'most KiB after the end',
      'most ms',
    ],
    rows,
  );
  if (wrong > 0) process.exitCode = 1;
  await server.stop();

  /** A file that takes some time on the line: a page, and bytes that nobody draws. */
  async function aFile(size: number): Promise<Uint8Array> {
    const pdf = await PDFDocument.create();
    pdf.addPage([595, 842]).drawText('Lease', { x: 60, y: 700 });
    const noise = readFileSync((await randomFile(join(folder.path, 'noise'), size * mebibyte)).path);
    pdf.context.register(pdf.context.stream(noise));
    return pdf.save();
  }

  async function largeFile(): Promise<string> {
    const { path } = await randomFile(join(folder.path, 'large.pdf'), largeMib * mebibyte);
    const client = new Chancery({ baseUrl: server.baseUrl, accessToken: await place.token() });
    return (await uploadDocument(client, path)).document.id;
  }

  /** As time does it: nobody tells the server. */
  async function endsInASecond(shareId: string): Promise<void> {
    const at = Date.now() + 1000;
    await database.client.query('update document_shares set expires_at = $2 where id = $1', [
      shareId,
      new Date(at),
    ]);
    while (Date.now() <= at) await wait(1);
  }

  interface Shared {
    readonly documentId: string;
    readonly shareId: string;
  }
  async function measured(
    name: string,
    reason: string,
    document: () => Promise<string>,
    ending: (shared: Shared) => Promise<unknown>,
    { times, many }: { times: number; many: number } = { times: rounds, many: readers },
  ): Promise<(string | number)[]> {
    const all: Seen[] = [];
    for (let round = 0; round < times; round += 1) {
      const documentId = await document();
      const { share, url } = await place.owner<{ share: { id: string }; url: string }>(
        `POST /api/v1/documents/${documentId}/shares`,
        { variant: 'original' },
      );
      const token = new URL(url).hash.slice('#token='.length);
      const end = new End();
      const content = `${server.baseUrl}/api/v1/document-shares/${token}/content`;
      const reading = new ShareReaders(content, end, reason).read(many);
      await wait(200 + Math.random() * 600);
      await ending({ documentId, shareId: share.id });
      end.say();
      all.push(await reading);
    }
    const sum = (of: (seen: Seen) => number) => all.reduce((total, seen) => total + of(seen), 0);
    const most = (of: (seen: Seen) => number) => Math.max(...all.map(of));
    const served = sum((seen) => seen.served);
    const mostBytes = most((seen) => seen.mostBytes);
    if (served > 0 || mostBytes > mebibyte + onTheLine()) wrong += 1;
    return [
      name,
      times,
      sum((seen) => seen.before),
      sum((seen) => seen.underWay),
      sum((seen) => seen.cut),
      sum((seen) => seen.after),
      served,
      (mostBytes / 1024).toFixed(0),
      most((seen) => seen.mostMilliseconds).toFixed(0),
    ];
  }
} finally {
  await database.drop();
  folder.remove();
}

/** What two sockets may hold of an answer that was sent already. */
function onTheLine(): number {
  const mostOf = (name: string) =>
    Number(readFileSync(`/proc/sys/net/ipv4/${name}`, 'utf8').trim().split(/\s+/).at(-1));
  return mostOf('tcp_wmem') + mostOf('tcp_rmem');
}
