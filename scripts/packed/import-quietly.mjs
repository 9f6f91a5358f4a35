import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Imports the exports of an unpacked package, and prints a line for each change that the imports made around them. */
const [inside = '', ...specifiers] = process.argv.slice(2);
const { resolve } = createRequire(join(inside, 'package.json'));

const before = surroundings();
for (const specifier of specifiers) await import(pathToFileURL(resolve(specifier)).href);
for (const [what, names] of Object.entries(surroundings())) {
  const added = names.filter((name) => !before[what].includes(name));
  if (added.length > 0) console.log(`importing it adds to ${what}: ${added.map(String).join(', ')}`);
}

function surroundings() {
  return {
    'the listeners of the process': process.eventNames(),
    'the prototypes': [Object, Array, String, Promise, Function, Date, Map].flatMap((each) =>
      Reflect.ownKeys(each.prototype).map((key) => `${each.name}.${String(key)}`),
    ),
  };
}
