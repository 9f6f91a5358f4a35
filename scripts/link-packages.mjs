import { existsSync, lstatSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';

/**
 * Gives a package that a branch has added the link that `npm ci` would give it, so that nobody installs everything anew
 * to run one test. Where nothing is installed yet, it waits for that.
 */
function linkPackages() {
  const modules = join(root, 'node_modules');
  if (!existsSync(modules)) return;
  const scope = join(modules, '@chancery');
  mkdirSync(scope, { recursive: true });
  for (const name of readdirSync(join(root, 'packages'))) {
    const isPackage = existsSync(join(root, 'packages', name, 'package.json'));
    const isLinked = lstatSync(join(scope, name), { throwIfNoEntry: false }) !== undefined;
    if (isPackage && !isLinked) symlinkSync(join('..', '..', 'packages', name), join(scope, name));
  }
}

linkPackages();
