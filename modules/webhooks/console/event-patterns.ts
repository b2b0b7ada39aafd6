interface PatternSuggestion {
  readonly value: string;
  readonly label?: string;
}

interface CatalogedEvent {
  readonly event_type: string;
  readonly title: string;
}

/** Types of the catalog, and before them a pattern for each first word that several types share. */
export function patternSuggestions(events: readonly CatalogedEvent[]): readonly PatternSuggestion[] {
  const counts = new Map<string, number>();
  for (const { event_type } of events) {
    const [word = ''] = event_type.split('.');
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [
    { value: '**' },
    ...[...counts].filter(([, amount]) => amount > 1).map(([word]) => ({ value: `${word}.**` })),
    ...events.map(({ event_type, title }) => ({ value: event_type, label: title })),
  ];
}
