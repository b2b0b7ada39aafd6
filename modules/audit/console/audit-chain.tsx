import {
  ActionButton,
  call,
  DataTable,
  ErrorNotice,
  Facts,
  Figure,
  Notice,
  Panel,
  type ReplyOf,
  Stack,
  Time,
  useTexts,
  words,
} from '@patchbay/console-kit';
import { useEffect, useState } from 'react';
import { texts } from './texts.ts';

type Chain = ReplyOf<'GET', '/audit/validate'>;

type State =
  | { readonly is: 'idle' }
  | { readonly is: 'running'; readonly sinceMs: number }
  | { readonly is: 'done'; readonly chain: Chain; readonly at: string; readonly tookMs: number }
  | { readonly is: 'failed'; readonly error: unknown };

/** Seals what waits and checks the whole chain; it reads every record, so it is asked for. */
export function AuditChain() {
  const t = useTexts(texts);
  const [state, setState] = useState<State>({ is: 'idle' });
  const run = async () => {
    const sinceMs = Date.now();
    setState({ is: 'running', sinceMs });
    try {
      const { data } = await call('GET', '/audit/validate', {});
      setState({ is: 'done', chain: data, at: new Date().toISOString(), tookMs: Date.now() - sinceMs });
    } catch (error) {
      setState({ is: 'failed', error });
    }
  };
  return (
    <Panel title={t.chain}>
      <p className="muted">{t.chain_hint}</p>
      <div>
        <ActionButton variant="primary" isPending={state.is === 'running'} run={run}>
          {t.validate}
        </ActionButton>
      </div>
      {state.is === 'running' ? <Running sinceMs={state.sinceMs} /> : null}
      {state.is === 'failed' ? <ErrorNotice error={state.error} /> : null}
      {state.is === 'done' ? <Outcome {...state} /> : null}
    </Panel>
  );
}

function Running({ sinceMs }: { readonly sinceMs: number }) {
  const t = useTexts(texts);
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = window.setInterval(() => setSeconds(Math.floor((Date.now() - sinceMs) / 1_000)), 1_000);
    return () => window.clearInterval(timer);
  }, [sinceMs]);
  return (
    <div>
      <progress aria-label={t.validating} /> {t.validating_for(seconds)}
    </div>
  );
}

interface OutcomeProps {
  readonly chain: Chain;
  readonly at: string;
  readonly tookMs: number;
}

function Outcome({ chain, at, tookMs }: OutcomeProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  return (
    <Stack>
      {chain.valid ? (
        <Notice kind="good" title={t.valid} isUrgent>
          {t.valid_hint(chain.sealed)}
        </Notice>
      ) : (
        <Notice kind="bad" title={t.broken} isUrgent>
          {t.broken_hint(chain.problems.length)}
        </Notice>
      )}
      <Facts
        facts={[
          [t.sealed, <Figure key="sealed" value={chain.sealed} />],
          [t.waiting, <Figure key="waiting" value={chain.unsealed} />],
          [t.checked, <Time key="at" at={at} form="full" />],
          [t.took, t.seconds((tookMs / 1_000).toFixed(1))],
        ]}
      />
      {chain.problems.length === 0 ? null : (
        <DataTable
          label={t.problems}
          rows={chain.problems}
          idOf={({ kind, sequence }) => `${kind} ${sequence}`}
          columns={[
            { id: 'sequence', title: t.sequence, cell: ({ sequence }) => <Figure value={sequence} /> },
            { id: 'kind', title: w.kind, cell: ({ kind }) => t[kind] },
          ]}
        />
      )}
    </Stack>
  );
}
