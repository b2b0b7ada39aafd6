import { DATABASE } from '@patchbay/kernel/database';
import { provide } from '@patchbay/kernel/di';
import { defineModule } from '@patchbay/kernel/modules';
import { exampleItemCreated, exampleItemDeleted, exampleItemUpdated } from './contract.ts';
import { ExampleItem } from './entities/example-item.ts';
import * as errors from './errors.ts';
import { firstExampleItems } from './migrations/001-example-items.ts';
import * as permissions from './permissions.ts';
import * as routes from './routes.ts';
import { ExampleItems } from './services/example-items.ts';
import { EXAMPLE_ITEMS } from './tokens.ts';

export default defineModule({
  id: 'example-module',
  title: 'Example module',
  status: 'available',
  prefixes: ['/example-module'],
  requires: ['identity'],
  entities: [ExampleItem],
  migrations: [firstExampleItems],
  providers: [provide(EXAMPLE_ITEMS, [DATABASE], (database) => new ExampleItems(database))],
  permissions: Object.values(permissions),
  errors: Object.values(errors),
  routes: Object.values(routes),
  events: [exampleItemCreated, exampleItemUpdated, exampleItemDeleted],
});
