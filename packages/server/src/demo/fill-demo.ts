import type { Application } from '../application.ts';
import { expiringCertificate } from './expiring-certificate.ts';
import { heldDocument } from './held-document.ts';
import { notedCase } from './noted-case.ts';
import { colleague, type DemoItem, type DemoOffice } from './office.ts';
import { type Demo, keepDemo } from './prepare-demo.ts';
import { releasedPackage } from './released-package.ts';
import { signedContract } from './signed-contract.ts';

const parts: readonly ((office: DemoOffice) => Promise<readonly DemoItem[]>)[] = [
  async (office) => [await signedContract(office)],
  async (office) => [await expiringCertificate(office)],
  async (office) => [await heldDocument(office)],
  async (office) => {
    const { caseId, subjectId, ...noted } = await notedCase(office);
    return [noted, await releasedPackage(office, { caseId, subjectId })];
  },
];

/**
 * Fills the demo workspace with what takes longer than a start may: documents that are signed and sealed by background
 * work, and records. Returns what there is to look at; what an earlier start has made is not made again.
 */
export async function fillDemo(
  { chancery, configuration, log }: Pick<Application, 'chancery' | 'configuration' | 'log'>,
  demo: Demo,
): Promise<readonly DemoItem[]> {
  if (demo.items !== undefined) return demo.items;
  const { password, workspaceId } = demo;
  const signedIn = (email: string) => colleague(chancery, { email, password, workspaceId });
  const office: DemoOffice = {
    chancery,
    baseUrl: configuration.baseUrl,
    password,
    ada: await signedIn(demo.email),
    grace: await signedIn('grace@example.com'),
    barbara: await signedIn('barbara@example.com'),
  };
  const items: DemoItem[] = [];
  // One after the other: the embedded database has one connection, and whoever tries the demo has it too.
  for (const part of parts) items.push(...(await part(office)));
  await keepDemo(configuration.dataDirectory, { ...demo, items });
  log.info({ workspaceId, items: items.length }, 'filled the demo workspace');
  return items;
}
