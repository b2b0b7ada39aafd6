import t from 'tap';
import { noBrowser } from '../chromium.ts';
import { peopleSeeTheirs } from './support/people-see-theirs.ts';

/** Pages of the owner are in a sweep of their own. */
t.test('people see what is theirs on every page', { skip: noBrowser }, (t) =>
  peopleSeeTheirs(t, ['site_admin', 'org_admin']),
);
