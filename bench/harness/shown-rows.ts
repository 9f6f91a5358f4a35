/** The most that the median may grow from a workspace with few things to one with very many, where both show as many rows. */
export const mostGrowth = 1.2;

/** How many a list says that it shows; 1 for what is no list. */
export function shownRows(text: string): string {
  return /"count":(\d+)/.exec(text)?.[1] ?? '1';
}

/** Whether a growth is as small as is asked; nothing where the larger workspace shows other rows, which may take longer. */
export function verdictOf(growth: number, [few, many]: readonly [string, string]): string {
  if (few !== many) return '';
  return growth <= mostGrowth ? 'ok' : 'MISSED';
}
