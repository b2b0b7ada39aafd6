import { mailUndelivered } from '@patchbay/kernel/mail';
import { OutboundFailure, type OutboundReply } from '@patchbay/kernel/outbound';
import fc from 'fast-check';
import t from 'tap';
import type { OutgoingMessage } from '../contract.ts';
import { chatChannel } from '../contributions/channels/chat-channel.ts';
import { htmlMail } from '../contributions/channels/html-mail.ts';
import { slackPayload } from '../contributions/channels/slack-payload.ts';
import { teamsPayload } from '../contributions/channels/teams-payload.ts';
import { composed, type MessageItem } from '../services/delivery/compose-message.ts';
import { bodyText, titleText } from '../services/delivery/plain-text.ts';
import { failureOf, retryAt } from '../services/delivery/retry.ts';

const message: OutgoingMessage = {
  title: 'Title',
  body: 'line one\nline two',
  priority: 'normal',
  event_id: null,
  message_id: 'm',
};
const item = (title: string, isHeld = false): MessageItem => ({
  title,
  body: 'first\nsecond',
  priority: 'normal',
  event_id: 'e',
  occurred_at: '2026-01-02T03:04:05.000000Z',
  isHeld,
});
const anyText = fc.string({
  unit: fc.constantFrom('a', '<', '>', '&', '@', '!', '\n', '\r', '😀', '{', '*', '\u202e', '\0'),
});

t.test('a Slack message keeps its limits, and no text begins a control sequence', async (t) => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 1, max: 500 }), (text, times) => {
      const title = titleText(text.repeat(times));
      const body = bodyText(text.repeat(times));
      const payload = slackPayload({ title, body });
      const texts = [payload.text, ...payload.blocks.map((block) => block.text.text)];
      const sections = payload.blocks.slice(1).map((block) => block.text.text);
      return (
        texts.every((each) => !/[<>]|&(?!amp;|lt;|gt;)/.test(each) && each.isWellFormed()) &&
        (payload.blocks[0]?.text.text.length ?? 0) <= 150 &&
        sections.every((each) => each.length <= 3_000)
      );
    }),
    { numRuns: 200 },
  );
  const whole = slackPayload({ title: 'T', body: '&'.repeat(4_000) });
  const sections = whole.blocks.slice(1).map((block) => block.text.text);
  t.equal(sections.join(''), '&amp;'.repeat(4_000), 'a long body is cut between characters, not short');
});

t.test('a Teams message is one card of text runs', async (t) => {
  const { attachments } = teamsPayload({
    title: '**T** {{DATE(x)}}',
    body: 'a\n\n[b](https://evil.example)',
  });
  t.same(
    attachments[0]?.content.body.flatMap(({ inlines }) => inlines.map(({ type, text }) => [type, text])),
    [
      ['TextRun', '**T** {\u2060{DATE(x)}}'],
      ['TextRun', 'a'],
      ['TextRun', ' '],
      ['TextRun', '[b](https://evil.example)'],
    ],
  );
});

t.test('a page of mail has no markup of the message', async (t) => {
  const page = htmlMail({ title: '</title><script>', body: '<img src=x onerror="a">\n\'' });
  t.notMatch(page, /<script|<img/);
  t.match(page, '&lt;img src=x onerror=&quot;a&quot;&gt;<br>\n&#39;');
});

t.test('titles are one line, bodies keep theirs, and nothing turns text around', async (t) => {
  t.equal(titleText('a\r\nBcc: x\u2028y\0\u202ez'), 'a Bcc: x y z');
  t.equal(bodyText('a\r\nb\rc\td\0\u0007'), 'a\nb\nc\tde'.replace('e', ''));
  t.equal([...titleText('😀'.repeat(300))].length, 200);
  t.ok(titleText('\ud800').isWellFormed());
});

t.test('what was held back or collected is told in the message', async (t) => {
  t.match(composed('m', [item('one')], 0), { title: 'one', body: 'first\nsecond', event_id: 'e' });
  t.match(composed('m', [item('one'), item('two', true)], 3), {
    title: 'one',
    body: 'first\nsecond\n\n4 more held back since the last message:\n2026-01-02 03:04 UTC [normal] two - first\n3 more came while too much was waiting.',
  });
  const digest = composed(
    'm',
    Array.from({ length: 50 }, (_, index) => item(`${'x'.repeat(190)}${index}`, true)),
    1,
  );
  t.equal(digest.title, '51 notifications');
  t.equal(digest.event_id, null);
  t.ok(digest.body.length <= 4_000);
  t.equal(digest.body.split('\n').length, 51, 'each has its line');
});

t.test('answers of receivers say whether another try makes sense', async (t) => {
  const answering = (status: number, body = '', headers: OutboundReply['headers'] = {}) =>
    chatChannel(
      {
        send: async () => ({
          status,
          headers,
          body,
          bytes: Buffer.alloc(0),
          truncated: false,
          peerFingerprint: undefined,
        }),
      },
      [],
    )
      .send(message, { url: 'https://hooks.example.com/' }, new AbortController().signal)
      .then(() => null, failureOf);
  t.equal(await answering(200, 'ok'), null);
  t.equal(await answering(202), null);
  for (const status of [301, 400, 403, 404, 410]) t.match(await answering(status), { isLasting: true });
  for (const status of [408, 429, 500, 503]) t.match(await answering(status), { isLasting: false });
  t.match(await answering(429, '', { 'retry-after': '30' }), { retryAfterSeconds: 30 });
  t.match(await answering(429, '', { 'retry-after': '1e9' }), { retryAfterSeconds: 3_600 });
  const notPassedOn =
    'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429';
  t.match(await answering(200, notPassedOn), { isLasting: false });
});

t.test('pauses double up to five minutes, and tries end after six hours', async (t) => {
  const now = new Date('2026-01-02T00:00:00Z');
  const failing = failureOf(mailUndelivered());
  const tried = [{ attempts: 0, created_at: now.toISOString() }];
  const pause = (failures: number, more: object = {}) => {
    const at = retryAt(tried, { ...failing, ...more }, failures, now, () => 0.5);
    return at === null ? null : (at.getTime() - now.getTime()) / 1_000;
  };
  t.same(
    [0, 1, 2, 6, 100].map((failures) => pause(failures)),
    [5, 10, 20, 300, 300],
  );
  t.equal(pause(0, { retryAfterSeconds: 60 }), 60);
  t.equal(pause(0, { isLasting: true }), null);
  const old = [{ attempts: 3, created_at: '2026-01-01T17:59:00Z' }];
  t.equal(retryAt(old, failing, 0, now), null);
  t.equal(retryAt([{ attempts: 19, created_at: now.toISOString() }], failing, 0, now), null);
  t.match(failureOf(new OutboundFailure('ECONNRESET', { sent: true })), {
    type: 'ECONNRESET',
    isLasting: false,
  });
  t.match(failureOf(new Error('secret')), { message: 'The message could not be sent.' });
});
