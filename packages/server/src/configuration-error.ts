/** The configuration is wrong: there is one line per fault, and none repeats a value (platform 11). */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.faults = faults;
  }
}

/** The exit code of a start that the configuration forbids (EX_CONFIG of sysexits.h). */
export const configurationExitCode = 78;
