import { builtInDisclosures, readDisclosureFile, versionedDisclosures } from '@chancery/adapters-services';
import type { DisclosureCatalog } from '@chancery/core';
import type { Configuration } from '../configuration.ts';
import { ConfigurationError } from '../configuration-error.ts';

/** The operator's own texts if a file names them; those of the product stay beside them for what was sent under them. */
export function openDisclosures({
  disclosureFile,
}: Pick<Configuration, 'disclosureFile'>): DisclosureCatalog {
  if (disclosureFile === null) return versionedDisclosures(builtInDisclosures);
  try {
    return versionedDisclosures(readDisclosureFile(disclosureFile), builtInDisclosures);
  } catch (error) {
    const reason = error instanceof TypeError ? error.message : 'It cannot be read.';
    throw new ConfigurationError([`CHANCERY_DISCLOSURE_FILE: ${reason}`]);
  }
}
