import { templatePaths } from '@patchbay/kernel/fabric';
import { REDACTED } from '@patchbay/kernel/telemetry';
import type { StepRecord } from './step-record.ts';

/** Shorter texts are hidden only where they stand alone: every sentence holds an `a`. */
const MIN_WITHIN = 8;
/** Beyond it all texts are hidden, so that the work on them stays bounded. */
const MAX_TEXTS = 100;
const MAX_DEPTH = 64;

/** A record as those see it who did not write the params: a marker for each, and none of their texts elsewhere. */
export function withoutParams(record: StepRecord, params: unknown = record.input): StepRecord {
  const texts = textsOf(params);
  const { error, reason } = record;
  return {
    ...record,
    input: markersFor(record.input),
    output: hidden(record.output, texts),
    error: error === null ? null : { ...error, message: String(hidden(error.message, texts)) },
    ...(reason === undefined ? {} : { reason: String(hidden(reason, texts)) }),
  };
}

/** A value in which markers stand for the texts of params. */
export const withoutTexts = (value: unknown, params: unknown): unknown => hidden(value, textsOf(params));

/** One marker for each param, whatever it held. */
export function markersFor(params: unknown): unknown {
  if (params === null || params === undefined) return null;
  if (typeof params !== 'object' || Array.isArray(params)) return REDACTED;
  return Object.fromEntries(Object.keys(params).map((name) => [name, REDACTED]));
}

const ADDRESS = /\bhttps?:\/\/[^/\s]+\/./i;

/** Whether a text holds an address that is a secret by itself (RULES R21). */
export const holdsAddress = (params: unknown): boolean => textsOf(params).some((text) => ADDRESS.test(text));

/** Longest first, so that no shorter one leaves a piece of a longer behind. */
function textsOf(params: unknown): readonly string[] {
  const texts = new Set<string>();
  const waiting: { readonly value: unknown; readonly depth: number }[] = [{ value: params, depth: 0 }];
  for (let next = waiting.pop(); next && texts.size <= MAX_TEXTS; next = waiting.pop()) {
    const { value, depth } = next;
    if (typeof value === 'string') for (const text of partsOf(value)) texts.add(text);
    else if (typeof value === 'object' && value !== null && depth < MAX_DEPTH)
      for (const each of Object.values(value)) waiting.push({ value: each, depth: depth + 1 });
  }
  texts.delete(REDACTED);
  texts.delete('');
  return [...texts].sort((a, b) => b.length - a.length);
}

/**
 * A server may repeat the request: the path, or a text as it was sent. An unrenderable text is represented by its
 * path.
 */
function partsOf(text: string): readonly string[] {
  const url = ADDRESS.test(text) ? URL.parse(text) : null;
  const parts = url === null ? [] : [url.href, `${url.pathname}${url.search}`];
  const escaped = JSON.stringify(text).slice(1, -1);
  return [text, ...parts, escaped, encodeURIComponent(text.toWellFormed()), ...templatePaths(text)];
}

const hidden = (value: unknown, texts: readonly string[]): unknown =>
  without(value, texts.length > MAX_TEXTS ? null : texts, 0);

/** Without a list of texts every text is hidden. */
function without(value: unknown, texts: readonly string[] | null, depth: number): unknown {
  if (typeof value === 'string') return texts === null ? REDACTED : textWithout(value, texts);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return REDACTED;
  if (Array.isArray(value)) return value.map((each) => without(each, texts, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      name === STAGED ? stagedWithout(each) : without(each, texts, depth + 1),
    ]),
  );
}

function textWithout(value: string, texts: readonly string[]): string {
  if (texts.includes(value)) return REDACTED;
  return texts.reduce(
    (text, each) => (each.length >= MIN_WITHIN ? text.replaceAll(each, REDACTED) : text),
    value,
  );
}

/** Output of a shadow's staging is made of params, numbers included. */
const STAGED = 'would_stage';

function stagedWithout(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const kept = new Set(['feature', 'operation']);
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, kept.has(name) ? each : markersFor(each)]),
  );
}
