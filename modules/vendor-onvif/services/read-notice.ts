import { fieldsOf, listOf, textIn } from './element.ts';

/** Sighting in a notification message. */
export interface Notice {
  readonly kind: 'motion' | 'person';
  readonly seen_at: string | null;
}

const PERSON = /person|people|human/i;
const MOTION = /motion/i;
const TRUE: ReadonlySet<string> = new Set(['true', '1']);

/**
 * Null for what says nothing of people and motion, for the end of either, and for how things stood when the
 * subscription began. Makers name their rules as they like; the names of topic and value are what they have in common.
 */
export function readNotice(message: unknown): Notice | null {
  const { Topic, Message } = fieldsOf(message);
  const inner = fieldsOf(fieldsOf(Message)['Message']);
  if (inner['@PropertyOperation'] === 'Initialized' || inner['@PropertyOperation'] === 'Deleted') return null;
  const items = listOf(fieldsOf(inner['Data'])['SimpleItem']).map(fieldsOf);
  const begun = items.filter(({ '@Value': value }) => TRUE.has(String(value).toLowerCase()));
  const isPerson = begun.some((item) => PERSON.test(nameOf(item))) || items.some(isHuman);
  const topic = textIn(Topic);
  if (begun.length === 0 && !isPerson) return null;
  const kind = isPerson || PERSON.test(topic) ? 'person' : MOTION.test(topic) ? 'motion' : null;
  return kind === null ? null : { kind, seen_at: momentOf(inner['@UtcTime']) };
}

const nameOf = (item: Readonly<Record<string, unknown>>): string => String(item['@Name'] ?? '');

/** Classifiers name what they found (`ClassTypes` = `Human`). */
const isHuman = (item: Readonly<Record<string, unknown>>): boolean =>
  /class|type/i.test(nameOf(item)) && PERSON.test(String(item['@Value'] ?? ''));

function momentOf(text: unknown): string | null {
  const at = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return Number.isFinite(at) ? new Date(at).toISOString() : null;
}
