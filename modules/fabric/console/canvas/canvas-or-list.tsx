import { Button, Row, Stack, useSearchText, useTexts } from '@patchbay/console-kit';
import type { CanvasProps } from './canvas.tsx';
import { CardList } from './card-list.tsx';
import { LazyCanvas } from './lazy-canvas.tsx';
import { texts } from './texts.ts';

/** The same cards on a canvas or as a list; the choice stands in the address. */
export function CanvasOrList(props: CanvasProps) {
  const t = useTexts(texts);
  const [view, setView] = useSearchText('view');
  const isList = view === 'list';
  return (
    <Stack gap="small">
      <Row>
        <Button variant={isList ? 'quiet' : 'plain'} aria-pressed={!isList} onPress={() => setView('')}>
          {t.canvas}
        </Button>
        <Button variant={isList ? 'plain' : 'quiet'} aria-pressed={isList} onPress={() => setView('list')}>
          {t.list}
        </Button>
      </Row>
      {isList ? <CardList {...props} /> : <LazyCanvas {...props} />}
    </Stack>
  );
}
