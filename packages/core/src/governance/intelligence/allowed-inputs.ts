import { isWithin, type LabelMask, maskOf, type RecordEntry } from '../../records/index.ts';
import type { RecordSettings } from '../settings/settings.ts';

const always = maskOf(['confidential']);
const whereAllowed = maskOf(['confidential', 'restricted']);

/** The labels that may go to an external provider (records 3.1). */
export const labelsForProvider = ({
  restrictedToProvider,
}: Pick<RecordSettings, 'restrictedToProvider'>): LabelMask => (restrictedToProvider ? whereAllowed : always);

/** What a provider may read: all of it on this machine, and outside what no label forbids (GOV-31). */
export const allowedInputs = <E extends Pick<RecordEntry, 'effectiveMask'>>(
  entries: readonly E[],
  provider: 'local' | 'external',
  settings: Pick<RecordSettings, 'restrictedToProvider'>,
): readonly E[] =>
  provider === 'local'
    ? entries
    : entries.filter(({ effectiveMask }) => isWithin(effectiveMask, labelsForProvider(settings)));
