/** Runs synchronous work while the clock of the machine shows this instant, for libraries that read no other clock. */
export function atInstant<T>(instant: string, work: () => T): T {
  const { now } = Date;
  Date.now = () => Date.parse(instant);
  try {
    return work();
  } finally {
    Date.now = now;
  }
}
