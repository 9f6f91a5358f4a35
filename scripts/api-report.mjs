import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor';
import { build } from './build.mjs';
import { root } from './install.mjs';

/** What the published packages export, as text that a review reads. `--check` fails if it is not up to date. */
const published = ['core', 'sdk', 'verify'];
const isCheck = process.argv.includes('--check');

await build();
const stale = published.filter((name) => !isUpToDate(name));
if (isCheck && stale.length > 0) {
  console.error(
    `The API report of ${stale.join(' and ')} is not up to date: run npm run api, and read what changed.`,
  );
  process.exitCode = 1;
}

function isUpToDate(name) {
  const file = join(root, 'packages', name, 'api', `${name}.api.md`);
  const report = shortened(reportOf(name));
  let known = '';
  try {
    known = readFileSync(file, 'utf8');
  } catch {
    // The first report of a package.
  }
  if (known === report) return true;
  if (!isCheck) {
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, report);
    console.log(`Wrote ${file.slice(root.length + 1)}.`);
  }
  return !isCheck;
}

function reportOf(name) {
  const folder = mkdtempSync(join(tmpdir(), 'chancery-api-'));
  const nothing = {
    default: { logLevel: 'none', addToApiReportFile: false },
    'ae-forgotten-export': { logLevel: 'none', addToApiReportFile: false },
  };
  const silent = { default: { logLevel: 'none' } };
  const projectFolder = join(root, 'packages', name);
  const { succeeded } = Extractor.invoke(
    ExtractorConfig.prepare({
      configObjectFullPath: join(root, 'api-extractor.json'),
      packageJsonFullPath: join(projectFolder, 'package.json'),
      configObject: {
        projectFolder,
        mainEntryPointFilePath: join(projectFolder, 'dist/index.d.ts'),
        compiler: {
          overrideTsconfig: {
            compilerOptions: {
              module: 'nodenext',
              moduleResolution: 'nodenext',
              target: 'es2022',
              lib: ['es2023', 'dom'],
              strict: true,
              skipLibCheck: true,
              types: ['node'],
            },
            include: ['dist/index.d.ts'],
          },
        },
        apiReport: { enabled: true, reportFolder: folder, reportTempFolder: folder, reportFileName: name },
        docModel: { enabled: false },
        dtsRollup: { enabled: false },
        tsdocMetadata: { enabled: false },
        messages: {
          extractorMessageReporting: nothing,
          compilerMessageReporting: silent,
          tsdocMessageReporting: silent,
        },
      },
    }),
    { localBuild: true, showVerboseMessages: false, messageCallback: (message) => (message.handled = true) },
  );
  if (!succeeded) throw new Error(`The exports of @chancery/${name} could not be read.`);
  const report = readFileSync(join(folder, `${name}.api.md`), 'utf8');
  rmSync(folder, { recursive: true });
  return report;
}

/** Fields of use cases and views stand in the OpenAPI document; here they would hide the names. */
function shortened(report) {
  return report
    .replaceAll('\r\n', '\n')
    .split('\n\n')
    .map((declaration) =>
      declaration
        .replace(/^(.*const \w+: (?:UseCase|z\.Zod\w+))<[\s\S]*$/m, '$1;')
        .replace(/^ *\/\/ \(undocumented\)\n/gm, '')
        .replaceAll(' (undocumented)', ''),
    )
    .join('\n\n');
}
