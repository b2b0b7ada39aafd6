import { Code, Disclosure, Facts, Panel, useTexts } from '@patchbay/console-kit';
import type { Delivery } from './delivery.ts';
import { prettyBody } from './pretty-body.ts';
import { texts } from './texts.ts';

/** Last request. */
export function KeptRequest({ request }: { readonly request: Delivery['request'] }) {
  const t = useTexts(texts);
  return (
    <Panel title={t.request}>
      {request === null ? (
        <p className="muted">{t.no_request}</p>
      ) : (
        <>
          <code>
            {request.method} {request.url}
          </code>
          <Kept {...request} label={t.request_body} />
        </>
      )}
    </Panel>
  );
}

/** Last answer of the receiver. */
export function KeptAnswer({ answer }: { readonly answer: Delivery['answer'] }) {
  const t = useTexts(texts);
  return (
    <Panel title={t.answer}>
      {answer === null ? (
        <p className="muted">{t.no_answer_yet}</p>
      ) : (
        <>
          <code>{answer.status}</code>
          <Kept {...answer} label={t.answer_body} />
        </>
      )}
    </Panel>
  );
}

interface KeptProps {
  readonly label: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly truncated: boolean;
}

function Kept({ label, headers, body, truncated }: KeptProps) {
  const t = useTexts(texts);
  return (
    <>
      <Disclosure title={t.headers}>
        <Facts
          facts={Object.entries(headers).map(([name, value]) => [name, <code key={name}>{value}</code>])}
        />
      </Disclosure>
      {body === '' ? <p className="muted">{t.no_body}</p> : <Code label={label} text={prettyBody(body)} />}
      {truncated ? <p className="muted">{t.truncated}</p> : null}
    </>
  );
}
