import {
  Facts,
  Json,
  Panel,
  Stack,
  Time,
  UserLink,
  useSearchText,
  useTexts,
  words,
} from '@patchbay/console-kit';
import { conditionText } from '@patchbay/console-kit/steps';
import { useCallback, useMemo } from 'react';
import { CanvasOrList } from '../canvas/canvas-or-list.tsx';
import { CONDITIONS, EVENT } from '../canvas/cards.ts';
import { NO_MARKS, useCards } from '../canvas/use-cards.ts';
import { type Connection, draftFrom } from '../draft/connection-draft.ts';
import { useCatalog } from '../draft/use-catalog.ts';
import { LastRun } from './last-run.tsx';
import { texts } from './texts.ts';

const NO_FINDINGS: readonly never[] = [];

/** The Connection as a picture, and what else there is to know about it. */
export function ConnectionOverview({ connection }: { readonly connection: Connection }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const catalog = useCatalog();
  // Another state of the row makes another draft
  const draft = useMemo(() => draftFrom(connection), [connection.id, connection.updated_at]);
  const cards = useCards(draft, catalog, connection.findings ?? NO_FINDINGS, NO_MARKS);
  const [chosen, setChosen] = useSearchText('card');
  const place = chosen === '' ? null : Number(chosen);
  const card = place === null ? undefined : cards[place];
  const ids = cards.map(({ id }) => id).join(' ');
  // The setter is made anew with each render
  const choose = useCallback((id: string) => setChosen(String(ids.split(' ').indexOf(id))), [ids]);
  const step = draft.steps.find(({ key }) => key === card?.id);
  const { rows, logic } = draft.conditions;
  return (
    <Stack>
      <CanvasOrList label={connection.name} cards={cards} chosen={card?.id ?? null} choose={choose} />
      {step === undefined ? null : (
        <Panel title={card?.title ?? ''}>
          <Facts
            facts={[
              [t.event, <code key="operation">{step.name}</code>],
              [t.failed_step, step.on_failure],
            ]}
          />
          <Json value={step.params} label={t.params} />
        </Panel>
      )}
      {card?.id === CONDITIONS || card?.id === EVENT ? (
        <Panel title={card.title}>
          <p>{card.detail}</p>
        </Panel>
      ) : null}
      <Panel>
        <Facts
          facts={[
            [t.event, <code key="event">{connection.source_event}</code>],
            [t.conditions, rows.length === 0 ? t.always : rows.map(conditionText).join(` ${logic} `)],
            [t.mode, connection.mode],
            [t.cooldown, t.seconds(connection.cooldown_seconds)],
            connection.max_parallel === null ? null : [t.max_parallel, connection.max_parallel],
            connection.max_runs_per_minute === null ? null : [t.max_runs, connection.max_runs_per_minute],
            [t.last_run, <LastRun key="last" connection_id={connection.id} />],
            [t.conditions_failed, connection.conditions_failed],
            [t.failures, connection.failures_in_a_row],
            [t.author, <UserLink key="author" user_id={connection.author_id} />],
            [w.created, <Time key="created" at={connection.created_at} form="full" />],
            [w.updated, <Time key="updated" at={connection.updated_at} form="full" />],
          ]}
        />
      </Panel>
    </Stack>
  );
}
