import t from 'tap';
import { checkShape } from '../shape.ts';
import { repository } from './repository.ts';

const declared = (id: string) => `export default defineModule({ id: '${id}' });`;
const numbered = (folder: string, count: number, ending = '.ts') =>
  Object.fromEntries(Array.from({ length: count }, (_, each) => [`${folder}/${each}${ending}`, '']));
const users = { 'modules/users/index.ts': declared('users') };

t.test('a folder holds fifteen sources, and thirty of tests', async (t) => {
  const { tree } = repository(t, {
    ...users,
    'modules/sites/index.ts': declared('sites'),
    ...numbered('modules/sites/services', 15),
    ...numbered('modules/sites/test', 30, '.test.ts'),
    ...numbered('kernel/errors', 16),
    ...numbered('kernel/errors/test', 31, '.test.ts'),
  });
  t.same(checkShape(tree).toSorted(), [
    'kernel/errors holds 16 sources, at most 15: part it by subject',
    'kernel/errors/test holds 31 sources, at most 30: part it by subject',
  ]);
});

t.test('a file has at most 300 lines, tests too', async (t) => {
  const long = (count: number) => '\n'.repeat(count);
  const { tree } = repository(t, {
    ...users,
    'modules/sites/index.ts': declared('sites'),
    'modules/users/services/names.ts': long(300),
    'modules/users/services/people.ts': long(301),
    'modules/users/test/people.test.ts': long(302),
  });
  t.same(checkShape(tree).toSorted(), [
    'modules/users/services/people.ts has 301 lines, at most 300: part it by subject',
    'modules/users/test/people.test.ts has 302 lines, at most 300: part it by subject',
  ]);
});

t.test('the root of a module holds parts of its declaration, each a file or a folder', async (t) => {
  const { tree } = repository(t, {
    'modules/sites/index.ts': declared('sites'),
    'modules/sites/contract.ts': '',
    'modules/sites/contract/places.ts': '',
    'modules/sites/schemas/places.ts': '',
    'modules/sites/routes.ts': '',
    'modules/sites/routes/more.ts': '',
    'modules/sites/entities/site.ts': '',
    'modules/sites/migrations/index.ts': '',
    'modules/sites/place-schemas.ts': '',
    'modules/sites/helpers/text.ts': '',
    'modules/users/index.ts': 'export const users = 1;',
  });
  t.same(checkShape(tree), [
    'modules/sites/place-schemas.ts is no part of a module: see modules/README.md',
    'modules/sites/helpers/ is no part of a module: see modules/README.md',
    'modules/sites/routes is a file and a folder: put the file into the folder',
    'modules/sites/entities/ has no index.ts that lists it',
    'modules/users/index.ts declares no module',
  ]);
});

t.test('a library of modules has a contract and a README', async (t) => {
  const { tree } = repository(t, {
    'modules/sites/contract.ts': '',
    'modules/sites/README.md': '# Sites',
    'modules/sites/floors/plan.ts': '',
  });
  t.same(checkShape(tree), [
    'modules/users has neither index.ts nor contract.ts',
    'modules/users has no README.md',
  ]);
});
