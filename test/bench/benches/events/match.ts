import { type Pattern, PatternIndex, parsePattern } from '@patchbay/kernel/events';
import eventemitter2 from 'eventemitter2';
import { atLeast, type Bench } from '../../bench.ts';
import { alternate } from '../../rounds.ts';
import type { Stage } from '../../stage.ts';

const PATTERNS = 10_000;
const SPACES = [
  'device',
  'controller',
  'camera',
  'network',
  'gateway',
  'storage',
  'backup',
  'alert',
  'vpn',
  'audit',
];
const SPACE_COUNT = 60;
const SUBJECTS = 'status change vlan wifi sync pool capacity validation budget snapshot port link'.split(' ');
const VERBS =
  'changed staged applied failed created updated deleted online offline warning completed seen'.split(' ');
/** More than the index remembers, asked for in turn, so that each of them is a walk. */
const NEW_TYPES = 8_000;
const KNOWN_TYPES = 1_000;
const SLICE = 200;

/** The same numbers in every run. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * below);
  };
}

function allTypes(): readonly string[] {
  const spaces = Array.from({ length: SPACE_COUNT }, (_, index) => SPACES[index] ?? `space-${index}`);
  const all = spaces.flatMap((space) =>
    SUBJECTS.flatMap((subject) => VERBS.map((verb) => `${space}.${subject}.${verb}`)),
  );
  const next = generator(99);
  return all
    .map((type) => ({ type, order: next(1_000_000) }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ type }) => type);
}

/** Six in ten exact, the others with one wildcard segment in one of the three places. */
function patternsFrom(types: readonly string[], count: number): readonly string[] {
  const next = generator(7);
  return Array.from({ length: count }, () => {
    const segments = (types[next(types.length)] ?? '').split('.');
    const kind = next(100);
    const place = kind < 60 ? null : kind < 85 ? 2 : kind < 95 ? 1 : 0;
    if (place !== null) segments[place] = '*';
    return segments.join('.');
  });
}

interface Matchers {
  readonly emit: (type: string) => void;
  readonly match: (type: string) => void;
  readonly heard: { floor: number; product: number };
}

function build(patterns: readonly string[]): Matchers {
  const heard = { floor: 0, product: 0 };
  const emitter = new eventemitter2.EventEmitter2({ wildcard: true, delimiter: '.', maxListeners: 0 });
  const index = new PatternIndex<number>();
  const hear = (): void => {
    heard.floor += 1;
  };
  for (const [place, text] of patterns.entries()) {
    emitter.on(text, hear);
    index.add(parsePattern(text) as Pattern, place);
  }
  const found = (_place: number): void => {
    heard.product += 1;
  };
  const match = (type: string): void => {
    for (const place of index.match(type)) found(place);
  };
  return { heard, match, emit: (type) => void emitter.emit(type) };
}

/** Events per second of one side. */
async function speedOf(
  work: (type: string) => void,
  types: readonly string[],
  seconds: number,
): Promise<number> {
  const startedMs = performance.now();
  const endMs = startedMs + seconds * 1_000;
  let count = 0;
  while (performance.now() < endMs)
    for (let each = 0; each < SLICE; each += 1) work(types[count++ % types.length] ?? '');
  return count / ((performance.now() - startedMs) / 1_000);
}

function assertSame({ heard, emit, match }: Matchers, types: readonly string[]): void {
  for (const type of types) {
    emit(type);
    match(type);
  }
  if (heard.floor !== heard.product || heard.floor === 0)
    throw new Error(
      `the two match differently: ${heard.floor} and ${heard.product} of ${types.length} events`,
    );
}

async function run(stage: Stage) {
  const { options } = stage;
  const types = allTypes();
  const matchers = build(patternsFrom(types, stage.of(PATTERNS, 500)));
  assertSame(matchers, types);
  const seconds = Math.min(options.seconds, 2);
  const measure = (chosen: readonly string[]) =>
    alternate(options.rounds, {
      floor: () => speedOf(matchers.emit, chosen, seconds),
      product: () => speedOf(matchers.match, chosen, seconds),
    });
  const unit = 'events/s';
  const fresh = await measure(types.slice(0, NEW_TYPES));
  const known = await measure(types.slice(0, KNOWN_TYPES));
  return [
    { name: 'match', unit, ...fresh, bar: atLeast(2) },
    { name: 'match remembered', unit, ...known, bar: atLeast(10) },
  ];
}

export const match: Bench = {
  name: 'match',
  about: '10,000 patterns against eventemitter2 with wildcards',
  run,
};
