import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { pemOf, SelfMadeSealKeys } from '@chancery/adapters-services';
import { SealFailure, type SealRoot } from '@chancery/core';
import { contentInMemory } from '@chancery/core/internal';
import type { Application } from './application.ts';
import { complain, type Given, print, runCommand, textOf, workspaceIdForm } from './command-answer.ts';
import type { Environment } from './configuration.ts';
import { fileSource } from './file-source.ts';
import { lineOf } from './verify-document.ts';

type Work = (application: Application, given: Given) => Promise<number>;

const commands: Readonly<Record<string, Work>> = {
  'seal show': show,
  'seal renew': renew,
  'seal export-root': exportRoot,
  'seal test': test,
};

/**
 * The commands `seal show`, `renew`, `export-root` and `test`. The exit code is 5 if the key of the seal cannot be used.
 */
export function sealCommand(environment: Environment, name: string, given: Given): Promise<number> {
  const work = commands[name];
  if (work === undefined) throw new TypeError(`Unknown command ${name}`);
  return runCommand(environment, async (application) => {
    await application.openRoot();
    try {
      return await work(application, given);
    } catch (error) {
      if (error instanceof SealFailure) return complain(5, error.message);
      throw error;
    }
  });
}

const shownRoot = ({ fingerprint, validFrom, validUntil }: SealRoot) => ({
  fingerprint,
  validFrom,
  validUntil,
});

async function show({ sealing, configuration, chancery }: Application): Promise<number> {
  const { keys, timestamps } = sealing;
  const now = chancery.ports.clock.now();
  const roots = (await keys.roots(now)).map(shownRoot);
  const hosts = configuration.seal.timestampUrls.map((url) => new URL(url).host);
  const shared = { roots, timestamps: { policy: timestamps.policy, authorities: hosts } };
  if (keys instanceof SelfMadeSealKeys) {
    const seals = (await keys.stored()).map(
      ({ workspaceId, ownerName, algorithm, certificate, ...times }) => ({
        workspaceId,
        name: ownerName,
        algorithm,
        fingerprint: createHash('sha256').update(certificate).digest('hex'),
        validFrom: times.validFrom,
        validUntil: times.validUntil,
      }),
    );
    print({ source: 'self_made', ...shared, seals });
    return 0;
  }
  const { algorithm, fingerprint, validFrom, validUntil } = await keys.testKey();
  print({ source: 'files', ...shared, seal: { algorithm, fingerprint, validFrom, validUntil } });
  return 0;
}

/** Renews the keys that there are; a workspace without one gets it at its first seal. */
async function renew({ sealing, chancery }: Application, given: Given): Promise<number> {
  const { keys } = sealing;
  const only = given.workspace === undefined ? null : textOf(given.workspace);
  if (only !== null && !workspaceIdForm.test(only))
    return complain(2, 'Give --workspace as the id of a workspace.');
  if (!(keys instanceof SelfMadeSealKeys))
    return complain(5, 'The key is in files of the operator; put another into CHANCERY_SEAL_KEY_FILE.');
  const now = chancery.ports.clock.now();
  const renewed = [];
  for (const { workspaceId, ownerName } of await keys.stored()) {
    if (only !== null && workspaceId !== only) continue;
    const { fingerprint, validUntil } = await keys.renew({ workspaceId, name: ownerName }, now);
    renewed.push({ workspaceId, name: ownerName, fingerprint, validUntil });
  }
  print({ renewed });
  return 0;
}

async function exportRoot({ sealing, chancery }: Application, { output }: Given): Promise<number> {
  const roots = await sealing.keys.roots(chancery.ports.clock.now());
  const text = roots.map(({ certificate }) => pemOf(certificate)).join('');
  if (typeof output === 'string') await writeFile(output, text);
  else process.stdout.write(text);
  return 0;
}

async function test({ sealing, chancery }: Application, given: Given): Promise<number> {
  const { keys, sealer, timestamps } = sealing;
  const now = chancery.ports.clock.now();
  const content = await fileSource(textOf(given.file));
  if (content === null) return complain(2, 'The file cannot be read.');
  const statement = { name: 'Chancery test', reason: 'Trial of the seal', location: null, at: now };
  const prepared = await sealer.prepare(content, statement);
  if (prepared === null) return complain(2, 'The file is no PDF that can be sealed.');
  const key = await keys.testKey(now);
  const { bytes, level, timestamp } = await sealer.seal(prepared.bytes, {
    key,
    timestamps,
    now,
    expected: { pages: prepared.pages, evidenceSha256: null },
  });
  if (typeof given.output === 'string') await writeFile(given.output, bytes);
  const report = await sealer.verify(contentInMemory(bytes), {
    roots: key.chain.slice(-1),
    signingCopySha256: null,
    now,
  });
  print({
    level,
    timestamp,
    fingerprint: key.fingerprint,
    pages: prepared.pages,
    checks: report.checks.map(lineOf),
  });
  return report.checks.some(({ outcome }) => outcome === 'failed') ? 1 : 0;
}
