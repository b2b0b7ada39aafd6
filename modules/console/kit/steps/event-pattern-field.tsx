import { SuggestionField } from '../controls/suggestion-field.tsx';
import { useTexts } from '../text/texts.ts';
import { isEventPattern, matchesEvent, widerPatterns } from './model/event-pattern.ts';
import { texts } from './texts.ts';

/** An event of the catalog, as far as it is chosen by. */
export interface CatalogEvent {
  readonly event_type: string;
  readonly title: string;
  readonly description: string;
  readonly payload_schema: unknown;
  readonly produces: readonly string[];
}

export const eventsMatching = (events: readonly CatalogEvent[], pattern: string): readonly CatalogEvent[] =>
  isEventPattern(pattern) ? events.filter(({ event_type }) => matchesEvent(pattern, event_type)) : [];

export interface EventPatternFieldProps {
  readonly events: readonly CatalogEvent[];
  readonly value: string;
  onChange(pattern: string): void;
  readonly error?: string | undefined;
  readonly label?: string;
  readonly isRequired?: boolean;
}

/** Chooses an event of the catalog, or takes a pattern. */
export function EventPatternField({
  events,
  value,
  onChange,
  error,
  label,
  isRequired = true,
}: EventPatternFieldProps) {
  const t = useTexts(texts);
  const patterns = [...new Set(events.flatMap(({ event_type }) => widerPatterns(event_type)))];
  return (
    <SuggestionField
      label={label ?? t.event}
      hint={t.event_hint}
      error={error ?? (value === '' || isEventPattern(value) ? undefined : t.no_pattern)}
      isRequired={isRequired}
      value={value}
      onChange={(text) => onChange(text.trim())}
      suggestions={[
        ...events.map(({ event_type, title }) => ({ value: event_type, label: title })),
        ...patterns.map((pattern) => ({ value: pattern })),
      ]}
    />
  );
}
