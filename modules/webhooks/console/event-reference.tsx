import { fullTime, ReferenceField, useLanguage, useSession } from '@patchbay/console-kit';

export interface EventReferenceProps {
  readonly label: string;
  readonly hint: string;
  readonly error: string | undefined;
  readonly value: string | null;
  onChange(id: string | null): void;
}

/** Finds an event of the log; nothing where the log cannot be read. */
export function EventReference(props: EventReferenceProps) {
  const language = useLanguage();
  const { mayCall } = useSession();
  if (!mayCall('GET', '/events')) return null;
  return (
    <ReferenceField
      {...props}
      path="/events"
      query={{ sort: '-occurred_at' }}
      nameOf={({ event_type, occurred_at }) => `${event_type} · ${fullTime(occurred_at, language)}`}
    />
  );
}
