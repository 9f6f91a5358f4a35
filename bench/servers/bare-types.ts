import pg from 'pg';

/** Timestamps as text, re-cut to milliseconds: making a Date of each would cost the bare server half of its lists. */
export const parsers = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === 1184) return instant;
    if (oid === 1082) return (text: string) => text;
    return pg.types.getTypeParser(oid, format);
  },
};

function instant(text: string): string {
  const dot = text.indexOf('.', 19);
  const milliseconds =
    dot < 0
      ? '000'
      : text
          .slice(dot + 1, text.indexOf('+', 19))
          .slice(0, 3)
          .padEnd(3, '0');
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`;
}
