import { PageLink, useSearchTexts } from '@patchbay/console-kit';

export interface EventLinkProps {
  readonly id: string;
  readonly event_type: string;
}

/** Opens the event beside the list, which stays as it is. */
export function EventLink({ id, event_type }: EventLinkProps) {
  const search = useSearchTexts();
  return (
    <PageLink to="/events" search={{ ...search, event: id }}>
      {event_type}
    </PageLink>
  );
}
