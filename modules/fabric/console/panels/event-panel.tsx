import { Stack, useTexts } from '@patchbay/console-kit';
import { EventPatternField, type Finding, FindingList, findingsAt } from '@patchbay/console-kit/steps';
import type { Catalog } from '../draft/catalog.ts';
import { texts } from '../editor/texts.ts';

export interface EventPanelProps {
  readonly pattern: string;
  onChange(pattern: string): void;
  readonly catalog: Catalog;
  readonly findings: readonly Finding[];
}

const MOST_SHOWN = 12;

/** Chooses what starts a run, and shows which events that is. */
export function EventPanel({ pattern, onChange, catalog, findings }: EventPanelProps) {
  const t = useTexts(texts);
  const events = catalog.matching(pattern);
  return (
    <Stack>
      <EventPatternField events={catalog.events} value={pattern} onChange={onChange} />
      <FindingList findings={findingsAt(findings, 'event')} />
      {pattern === '' ? null : events.length === 0 ? (
        <p className="muted">{t.no_match}</p>
      ) : (
        <div>
          <h3>{t.matches}</h3>
          <ul>
            {events.slice(0, MOST_SHOWN).map(({ event_type, title, description, produces }) => (
              <li key={event_type}>
                <code>{event_type}</code> {title}: {description}
                {produces.length === 0 ? null : ` ${t.brings} ${produces.join(', ')}.`}
              </li>
            ))}
            {events.length > MOST_SHOWN ? <li>… {events.length - MOST_SHOWN}</li> : null}
          </ul>
        </div>
      )}
    </Stack>
  );
}
