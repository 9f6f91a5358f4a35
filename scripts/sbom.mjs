// Lists every library that the packages need when they run, as CycloneDX 1.6: name, version, licence and digest of each, as
// package-lock.json has them. `npm run --silent sbom > chancery.cdx.json`.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What is installed, by its folder; packages of this repository are links and have no digest. */
function componentsOf({ packages }) {
  const found = new Map();
  for (const [folder, entry] of Object.entries(packages)) {
    const name = entry.name ?? folder.split('node_modules/').at(-1);
    if (!folder.includes('node_modules/') || entry.link || entry.dev || entry.devOptional) continue;
    found.set(`${name}@${entry.version}`, componentOf(name, entry));
  }
  return [...found.values()].sort((one, other) => (one['bom-ref'] < other['bom-ref'] ? -1 : 1));
}

function componentOf(name, { version, license, integrity, optional }) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const hashes = (integrity ?? '').split(' ').flatMap((each) => {
    const [algorithm, digest] = each.split('-', 2);
    return digest
      ? [{ alg: algorithm.replace('sha', 'SHA-'), content: hexOf(each.slice(algorithm.length + 1)) }]
      : [];
  });
  return {
    type: 'library',
    'bom-ref': purl,
    ...{ name, version, purl, hashes, scope: optional ? 'optional' : 'required' },
    ...(license && { licenses: [{ expression: license }] }),
  };
}

const hexOf = (base64) => Buffer.from(base64, 'base64').toString('hex');

export const bomOf = (lock) => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: { component: { type: 'application', name: 'chancery', 'bom-ref': 'chancery' } },
  components: componentsOf(lock),
});

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
  process.stdout.write(`${JSON.stringify(bomOf(lock), null, 2)}\n`);
}
