import type {
  ApiClient,
  ApiMethod,
  ApiPath,
  BodyOf,
  CallArguments,
  PathParamsOf,
  QueryOf,
  ReplyOf,
} from '@patchbay/client';
import t from 'tap';

/** Whether two types are the same, not only assignable to each other. */
type Same<One, Other> =
  (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
type Takes<Wide, Narrow> = [Narrow] extends [Wide] ? true : false;

/** The compiler judges: each entry is `true` only if the types are as its words say. */
const facts = {
  'paths stand without their prefix': true satisfies Takes<ApiPath, '/sites' | '/sites/{site_id}'>,
  'paths beside the API are none': false satisfies Takes<ApiPath, '/metrics'>,
  'a path belongs to its methods': true satisfies Takes<ApiPath<'DELETE'>, '/sites/{site_id}'>,
  'and to no other': false satisfies Takes<ApiPath<'DELETE'>, '/sites'>,
  'paths of one parameter of many names stand once': true satisfies Takes<
    ApiPath<'POST'>,
    '/gateway-{family}/{controller_id}/changes/{feature}'
  >,
  'and not for each name': false satisfies Takes<ApiPath, '/gateway-vpn/{controller_id}/changes'>,
  'a reply is the success': true satisfies Same<ReplyOf<'GET', '/sites'>['items'][number]['name'], string>,
  'nothing answered is undefined': true satisfies Same<ReplyOf<'DELETE', '/sites/{site_id}'>, undefined>,
  'text is a string': true satisfies Same<ReplyOf<'GET', '/guide/{page}'>, string>,
  'a body has the fields that the path takes': true satisfies Same<BodyOf<'POST', '/sites'>['name'], string>,
  'defaults may be left out of it': true satisfies Same<
    BodyOf<'POST', '/sites'>['timezone'],
    string | null | undefined
  >,
  'no body is undefined': true satisfies Same<BodyOf<'GET', '/sites'>, undefined>,
  'forms are search parameters': true satisfies Same<BodyOf<'POST', '/oauth2/token'>, URLSearchParams>,
  'a query has the words of the path': true satisfies Takes<QueryOf<'/sites'>, { page: 2; sort: '-name' }>,
  'and no others': false satisfies Takes<QueryOf<'/sites'>, { sort: 'colour' }>,
  'no query is undefined': true satisfies Same<QueryOf<'/sites/{site_id}'>, undefined>,
  'names of a path are told by its braces': true satisfies Same<
    keyof PathParamsOf<'/webhooks/{webhook_id}/deliveries/{delivery_id}'>,
    'webhook_id' | 'delivery_id'
  >,
  'a path without names takes none': true satisfies Same<PathParamsOf<'/sites'>, undefined>,
  'options may be left out where none is needed': true satisfies Takes<CallArguments<'GET', '/sites'>, []>,
  'not where the path has names': false satisfies Takes<CallArguments<'GET', '/sites/{site_id}'>, []>,
  'nor where it takes a body': false satisfies Takes<CallArguments<'POST', '/sites'>, []>,
  'nor where a word of the query is required': false satisfies Takes<
    CallArguments<'GET', '/fabric/why-not'>,
    []
  >,
};

t.test('types of a call follow from its method and its path', async (t) => {
  for (const [name, fact] of Object.entries(facts)) t.type(fact, 'boolean', name);
});

/** Wrappers are typed by the method and the path too. */
const wrapped = <Method extends ApiMethod, Path extends ApiPath<Method>>(
  client: ApiClient,
  method: Method,
  path: Path,
  ...options: CallArguments<Method, Path>
): Promise<ReplyOf<Method, Path>> => client.request(method, path, ...options);

t.test('a call may be wrapped without losing its types', async (t) => {
  const client: ApiClient = {
    request: async () => Promise.reject(new Error('not called')),
    exchange: async () => Promise.reject(new Error('not called')),
  };
  const named = async () => (await wrapped(client, 'GET', '/sites')).items.map(({ name }) => name);
  const made = async () => (await wrapped(client, 'POST', '/sites', { body: { name: 'Bonn' } })).slug;
  await t.rejects(named(), /not called/);
  await t.rejects(made(), /not called/);
});
