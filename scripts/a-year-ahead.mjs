/** Preloaded (`node --import`), it moves the clock of a process a year ahead, and of the PGlite in it. */
const ahead = 365 * 24 * 60 * 60 * 1000;
const { now } = Date;
Date.now = () => now() + ahead;
globalThis.Date = new Proxy(Date, {
  apply: (ours) => new ours(Date.now()).toString(),
  construct: (ours, given, target) =>
    Reflect.construct(ours, given.length === 0 ? [Date.now()] : given, target),
});
Date.prototype.constructor = Date;
