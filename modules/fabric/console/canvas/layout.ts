/** A place on the canvas, in its own units. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export const CARD_WIDTH = 240;
export const CARD_HEIGHT = 112;
const GAP_X = 64;
const GAP_Y = 56;
const CELL_WIDTH = CARD_WIDTH + GAP_X;
const CELL_HEIGHT = CARD_HEIGHT + GAP_Y;
const FEWEST_COLUMNS = 2;
const MOST_COLUMNS = 10;
const LEAST_HEIGHT = 240;
const ROOM = 120;
const EXTENT_ROOM = 500;

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** A row of cards to the right is read more easily than a tight picture: it may be smaller by so much. */
const ROW_BONUS = 0.75;

/** How large the cards are drawn in so many columns; 1 is their own size. */
export function scaleOf(count: number, columns: number, width: number, height: number): number {
  const rows = Math.ceil(count / columns);
  return Math.min(1, width / (columns * CELL_WIDTH), height / (rows * CELL_HEIGHT));
}

/** Columns with which so many cards fill a frame of this size: as many as leave them legible. */
export function columnsFor(count: number, width: number, height: number): number {
  const most = Math.min(MOST_COLUMNS, Math.max(count, FEWEST_COLUMNS));
  const choices = Array.from({ length: most - FEWEST_COLUMNS + 1 }, (_, index) => FEWEST_COLUMNS + index);
  const scales = choices.map((columns) => scaleOf(count, columns, width, height));
  const best = Math.max(...scales);
  return choices.findLast((_, index) => (scales[index] ?? 0) >= best * ROW_BONUS) ?? FEWEST_COLUMNS;
}

/** Height of a frame of this width that shows so many cards with room around them. */
export function heightFor(count: number, width: number, most: number): number {
  const columns = columnsFor(count, width, most);
  const rows = Math.ceil(count / columns);
  return clamp(rows * CELL_HEIGHT * scaleOf(count, columns, width, most) + ROOM, LEAST_HEIGHT, most);
}

/** Where the card of this place stands: rows from left to right. */
export const pointOf = (index: number, columns: number): Point => ({
  x: (index % columns) * CELL_WIDTH,
  y: Math.floor(index / columns) * CELL_HEIGHT,
});

/** The middle of a card that stands at a point. */
export const middleOf = ({ x, y }: Point): Point => ({ x: x + CARD_WIDTH / 2, y: y + CARD_HEIGHT / 2 });

/** The place whose cell holds a point, the nearest for points outside. */
export function cellAt({ x, y }: Point, count: number, columns: number): number {
  const column = clamp(Math.floor((x + GAP_X / 2) / CELL_WIDTH), 0, columns - 1);
  const row = clamp(Math.floor((y + GAP_Y / 2) / CELL_HEIGHT), 0, Math.ceil(count / columns) - 1);
  return clamp(row * columns + column, 0, Math.max(0, count - 1));
}

/** The gap that is nearest to a point: something put there comes before the card of that place. */
export function gapAt(point: Point, count: number, columns: number): number {
  const cell = cellAt(point, count, columns);
  const isBehind = point.x > middleOf(pointOf(cell, columns)).x;
  return isBehind ? cell + 1 : cell;
}

/** Where a gap is shown: left of the card of its place, or right of the last one. */
export function gapPoint(gap: number, columns: number): Point {
  const isRowEnd = gap > 0 && gap % columns === 0;
  const { x, y } = pointOf(isRowEnd ? gap - 1 : gap, columns);
  return { x: (isRowEnd ? x + CELL_WIDTH : x) - GAP_X / 2, y };
}

/** Part of the canvas that can be looked at: the cards with some room, so that they are never lost from sight. */
export function extentOf(count: number, columns: number): [[number, number], [number, number]] {
  const right = Math.min(count, columns) * CELL_WIDTH;
  const bottom = Math.ceil(count / columns) * CELL_HEIGHT;
  return [
    [-EXTENT_ROOM, -EXTENT_ROOM],
    [right + EXTENT_ROOM, bottom + EXTENT_ROOM],
  ];
}
