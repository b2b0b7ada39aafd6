import {
  Code,
  Disclosure,
  type RecordedCall,
  Stack,
  useRecordedCalls,
  useTexts,
} from '@patchbay/console-kit';
import { texts } from './texts.ts';

const PLACEHOLDER = '$PATCHBAY_API_KEY';

/** The calls of the page, as `curl` and as TypeScript. */
export default function RequestTexts() {
  const t = useTexts(texts);
  const calls = useRecordedCalls();
  return (
    <>
      <p className="muted">{calls.length === 0 ? t.request_none : t.request_hint}</p>
      <Stack>
        {calls.map((call) => (
          <Disclosure key={call.id} title={`${call.method} ${addressOf(call)} → ${call.status}`}>
            <Stack>
              <Code label={t.curl} text={curlOf(call)} />
              <Code label={t.typescript} text={typeScriptOf(call)} />
            </Stack>
          </Disclosure>
        ))}
      </Stack>
    </>
  );
}

const textsOf = (query: Readonly<Record<string, unknown>>): [string, string][] =>
  Object.entries(query).flatMap(([key, value]) =>
    value === undefined || value === null ? [] : [[key, String(value)]],
  );

/** The address below `/api/v1`, its parameters filled in. */
function addressOf({ path, parameters, query }: RecordedCall): string {
  const filled = path.replaceAll(/\{([a-z_]+)\}/g, (_, name: string) =>
    encodeURIComponent(parameters[name] ?? ''),
  );
  const search = new URLSearchParams(textsOf(query)).toString();
  return `/api/v1${filled}${search === '' ? '' : `?${search}`}`;
}

/** Quotes for a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Values of keys that hold secrets are left out. */
const SECRET = /pass(word|phrase)|secret|token|private_key|^code$/i;
const shownBody = (body: unknown): string =>
  JSON.stringify(
    body,
    (key, value: unknown) => (SECRET.test(key) && typeof value === 'string' ? '…' : value),
    2,
  );

function curlOf(call: RecordedCall): string {
  const lines = [
    `curl ${call.method === 'GET' ? '' : `-X ${call.method} `}${quoted(`${location.origin}${addressOf(call)}`)}`,
    `-H "X-API-Key: ${PLACEHOLDER}"`,
    ...(call.body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${quoted(shownBody(call.body))}`]),
  ];
  return lines.join(' \\\n  ');
}

function typeScriptOf({ method, path, parameters, query, body }: RecordedCall): string {
  const parts = [
    ...(Object.keys(parameters).length === 0 ? [] : [`path: ${JSON.stringify(parameters)}`]),
    ...(textsOf(query).length === 0 ? [] : [`query: ${JSON.stringify(query)}`]),
  ];
  const options = [
    ...(parts.length === 0 ? [] : [`params: { ${parts.join(', ')} }`]),
    ...(body === undefined ? [] : [`body: ${shownBody(body)}`]),
  ];
  return [
    `import { createClient } from '@patchbay/client';`,
    '',
    `const client = createClient({ baseUrl: '${location.origin}', credential: { api_key: process.env.PATCHBAY_API_KEY } });`,
    `await client.request('${method}', '${path}'${options.length === 0 ? '' : `, { ${options.join(', ')} }`});`,
  ].join('\n');
}
