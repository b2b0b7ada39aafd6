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
import { texts } from './texts.ts';

export type WhyNotTarget = { readonly connection_id: string } | { readonly rule_id: string };

export interface WhyNotProps {
  readonly target: WhyNotTarget;
  /** Events that are offered first. */
  readonly pattern: string;
  readonly event_id?: string | null;
}

const SHOWN = '50';

/** Explains why an event led to no run. Any event may be asked about, by its id. */
export function WhyNot({ target, pattern, event_id = null }: WhyNotProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const [chosen, choose] = useState(event_id);
  const [typed, setTyped] = useState('');
  const { rows } = useRows('/events', { event_type: pattern, per_page: SHOWN });
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
      {chosen === null ? null : <WhyNotAnswer target={target} event_id={chosen} />}
    </Stack>
  );
}

/** The first reason. */
export function WhyNotAnswer({
  target,
  event_id,
}: {
  readonly target: WhyNotTarget;
  readonly event_id: string;
}) {
  const read = useRead('/fabric/why-not', { query: { ...target, event_id } });
  if (read.error !== null) return <ErrorNotice error={read.error} />;
  return read.data === undefined ? null : <Explanation {...read.data} />;
}
