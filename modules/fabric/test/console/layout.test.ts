import t from 'tap';
import { type Card, keptCards } from '../../console/canvas/cards.ts';
import {
  CARD_HEIGHT,
  CARD_WIDTH,
  cellAt,
  columnsFor,
  extentOf,
  gapAt,
  gapPoint,
  heightFor,
  middleOf,
  pointOf,
  scaleOf,
} from '../../console/canvas/layout.ts';

t.test('cards fill the frame in rows', async (t) => {
  t.equal(columnsFor(4, 1_200, 600), 4, 'few stand in one row');
  t.equal(columnsFor(4, 350, 500), 2, 'two at least');
  for (const [count, width, height] of [
    [52, 1_000, 560],
    [52, 360, 560],
    [3, 1_600, 400],
  ] as const) {
    const columns = columnsFor(count, width, height);
    t.ok(scaleOf(count, columns, width, height) > 0.15, `${count} in ${width}`);
    t.ok(heightFor(count, width, height) <= height);
  }
});

t.test('no two cards overlap', async (t) => {
  const columns = columnsFor(52, 1_000, 560);
  const points = Array.from({ length: 52 }, (_, index) => pointOf(index, columns));
  const [[left, top], [right, bottom]] = extentOf(52, columns);
  for (const { x, y } of points)
    t.ok(x > left && y > top && x + CARD_WIDTH < right && y + CARD_HEIGHT < bottom, 'all can be looked at');
  for (const [index, one] of points.entries())
    for (const other of points.slice(index + 1))
      t.ok(Math.abs(one.x - other.x) >= CARD_WIDTH || Math.abs(one.y - other.y) >= CARD_HEIGHT);
});

t.test('a card that is let go finds its place', async (t) => {
  for (let place = 0; place < 7; place += 1) {
    const middle = middleOf(pointOf(place, 3));
    t.equal(cellAt(middle, 7, 3), place);
    t.equal(gapAt({ ...middle, x: middle.x - 20 }, 7, 3), place, 'left of the middle: before it');
    t.equal(gapAt({ ...middle, x: middle.x + 20 }, 7, 3), place + 1, 'right of it: behind it');
  }
  t.equal(cellAt({ x: -900, y: -900 }, 7, 3), 0);
  t.equal(cellAt({ x: 9_000, y: 9_000 }, 7, 3), 6);
  t.equal(gapPoint(3, 3).y, 0, 'the end of a row is shown there');
});

t.test('only cards whose words changed become others', async (t) => {
  const card = (id: string, title: string): Card => ({
    id,
    kind: 'step',
    label: id,
    title,
    detail: '',
    marks: ['a'],
    fault: null,
    faultText: null,
    status: null,
    note: null,
  });
  const former = [card('a', 'A'), card('b', 'B')];
  t.equal(keptCards(former, [card('a', 'A'), card('b', 'B')]), former);
  const next = keptCards(former, [card('a', 'A'), card('b', 'other')]);
  t.equal(next[0], former[0]);
  t.not(next[1], former[1]);
  t.equal(keptCards(former, [card('b', 'B')])[0], former[1]);
});
