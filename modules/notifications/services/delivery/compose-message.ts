import { levelOf, type Priority } from '../../contract/priorities.ts';
import type { OutgoingMessage } from '../../contract.ts';
import { cut, MAX_BODY, titleText } from './plain-text.ts';

/** One notice in a message. */
export interface MessageItem {
  readonly title: string;
  readonly body: string;
  readonly priority: Priority;
  readonly event_id: string | null;
  readonly occurred_at: string;
  readonly isHeld: boolean;
}

const MAX_LINE = 300;

/** Several notices, or one with what was held back before it, as one message; `dropped` more were not kept. */
export function composed(
  message_id: string,
  items: readonly MessageItem[],
  dropped: number,
): OutgoingMessage {
  const [head] = items;
  const others = items.slice(1);
  const isSingle =
    head !== undefined && (others.length === 0 || (!head.isHeld && others.every(({ isHeld }) => isHeld)));
  const priority = items.reduce<Priority>(
    (most, item) => (levelOf(item.priority) > levelOf(most) ? item.priority : most),
    'low',
  );
  const title = isSingle ? head.title : titleText(`${items.length + dropped} notifications`);
  const body = isSingle ? withHeld(head.body, others, dropped) : listed(items, dropped);
  const event_id = isSingle ? head.event_id : null;
  return { title, body, priority, event_id, message_id };
}

/** The count of held-back messages comes last, and is kept even where the text is long. */
function withHeld(body: string, held: readonly MessageItem[], dropped: number): string {
  if (held.length + dropped === 0) return body;
  const told = [
    `${held.length + dropped} more held back since the last message:`,
    ...held.map(lineOf),
    ...notKept(dropped),
  ].join('\n');
  const tail = cut(told, MAX_BODY / 2);
  return cut(body, MAX_BODY - tail.length - 2) + (body === '' ? tail : `\n\n${tail}`);
}

const listed = (items: readonly MessageItem[], dropped: number): string => {
  const most = Math.max(40, Math.floor((MAX_BODY - 100) / Math.max(1, items.length)) - 1);
  return cut([...items.map((item) => cut(lineOf(item), most)), ...notKept(dropped)].join('\n'), MAX_BODY);
};

const notKept = (dropped: number): readonly string[] =>
  dropped === 0 ? [] : [`${dropped} more came while too much was waiting.`];

const lineOf = ({ occurred_at, priority, title, body }: MessageItem): string => {
  const [first = ''] = body.split('\n', 1);
  const at = `${occurred_at.slice(0, 16).replace('T', ' ')} UTC`;
  return cut(`${at} [${priority}] ${title}${first === '' ? '' : ` - ${first}`}`, MAX_LINE);
};
