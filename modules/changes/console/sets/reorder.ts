/** The list with one entry at another place. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const entry = list[from];
  if (entry === undefined || to < 0 || to >= list.length || from === to) return list;
  return list.toSpliced(from, 1).toSpliced(to, 0, entry);
}

/** Ids of an address, each once. */
export const idsOf = (text: string): readonly string[] => [
  ...new Set(text.split(',').filter((id) => id !== '')),
];
