declare const answer: unique symbol;

/** A thing that a context needs, by its name; its type says what stands behind it. The name is bound elsewhere. */
export interface Port<T> {
  readonly [answer]?: T;
  /**
   * Of a repository its look-ups with which many reads begin, and which nearly always say the same: a read may begin with
   * what one said last time, and counts only if it says so again. Each depends on its workspace and arguments alone.
   */
  readonly recalls: readonly string[];
}

const declared: Port<never> = Object.freeze({ recalls: [] });

/** Declares a port: `members: port<MemberRepository>()`. */
export const port = <T>({ recalls }: { readonly recalls?: readonly (keyof T & string)[] } = {}): Port<T> =>
  recalls === undefined ? (declared as Port<T>) : Object.freeze({ recalls });

export type PortSet = Readonly<Record<string, Port<unknown>>>;

/** The type behind each name of a set. */
export type Bound<S extends PortSet> = {
  readonly [N in keyof S]: S[N] extends Port<infer T> ? T : never;
};

/** The intersection of the members of a union. */
export type Intersection<T> = (T extends unknown ? (value: T) => void : never) extends (
  value: infer I,
) => void
  ? I
  : never;

/** Everything that the handlers of one context hold beside what the kernel gives to all. */
export interface ContextPorts {
  /** Its own stored data, in the transaction. Names are the context's own: two contexts may both say `templates`. */
  readonly repositories: PortSet;
  /** What other contexts answer, in the same transaction; bound in `pipeline/composition.ts`. */
  readonly asks: PortSet;
  /** Services that touch nothing outside the process, and so may be used in a transaction. The host binds them. */
  readonly inside: PortSet;
  /** Services that are slow or outside: in `prepare` and in reactions. The host binds them. */
  readonly outside: PortSet;
  /** What other contexts answer in no transaction: in reactions. */
  readonly asksOutside: PortSet;
}

type Declared = Partial<ContextPorts>;
type Filled<S extends Declared> = {
  readonly [G in keyof ContextPorts]: S[G] extends PortSet ? S[G] : Record<never, never>;
};

/** Declares the ports of a context, each once: types and what the pipeline hands on are read off this. */
export const contextPorts = <const S extends Declared>(declaration: S): Filled<S> =>
  ({
    repositories: {},
    asks: {},
    inside: {},
    outside: {},
    asksOutside: {},
    ...declaration,
  }) as unknown as Filled<S>; // what was left out is the empty set of the lines above

/** What a handler of the context holds in its transaction. */
export type PortsInside<S extends ContextPorts> = Bound<S['repositories']> &
  Bound<S['asks']> &
  Bound<S['inside']>;

/** What `prepare` and reactions of the context hold, in no transaction. */
export type PortsOutside<S extends ContextPorts> = Bound<S['inside']> &
  Bound<S['outside']> &
  Bound<S['asksOutside']>;

/** A part of an answer that several contexts give: found by its kind among what the contexts export. */
export interface Part {
  readonly kind: string;
  /** The ports of the context that gives it. */
  readonly ports: ContextPorts;
}

/**
 * What a context answers for others, made of its own ports in the asking transaction. Each call of `own` reads in the
 * workspace that the transaction has entered by then.
 */
export interface Offer<T> {
  readonly ports: ContextPorts;
  // biome-ignore lint/suspicious/noExplicitAny: the pipeline hands each offer the ports that its own declaration was typed with
  readonly make: (own: () => any) => T;
}

/** Declares an offer: `offer(ports, (own): MemberDirectory => own().memberDirectory)`. */
export const offer = <S extends ContextPorts, T>(
  ports: S,
  make: (own: () => PortsInside<S>) => T,
): Offer<T> => ({
  ports,
  make,
});
