import {
  Badge,
  ErrorNotice,
  Json,
  Loading,
  Notice,
  Panel,
  type ReplyOf,
  Row,
  Stack,
  useRead,
  useTexts,
} from '@patchbay/console-kit';
import { texts } from './texts.ts';

type CallsReply = ReplyOf<'GET', '/changes/{id}/calls'>;

export interface CallsProps {
  readonly id: string;
  /** True: the device itself is armed before a push that must be confirmed. */
  readonly isConfirmed: boolean;
}

/** The requests that applying would send, without any of them being sent. */
export function Calls({ id, isConfirmed }: CallsProps) {
  const t = useTexts(texts);
  const read = useRead('/changes/{id}/calls', { path: { id } }, { keepsFormer: true });
  return (
    <Panel title={t.calls}>
      {read.data !== undefined ? (
        <Told reply={read.data} isConfirmed={isConfirmed} />
      ) : read.error !== null ? (
        <Notice kind="warning" title={t.calls_failed}>
          <ErrorNotice error={read.error} retry={() => void read.refetch()} />
        </Notice>
      ) : (
        <Loading />
      )}
    </Panel>
  );
}

interface ToldProps {
  readonly reply: CallsReply;
  readonly isConfirmed: boolean;
}

function Told({ reply: { is_offered, calls, is_complete, reason }, isConfirmed }: ToldProps) {
  const t = useTexts(texts);
  if (!is_offered) return <p className="muted">{t.calls_not_offered}</p>;
  return (
    <Stack gap="small">
      <p className="muted">
        {t.calls_hint} {isConfirmed ? t.calls_confirm : ''}
      </p>
      {calls.length === 0 ? <p>{t.calls_none}</p> : null}
      {calls.map(({ method, path, body }, at) => (
        <div key={`${at} ${method} ${path}`} className="stack" data-gap="small">
          <Row>
            <span className="muted">{at + 1}.</span>
            <Badge kind={method === 'DELETE' ? 'bad' : 'accent'}>{method}</Badge>
            <code>{path}</code>
            {body === null || body === undefined ? <span className="muted">{t.no_body}</span> : null}
          </Row>
          {body === null || body === undefined ? null : <Json value={body} label={t.call(at + 1)} />}
        </div>
      ))}
      {is_complete ? null : (
        <Notice kind="warning">
          <p>{t.calls_partial}</p>
          {reason === null ? null : <p className="mono">{reason}</p>}
        </Notice>
      )}
    </Stack>
  );
}
