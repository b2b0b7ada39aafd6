import type { OutgoingMessage } from '../../contract.ts';
import { cutUnits } from '../../services/delivery/plain-text.ts';

/** Limits of Block Kit: a header block, a text object of a section, sections of a message. */
const MAX_HEADER = 150;
const MAX_SECTION = 3_000;
const MAX_SECTIONS = 10;

/**
 * Escapes text for Slack: three characters begin its control sequences (`<!channel>`, `<@U1>`, `<url|text>`) and
 * no other needs escaping.
 */
export const slackText = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/**
 * The body of an incoming webhook of Slack and of what understands the same. Plain text objects, so that nothing
 * in the message is formatting; `text` is for notifications and for receivers that know no blocks.
 */
export function slackPayload({ title, body }: Pick<OutgoingMessage, 'title' | 'body'>) {
  const plain = (text: string) => ({ type: 'plain_text', text, emoji: false });
  return {
    text: body === '' ? slackText(title) : `${slackText(title)}\n${slackText(body)}`,
    mrkdwn: false,
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: 'header', text: plain(escapedTo(title, MAX_HEADER)[0] ?? '') },
      ...escapedTo(body, MAX_SECTION)
        .slice(0, MAX_SECTIONS)
        .map((text) => ({ type: 'section', text: plain(text) })),
    ].filter(({ text }) => text.text !== ''),
  };
}

/** Pieces that are short enough once escaped; never a character or an entity in two. */
function escapedTo(text: string, most: number): readonly string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest !== '') {
    let size = most;
    while (slackText(cutUnits(rest, size)).length > most) size -= Math.ceil(size / 20);
    const piece = cutUnits(rest, size);
    pieces.push(slackText(piece));
    rest = rest.slice(piece.length);
  }
  return pieces;
}
