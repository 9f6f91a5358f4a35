export { builtInDisclosures } from './built-in-disclosures.ts';
export { parseDisclosures, readDisclosureFile } from './disclosure-file.ts';
export { versionedDisclosures } from './versioned-disclosures.ts';
