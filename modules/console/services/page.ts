import type { Manifest } from './manifest.ts';

/** Path that the console is reached at. */
export const CONSOLE_PATH = '/console/';

/**
 * Policy of the page: it loads and runs files of the platform alone, and styles that its own scripts mark with the nonce.
 * Text becomes script or markup nowhere.
 */
export const pagePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
  ].join('; ');

/** The page at every path of the console; what it shows, its script decides. */
export function pageHtml({ entry, styles, preload, icon }: Manifest, nonce: string): string {
  const head = [
    '<meta charset="utf-8">',
    '<title>Patchbay</title>',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<meta property="csp-nonce" content="${nonce}">`,
    `<link rel="icon" type="image/svg+xml" href="${addressOf(icon)}">`,
    ...styles.map((name) => `<link rel="stylesheet" href="${addressOf(name)}">`),
    ...preload.map((name) => `<link rel="modulepreload" href="${addressOf(name)}">`),
    `<script type="module" src="${addressOf(entry)}"></script>`,
  ];
  return `<!doctype html>
<html lang="en">
<head>
${head.join('\n')}
</head>
<body>
<div id="root"></div>
<noscript>Patchbay needs JavaScript.</noscript>
</body>
</html>
`;
}

const addressOf = (name: string): string => `${CONSOLE_PATH}assets/${encodeURIComponent(name)}`;
