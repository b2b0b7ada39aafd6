import {
  Button,
  ErrorNotice,
  fullTime,
  Row,
  SelectField,
  Stack,
  TextField,
  useLanguage,
  useRead,
  useRows,
  useTexts,
} from '@patchbay/console-kit';
import { Explanation } from '@patchbay/console-kit/steps';
import { useState } from 'react';
import type { Rule } from '../editor/rule-draft.ts';
import { texts } from './texts.ts';
import { triggerText } from './trigger-text.ts';

const SHOWN = '50';

/** Explains why an event was not answered. Any event may be asked about, by its id. */
export function WhyNot({ rule }: { readonly rule: Rule }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const [chosen, choose] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const { rows } = useRows('/events', { event_type: triggerText(rule), per_page: SHOWN });
  return (
    <Stack>
      <p className="muted">{t.choose_event}</p>
      <SelectField
        label={t.event}
        choices={rows.map(({ id, event_type, occurred_at }) => ({
          value: id,
          label: `${fullTime(occurred_at, language)} · ${event_type}`,
        }))}
        value={rows.some(({ id }) => id === chosen) ? chosen : null}
        onChange={choose}
      />
      <Row>
        <TextField label={t.event_id} value={typed} onChange={setTyped} isMonospaced />
        <Button isDisabled={typed.trim() === ''} onPress={() => choose(typed.trim())}>
          {t.explain}
        </Button>
      </Row>
      {chosen === null ? null : <Answer rule_id={rule.id} event_id={chosen} />}
    </Stack>
  );
}

function Answer({ rule_id, event_id }: { readonly rule_id: string; readonly event_id: string }) {
  const read = useRead('/fabric/why-not', { query: { rule_id, event_id } });
  if (read.error !== null) return <ErrorNotice error={read.error} />;
  return read.data === undefined ? null : <Explanation {...read.data} />;
}
