import {
  Button,
  EmptyState,
  Facts,
  Notice,
  Page,
  Panel,
  type ReplyOf,
  Row,
  Stack,
  useRead,
  useSearchTexts,
  useSession,
  useTexts,
  useWrite,
  WaitingFor,
} from '@patchbay/console-kit';
import { useState } from 'react';
import { isOpened, placeOf, requestIn } from './redirect.ts';
import { texts } from './texts.ts';

type Consent = ReplyOf<'GET', '/oauth2/authorize'>;

/** The browser end of the authorization endpoint: the request of an application, and what the user says to it. */
export default function ConsentPage() {
  const t = useTexts(texts);
  const [request] = useState(requestIn(useSearchTexts()));
  return (
    <Page title={t.title}>
      {request === null ? (
        <EmptyState title={t.incomplete}>{t.incomplete_hint}</EmptyState>
      ) : (
        <Question request={request} />
      )}
    </Page>
  );
}

type Request = NonNullable<Consent['request']>;

function Question({ request }: { readonly request: Request }) {
  const t = useTexts(texts);
  const [target, setTarget] = useState<string | null>(null);
  const read = useRead('/oauth2/authorize', { query: request });
  const send = (address: string) => {
    setTarget(address);
    if (isOpened(address)) location.assign(address);
  };
  if (target !== null)
    return isOpened(target) ? (
      <Notice kind="good" title={t.sent} isUrgent>
        {t.sent_hint}
      </Notice>
    ) : (
      <Notice kind="bad" isUrgent>
        {t.unsafe}
      </Notice>
    );
  return (
    <WaitingFor read={read}>
      {(consent) =>
        consent.application === undefined || consent.request === undefined ? (
          <Refused redirect_to={consent.redirect_to} send={send} />
        ) : (
          <Decision consent={consent} asked={consent.request} name={consent.application.name} send={send} />
        )
      }
    </WaitingFor>
  );
}

interface RefusedProps {
  readonly redirect_to: string | undefined;
  send(address: string): void;
}

/** The application may hear why, but only when the user goes there. */
function Refused({ redirect_to, send }: RefusedProps) {
  const t = useTexts(texts);
  return (
    <Notice kind="bad" title={t.refused}>
      <p>{t.refused_hint}</p>
      {redirect_to === undefined ? null : (
        <div>
          <Button onPress={() => send(redirect_to)}>{t.go_back}</Button>
        </div>
      )}
    </Notice>
  );
}

interface DecisionProps {
  readonly consent: Consent;
  readonly asked: Request;
  readonly name: string;
  send(address: string): void;
}

function Decision({ consent, asked, name, send }: DecisionProps) {
  const t = useTexts(texts);
  const { me } = useSession();
  const decide = useWrite('POST', '/oauth2/authorize', { onDone: ({ redirect_to }) => send(redirect_to) });
  const say = (decision: 'approve' | 'deny') => void decide.run({ body: { ...asked, decision } });
  return (
    <Panel>
      <Stack>
        <p>
          <strong>{t.asks(name, me.organization.name)}</strong>
        </p>
        {consent.already_granted === true ? <Notice>{t.before}</Notice> : null}
        <Scopes scopes={consent.scopes ?? []} />
        <Facts
          facts={[
            [t.as, me.email],
            [t.sends, <code key="place">{placeOf(asked.redirect_uri)}</code>],
          ]}
        />
        <p className="muted">{t.trust}</p>
        <Row>
          <Button variant="primary" isPending={decide.isPending} onPress={() => say('approve')}>
            {t.approve}
          </Button>
          <Button isPending={decide.isPending} onPress={() => say('deny')}>
            {t.deny}
          </Button>
        </Row>
      </Stack>
    </Panel>
  );
}

function Scopes({ scopes }: { readonly scopes: NonNullable<Consent['scopes']> }) {
  const t = useTexts(texts);
  if (scopes.length === 0) return <p>{t.nothing}</p>;
  return (
    <div>
      <p id="scopes">{t.may}</p>
      <ul aria-labelledby="scopes">
        {scopes.map(({ id, title }) => (
          <li key={id}>
            {title} <code className="muted">{id}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}
