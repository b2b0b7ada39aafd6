import { DATABASE } from '@patchbay/kernel/database';
import { provide } from '@patchbay/kernel/di';
import { defineModule } from '@patchbay/kernel/modules';
import { LOGGER } from '@patchbay/kernel/telemetry'; // only: listener
import { exampleItemCreated, exampleItemDeleted, exampleItemUpdated } from './contract.ts';
import { exampleItemCounts } from './contributions/counts.ts'; // only: site
import { exampleItemReferences } from './contributions/references.ts'; // only: operation
import { entities } from './entities/index.ts';
import * as errors from './errors.ts';
import { forgetExampleItems } from './jobs.ts'; // only: job
import { authorListener } from './listeners.ts'; // only: listener
import { migrations } from './migrations/index.ts';
import { readExampleItem } from './operations.ts'; // only: operation
import * as permissions from './permissions.ts';
import * as routes from './routes.ts';
import { ExampleItems } from './services/example-items.ts';
import { Forgetting } from './services/forgetting.ts'; // only: job
import { ForgottenAuthors } from './services/forgotten-authors.ts'; // only: listener

export default defineModule({
  id: 'example-module',
  title: 'Example module',
  status: 'available',
  prefixes: ['/example-module'],
  requires: ['identity', 'organizations'], // only: site|listener
  // without site|listener: requires: ['identity'],
  entities,
  migrations,
  providers: [
    provide(ExampleItems, { database: DATABASE }),
    provide(Forgetting, { database: DATABASE }), // only: job
    provide(ForgottenAuthors, { database: DATABASE, logger: LOGGER }), // only: listener
  ],
  permissions: Object.values(permissions),
  errors: Object.values(errors),
  routes: Object.values(routes),
  events: [exampleItemCreated, exampleItemUpdated, exampleItemDeleted],
  operations: [readExampleItem], // only: operation
  jobs: [forgetExampleItems], // only: job
  listeners: [authorListener], // only: listener
  // only site|operation {
  contributes: [
    ...exampleItemCounts, // only: site
    ...exampleItemReferences, // only: operation
  ],
  // }
});
