import type { UnitOfWork } from '@patchbay/kernel/database';
import { exampleItemCreated, exampleItemDeleted, exampleItemUpdated } from '../contract.ts';
import type { ExampleItemView } from '../schemas.ts';

const EVENTS = { create: exampleItemCreated, update: exampleItemUpdated, delete: exampleItemDeleted };

/** The event and the audit record are part of the change: all of it is kept, or none. */
export function noted(work: UnitOfWork, verb: keyof typeof EVENTS, row: ExampleItemView): void {
  const { id, name, site_id } = row; // only: site
  // without site: const { id, name } = row;
  work.events.publish(EVENTS[verb], { example_item_id: id, name, site_id }, { site_id }); // only: site
  // without site: work.events.publish(EVENTS[verb], { example_item_id: id, name });
  work.audit.record({
    action: `example-module.${verb}`,
    target_type: 'example_item',
    target_id: id,
    detail: { name, site_id }, // only: site
    // without site: detail: { name },
  });
}
