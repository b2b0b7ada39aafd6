import {
  Button,
  EmptyState,
  Notice,
  Row,
  Stack,
  useSearchText,
  useStreamStatus,
  useTexts,
} from '@patchbay/console-kit';
import { EventPatternField } from '@patchbay/console-kit/steps';
import { useCatalog } from '../draft/use-catalog.ts';
import { TailRows } from './tail-rows.tsx';
import { texts } from './texts.ts';
import { MOST_KEPT, useTail } from './use-tail.ts';

/** Events as they come, the newest first. */
export function LiveTail() {
  const t = useTexts(texts);
  const catalog = useCatalog();
  const [pattern, setPattern] = useSearchText('pattern');
  const status = useStreamStatus();
  const tail = useTail(catalog.events, pattern);
  return (
    <Stack gap="small">
      <div className="toolbar">
        <EventPatternField
          events={catalog.events}
          value={pattern}
          onChange={setPattern}
          isRequired={false}
          label={t.type}
        />
        <Row>
          <Button aria-pressed={tail.isPaused} onPress={tail.isPaused ? tail.goOn : tail.pause}>
            {tail.isPaused ? t.go_on : t.pause}
          </Button>
          <Button variant="quiet" onPress={tail.clear}>
            {t.clear_tail}
          </Button>
          {tail.waiting === 0 ? null : <span className="muted">{t.waiting(tail.waiting)}</span>}
        </Row>
      </div>
      {status === 'away' ? <Notice kind="warning">{t.away}</Notice> : null}
      {tail.isLossy ? <Notice kind="warning">{t.lost}</Notice> : null}
      {tail.events.length === 0 ? (
        <EmptyState title={t.empty_tail}>{t.empty_tail_hint}</EmptyState>
      ) : (
        <TailRows events={tail.events} />
      )}
      <p className="muted">{t.kept(MOST_KEPT)}</p>
    </Stack>
  );
}
