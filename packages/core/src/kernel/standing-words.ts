/** What a permission says about whoever has it. */
interface Standings {
  /** What the action is done to, such as `meeting`. */
  readonly on: string;
  readonly standings: readonly string[];
  readonly words?: Readonly<Record<string, string>>;
}

/** What somebody has to be, as it follows "who": `leads the case or is a privacy officer`. */
export function standingWords({ on, standings, words = {} }: Standings): string {
  const own = standings.flatMap((standing) => words[standing] ?? []);
  return own.length === standings.length
    ? own.join(' or ')
    : `is ${standings.map((standing) => standing.replaceAll('_', '-')).join(' or ')} of the ${on}`;
}
