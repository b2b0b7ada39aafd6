/** The interactive page; everything it loads comes from here. */
export const SWAGGER_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Patchbay API</title>
<link rel="stylesheet" href="/api/v1/docs/swagger-ui.css">
<link rel="icon" type="image/png" href="/api/v1/docs/favicon-32x32.png">
</head>
<body>
<div id="docs"></div>
<script src="/api/v1/docs/swagger-ui-bundle.js"></script>
<script src="/api/v1/docs/start.js"></script>
</body>
</html>
`;

/** A file of its own, because the page's policy runs no inline script. */
export const SWAGGER_START = `window.addEventListener('load', () => {
  SwaggerUIBundle({
    url: '/api/v1/openapi.json?named=false',
    dom_id: '#docs',
    deepLinking: true,
    docExpansion: 'none',
    filter: true,
    validatorUrl: null,
    requestInterceptor: (request) => {
      const csrf = /(?:^|; )svc_csrf=([^;]*)/.exec(document.cookie);
      if (csrf) request.headers['X-CSRF-Token'] = csrf[1];
      return request;
    },
  });
});
`;

/**
 * The page to read. It draws all operations at once: parts that each would repeat, and parts that measure
 * themselves while the page is drawn (scroll bars of their own), would make a reader wait for it.
 */
export const REDOC_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Patchbay API</title>
<link rel="icon" type="image/png" href="/api/v1/docs/favicon-32x32.png">
<style>body { margin: 0; padding: 0; }</style>
</head>
<body>
<redoc spec-url="/api/v1/openapi.json?named=false&amp;usual_errors=false" native-scrollbars json-sample-expand-level="1" generated-payload-samples-max-depth="3"></redoc>
<script src="/api/v1/docs/redoc.standalone.js"></script>
</body>
</html>
`;
