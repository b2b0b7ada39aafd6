import { type Pattern, PatternIndex, parsePattern, patternMatches } from '@patchbay/kernel/events';
import { type Bench, noMoreThan } from '../../bench.ts';
import { naivelyMatches } from '../../floors/naive-matcher.ts';
import type { Stage } from '../../stage.ts';

const PATTERNS = 100;
const EVENTS = 1_000;
const SEGMENTS = 20;
const MAX_MS = 100;
/** The naive matcher takes too long for all of them; it is timed on so many pairs, and the rest reckoned. */
const NAIVE_PAIRS = 25;

/** `**.a` again and again, and an end that never comes: the more of them, the more ways to fail. */
const patternOf = (index: number): string =>
  `${Array.from({ length: 4 + (index % 5) }, () => '**.a').join('.')}.**.x${index}`;

const eventOf = (index: number): string =>
  [...Array.from({ length: SEGMENTS }, () => 'a'), `b${index}`].join('.');

function throughIndex(patterns: readonly Pattern[], events: readonly string[]): number {
  const index = new PatternIndex<number>();
  for (const [place, pattern] of patterns.entries()) index.add(pattern, place);
  const startedMs = performance.now();
  const matched = events.reduce((sum, event) => sum + index.match(event).length, 0);
  const tookMs = performance.now() - startedMs;
  if (matched !== 0) throw new Error(`${matched} matches where there are none`);
  return tookMs;
}

function oneByOne(patterns: readonly Pattern[], events: readonly string[]): number {
  const startedMs = performance.now();
  for (const event of events.map((text) => text.split('.')))
    for (const pattern of patterns)
      if (patternMatches(pattern, event)) throw new Error(`${pattern.text} matches`);
  return performance.now() - startedMs;
}

/** Milliseconds that the naive matcher would take for all of them. */
function naively(patterns: readonly string[], events: readonly string[], pairs: number): number {
  const startedMs = performance.now();
  for (let pair = 0; pair < pairs; pair += 1) {
    const [pattern = '', event = ''] = [patterns[pair % patterns.length], events[pair % events.length]];
    if (naivelyMatches(pattern.split('.'), event.split('.'))) throw new Error(`${pattern} matches`);
  }
  return ((performance.now() - startedMs) / pairs) * patterns.length * events.length;
}

async function run(stage: Stage) {
  const { options } = stage;
  const texts = Array.from({ length: PATTERNS }, (_, index) => patternOf(index));
  const patterns = texts.map((text) => parsePattern(text) as Pattern);
  const events = Array.from({ length: stage.of(EVENTS, 50) }, (_, index) => eventOf(index));
  const rounds = Array.from({ length: options.rounds });
  const floor = rounds.map(() => naively(texts, events, stage.of(NAIVE_PAIRS, 2)));
  const bar = noMoreThan(MAX_MS);
  const note = `${PATTERNS} patterns of up to eight ** over ${EVENTS} event types of ${SEGMENTS + 1} segments. Floor: a matcher that backtracks, timed on ${NAIVE_PAIRS} pairs and reckoned for all.`;
  return [
    {
      name: 'hostile patterns, index',
      unit: 'ms',
      floor,
      product: rounds.map(() => throughIndex(patterns, events)),
      bar,
      note,
    },
    {
      name: 'hostile patterns, one by one',
      unit: 'ms',
      floor,
      product: rounds.map(() => oneByOne(patterns, events)),
      bar,
    },
  ];
}

export const hostile: Bench = {
  name: 'hostile',
  about: 'patterns built to backtrack, beside a matcher that does',
  run,
};
