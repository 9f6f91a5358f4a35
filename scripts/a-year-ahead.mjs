/** Preloaded (`node --import`), it moves the clock of a process a year ahead, and of the PGlite in it. */
const { now } = Date;
const ahead = () => now() + 365 * 24 * 60 * 60 * 1000;
Date.now = ahead;
globalThis.Date = new Proxy(Date, {
  apply: (ours) => new ours(ahead()).toString(),
  construct: (ours, given, target) => Reflect.construct(ours, given.length === 0 ? [ahead()] : given, target),
});
Date.prototype.constructor = Date;
