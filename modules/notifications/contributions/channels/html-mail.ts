const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML shows it, in elements and in quoted attributes. */
export const htmlText = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** The message as a page of text: no link, image or script of its own. */
export const htmlMail = ({ title, body }: { readonly title: string; readonly body: string }): string =>
  `<!doctype html><html><head><meta charset="utf-8"><title>${htmlText(title)}</title></head>
<body style="font-family:sans-serif"><h1 style="font-size:1.2em">${htmlText(title)}</h1>
<p style="white-space:pre-wrap">${htmlText(body).replaceAll('\n', '<br>\n')}</p></body></html>
`;
