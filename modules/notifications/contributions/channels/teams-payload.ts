import type { OutgoingMessage } from '../../contract.ts';

/** Cards above 28 KB are refused. */
const MAX_LINES = 100;

/**
 * The body that a Microsoft Teams webhook takes (a workflow, or what is left of connectors): a message with one
 * Adaptive Card. Text runs, unlike text blocks, know no Markdown, so that nothing in the message is formatting.
 */
export function teamsPayload({ title, body }: Pick<OutgoingMessage, 'title' | 'body'>) {
  const lines = body === '' ? [] : body.split('\n').slice(0, MAX_LINES);
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          fallbackText: cardText(title),
          msteams: { width: 'Full' },
          body: [
            paragraph({ type: 'TextRun', text: cardText(title), weight: 'Bolder', size: 'Medium' }),
            ...lines.map((line) => paragraph({ type: 'TextRun', text: cardText(line) })),
          ],
        },
      },
    ],
  };
}

/** Clients replace `{{DATE(…)}}` in text; a joiner that is not seen keeps the braces apart. */
const cardText = (text: string): string => (text === '' ? ' ' : text.replaceAll('{{', '{\u2060{'));

const paragraph = (run: Readonly<Record<string, string>>) => ({
  type: 'RichTextBlock',
  spacing: 'Small',
  inlines: [run],
});
