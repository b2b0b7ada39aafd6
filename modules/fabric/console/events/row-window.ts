/** Rows that are drawn of a long list whose rows are equally high. */
export interface RowWindow {
  readonly first: number;
  /** Behind the last. */
  readonly end: number;
}

/** Rows drawn beyond the edges, so that scrolling finds them there. */
const BEYOND = 6;

export function windowOf(scrollTop: number, height: number, rowHeight: number, count: number): RowWindow {
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - BEYOND);
  const end = Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + BEYOND);
  return { first: Math.min(first, end), end };
}
