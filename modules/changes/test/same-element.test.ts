import t from 'tap';
import { sameElements } from '../services/secrets/same-element.ts';

const shown = (value: unknown): unknown => {
  const { secret: _hidden, ...rest } = Object(value);
  return rest;
};

t.test('elements are found by all that is shown, then by identity, then by place', async (t) => {
  const live = [
    { name: 'a', port: 1, secret: 'of-a' },
    { name: 'b', port: 2, secret: 'of-b' },
    { port: 3, secret: 'of-none' },
  ];
  const [a, b, none] = live;
  t.same(sameElements([b, a, none], live, shown), [b, a, none]);
  t.same(sameElements([{ name: 'b', port: 9 }], live, shown), [b], 'by its name');
  t.same(sameElements([a, b, { port: 4 }], live, shown), [a, b, none], 'by its place');
  t.same(sameElements([{ port: 4 }], live, shown), [undefined], 'a list of another length has no such place');
  t.same(
    sameElements(
      [
        { name: 'a', port: 8 },
        { name: 'a', port: 9 },
      ],
      live,
      shown,
    ),
    [undefined, undefined],
    'an identity that two have is none',
  );
  t.same(
    sameElements([{ name: 1 }], [{ name: '1', secret: 's' }, b], shown),
    [undefined],
    'a number is no text',
  );
});

t.test('alike elements are found in their order, or not at all', async (t) => {
  const twins = [
    { port: 1, secret: 'of-one' },
    { port: 1, secret: 'of-two' },
  ];
  t.same(sameElements([{ port: 1 }, { port: 1 }], twins, shown), twins);
  t.same(sameElements([{ port: 1 }], twins, shown), [undefined]);
});

t.test('long lists are compared in the time that reading them takes', async (t) => {
  const list = (secret: string) =>
    Array.from({ length: 20_000 }, (_, at) => ({ name: `n${at}`, port: at % 7, secret }));
  const beganMs = performance.now();
  const found = sameElements(list('sent').reverse(), list('live'), shown);
  const tookMs = performance.now() - beganMs;
  t.match(found[0], { name: 'n19999', secret: 'live' });
  t.ok(tookMs < 10_000, `took ${Math.round(tookMs)} ms`);
});
